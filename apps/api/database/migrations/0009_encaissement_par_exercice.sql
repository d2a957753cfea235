-- What a fiscal year was paid, by the day on which it came in: the pace holds it against what the year planned.
create table total_encaissement_exercice (
  entite_id integer not null,
  betail boolean not null,
  grain "char" not null,
  debut date not null,
  annee smallint not null,
  ramification_id integer not null,
  recu bigint not null default 0,
  rembourse bigint not null default 0,
  primary key (entite_id, betail, grain, debut, annee, ramification_id)
) with (fillfactor = 80);
comment on column total_encaissement_exercice.annee is 'Fiscal year of the imputations, whatever day they were received on';
revoke insert, update, delete on total_encaissement_exercice from octroi_app;

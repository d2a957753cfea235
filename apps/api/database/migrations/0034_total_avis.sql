-- Notices issued, handed over and refused are counted as they change, instead of at each question.
create table total_avis (
  entite_id integer not null,
  annee smallint not null,
  ramification_id integer not null,
  emis bigint not null default 0,
  remis bigint not null default 0,
  refuses bigint not null default 0,
  primary key (entite_id, annee, ramification_id) include (emis, remis, refuses)
) with (fillfactor = 80);
comment on table total_avis is 'Notices in force of a fiscal year, handed over and refused ones among them, by the present place of their taxpayers';
revoke insert, update, delete on total_avis from octroi_app;

-- What a taxpayer owes: `arrieres` of the years before the day, `exercice` of its year, both unpaid since `depuis`; `a_echoir`
-- falls due later. It holds up to `jusque`, the day before the next échéance falls due or the year ends, and is then worked out
-- anew. Who owes nothing, now or later, has no row. The place and the livestock are the taxpayer's.
create table du_contribuable (
  entite_id integer not null,
  contribuable_id bigint not null,
  ramification_id integer not null,
  betail boolean not null,
  depuis date,
  arrieres bigint not null,
  exercice bigint not null,
  a_echoir bigint not null,
  jusque date not null,
  primary key (entite_id, contribuable_id)
) with (fillfactor = 80);
create index du_contribuable_lieu on du_contribuable (entite_id, ramification_id, betail) include (arrieres, exercice, a_echoir);
create index du_contribuable_exigible on du_contribuable ((arrieres + exercice), contribuable_id) where arrieres + exercice > 0;
create index du_contribuable_jusque on du_contribuable (jusque);

-- The day to which what is owed in a collectivité is carried: any other day is worked out from the échéances.
create table du_jour (
  entite_id integer primary key,
  jour date not null
);
revoke insert, update, delete on du_contribuable, du_jour from octroi_app;

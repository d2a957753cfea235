-- What is owed on the day, by place: its sums for a whole country took longer than all else on their screen.
create table total_impaye (
  entite_id integer not null,
  ramification_id integer not null,
  betail boolean not null,
  debiteurs bigint not null default 0,
  arrieres bigint not null default 0,
  exercice bigint not null default 0,
  a_echoir bigint not null default 0,
  primary key (entite_id, ramification_id, betail)
) with (fillfactor = 80);
comment on table total_impaye is 'Taxpayers who owe on the day of their stored dues, and what they owe, by their present place';
create table attente_impaye (
  entite_id integer not null,
  ramification_id integer not null,
  betail boolean not null,
  debiteurs bigint not null,
  arrieres bigint not null,
  exercice bigint not null,
  a_echoir bigint not null,
  depuis timestamptz not null default now()
) with (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 2000);
revoke insert, update, delete on total_impaye, attente_impaye from octroi_app;
-- a parameter of it is renamed
drop procedure if exists declarer_total(text, text, text, regtype, text);

-- What is owed on any day is summed by place: `depuis` is the day of the oldest unpaid échéance also of those who owe
-- nothing yet, and amounts are stored by the day on which they fall due.
update du_contribuable d set depuis = (
  select min(x.exigible_le) from echeance x
  where x.entite_id = d.entite_id and x.contribuable_id = d.contribuable_id and x.montant > x.paye and x.closed_at is null)
where d.depuis is null;
alter table du_contribuable alter column depuis set not null;
-- with the views and functions on them, which are created again after the migrations
drop table total_impaye, attente_impaye cascade;
create table total_impaye (
  entite_id integer not null,
  ramification_id integer not null,
  betail boolean not null,
  impaye_depuis date not null,
  debiteurs bigint not null default 0,
  reste bigint not null default 0,
  primary key (entite_id, ramification_id, betail, impaye_depuis)
) with (fillfactor = 80);
comment on table total_impaye is 'Taxpayers with unpaid échéances, and all that they have not paid, due or not, by their present place and the day on which the oldest falls due';

create table total_reste (
  entite_id integer not null,
  ramification_id integer not null,
  betail boolean not null,
  annee smallint not null,
  exigible_le date not null,
  reste bigint not null default 0,
  primary key (entite_id, ramification_id, betail, annee, exigible_le)
) with (fillfactor = 80);
comment on table total_reste is 'What is unpaid of a fiscal year, by the present place of its taxpayers and the day on which it falls due';
create table attente_impaye (
  entite_id integer not null,
  ramification_id integer not null,
  betail boolean not null,
  impaye_depuis date not null,
  debiteurs bigint not null,
  reste bigint not null,
  depuis timestamptz not null default now()
) with (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 2000);

create table attente_reste (
  entite_id integer not null,
  ramification_id integer not null,
  betail boolean not null,
  annee smallint not null,
  exigible_le date not null,
  reste bigint not null,
  depuis timestamptz not null default now()
) with (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 2000);
revoke insert, update, delete on total_impaye, total_reste, attente_impaye, attente_reste from octroi_app;

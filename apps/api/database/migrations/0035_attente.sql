-- Payments append movements; totals are carried forward by one worker, and read together with what waits.
drop function if exists totaux_tenus();
drop type if exists mouvement_encaissement cascade;
drop type if exists mouvement_montant cascade;
drop type if exists mouvement_carte cascade;

-- Movements of payments that no total holds yet: each is written once, at the end of a table that has no index, in the
-- transaction of its base rows; one worker carries them into the totals (replier_totaux). What is read, tenu_*, is both.
create table attente_encaissement (
  entite_id integer not null,
  betail boolean not null,
  jour date not null,
  ramification_id integer not null,
  moyen_paiement_id integer not null,
  agent_id integer not null,
  recu bigint not null,
  rembourse bigint not null,
  nombre bigint not null
) with (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 2000);

create table attente_imputation (
  entite_id integer not null,
  betail boolean not null,
  jour date not null,
  ramification_id integer not null,
  taxe_id integer not null,
  annee smallint not null,
  recu bigint not null,
  rembourse bigint not null,
  nombre bigint not null
) with (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 2000);

create table attente_montant (
  entite_id integer not null,
  annee smallint not null,
  betail boolean not null,
  jour date not null,
  ramification_id integer not null,
  y integer,
  x integer,
  contribuables bigint not null,
  prevu bigint not null,
  paye bigint not null,
  soldes bigint not null,
  partiels bigint not null,
  impayes bigint not null
) with (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 2000);
comment on column attente_montant.annee is 'As total_carte: 0 for the number of taxpayers, which concerns the map alone';
comment on column attente_montant.y is 'Cell of the map with x; null where the taxpayer has no position, and the map is not concerned';
revoke insert, update, delete on attente_encaissement, attente_imputation, attente_montant from octroi_app;

-- Stored totals, by day, week, month and year ("grain" j, s, m, a) and by the taxpayer's own node, written in the
-- transaction of their base rows. Subtrees are summed when read, so moving a sub-entity rewrites nothing.
-- A total is a table total_* with its view calcul_*: columns with a default of zero are sums, the others the key.
-- Definitions and triggers: functions/totaux. Indexes include the sums, except for amounts and the map: payments update
-- their rows at random, and sums outside any index are updated in place.

-- Dues and payments of a taxpayer per year, without days. The taxpayer's statut is included, so that it can be combined
-- with amounts (ADR 0055).
create table total_contribuable (
  entite_id integer not null,
  contribuable_id bigint not null,
  annee smallint not null,
  prevu bigint not null default 0,
  paye bigint not null default 0,
  betail boolean not null,
  statut text not null,
  primary key (entite_id, contribuable_id, annee)
) with (fillfactor = 80);
-- Largest dues of a year, and number of taxpayers by amount and statut; the amounts are included, so that no other row
-- is read. The key identifies nobody: equal keys are stored once.
create index total_contribuable_restant on total_contribuable (annee, (prevu - paye), statut, betail, entite_id, prevu, paye);

-- Taxpayers by day of enrolment.
create table total_enrolement (
  entite_id integer not null,
  betail boolean not null,
  grain "char" not null,
  debut date not null,
  ramification_id integer not null,
  total bigint not null default 0,
  corrige bigint not null default 0,
  valide bigint not null default 0,
  primary key (entite_id, betail, grain, debut, ramification_id) include (total, corrige, valide)
) with (fillfactor = 80);

-- The years of one place, without its days.
create index total_enrolement_lieu on total_enrolement (ramification_id) where grain = 'a';

-- The same by enrolling agent.
create table total_agent (
  entite_id integer not null,
  betail boolean not null,
  grain "char" not null,
  debut date not null,
  agent_id integer not null,
  ramification_id integer not null,
  total bigint not null default 0,
  corrige bigint not null default 0,
  valide bigint not null default 0,
  primary key (entite_id, betail, grain, debut, agent_id, ramification_id) include (total, corrige, valide)
) with (fillfactor = 80);
-- The days of one agent.
create index total_agent_agent on total_agent (agent_id, grain, debut);

-- Open lines by day of enrolment, node and statut of their taxpayer.
create table total_base (
  entite_id integer not null,
  betail boolean not null,
  grain "char" not null,
  debut date not null,
  genre "char" not null,
  base_id integer not null,
  ramification_id integer not null,
  total bigint not null default 0,
  corrige bigint not null default 0,
  valide bigint not null default 0,
  comptees bigint not null default 0,
  quantite bigint not null default 0,
  primary key (entite_id, betail, grain, debut, genre, base_id, ramification_id) include (total, corrige, valide, comptees, quantite)
) with (fillfactor = 80);
comment on column total_base.genre is 'e: base_id is a type of equipment; a: it is an activity';
comment on column total_base.comptees is 'Lines whose quantity is known';
comment on column total_base.quantite is 'Sum of their quantities, in hundredths of the unit of the base';

create table total_montant (
  entite_id integer not null,
  annee smallint not null,
  betail boolean not null,
  grain "char" not null,
  debut date not null,
  ramification_id integer not null,
  prevu bigint not null default 0,
  paye bigint not null default 0,
  primary key (entite_id, annee, betail, grain, debut, ramification_id)
) with (fillfactor = 80);
comment on table total_montant is 'Dues and payments of a fiscal year, by the enrolment day of their taxpayers';

create table total_carte (
  entite_id integer not null,
  annee smallint not null,
  betail boolean not null,
  grain "char" not null,
  debut date not null,
  y integer not null,
  x integer not null,
  ramification_id integer not null,
  contribuables bigint not null default 0,
  prevu bigint not null default 0,
  paye bigint not null default 0,
  soldes bigint not null default 0,
  partiels bigint not null default 0,
  impayes bigint not null default 0,
  primary key (entite_id, annee, betail, grain, debut, y, x, ramification_id)
) with (fillfactor = 80);
comment on table total_carte is 'Taxpayers and their amounts by cell of the map, by the enrolment day of their taxpayers';
comment on column total_carte.annee is 'Fiscal year of the amounts; 0 for the number of taxpayers, which has none';
comment on column total_carte.soldes is 'Taxpayers who paid all of what they owe that year; partiels paid some of it, impayes nothing';

create table total_exigible (
  entite_id integer not null,
  betail boolean not null,
  grain "char" not null,
  debut date not null,
  ramification_id integer not null,
  prevu bigint not null default 0,
  primary key (entite_id, betail, grain, debut, ramification_id) include (prevu)
) with (fillfactor = 80);
comment on table total_exigible is 'Dues by the day on which they fall due';

-- Received and refunded by day and method. `nombre` counts all transactions, `nombre_rembourse` the refunds.
create table total_encaissement (
  entite_id integer not null,
  betail boolean not null,
  grain "char" not null,
  debut date not null,
  ramification_id integer not null,
  moyen_paiement_id integer not null,
  recu bigint not null default 0,
  rembourse bigint not null default 0,
  nombre bigint not null default 0,
  nombre_rembourse bigint not null default 0,
  primary key (entite_id, betail, grain, debut, ramification_id, moyen_paiement_id) include (recu, rembourse, nombre, nombre_rembourse)
) with (fillfactor = 80);

-- Most figures need receipts of all methods: one row per node and day, instead of one per method.
create table total_recette (
  entite_id integer not null,
  betail boolean not null,
  grain "char" not null,
  debut date not null,
  ramification_id integer not null,
  recu bigint not null default 0,
  rembourse bigint not null default 0,
  nombre bigint not null default 0,
  nombre_rembourse bigint not null default 0,
  primary key (entite_id, betail, grain, debut, ramification_id) include (recu, rembourse, nombre, nombre_rembourse)
) with (fillfactor = 80);

-- The years of one place, without its days.
create index total_recette_lieu on total_recette (ramification_id) where grain = 'a';

create table total_encaissement_agent (
  entite_id integer not null,
  betail boolean not null,
  grain "char" not null,
  debut date not null,
  agent_id integer not null,
  ramification_id integer not null,
  recu bigint not null default 0,
  rembourse bigint not null default 0,
  nombre bigint not null default 0,
  nombre_rembourse bigint not null default 0,
  primary key (entite_id, betail, grain, debut, agent_id, ramification_id)
) with (fillfactor = 80);
create index total_encaissement_agent_agent on total_encaissement_agent (agent_id, grain, debut);
comment on column total_encaissement_agent.agent_id is '0 where no agent took the payment';

create table total_encaissement_taxe (
  entite_id integer not null,
  betail boolean not null,
  grain "char" not null,
  debut date not null,
  taxe_id integer not null,
  ramification_id integer not null,
  recu bigint not null default 0,
  rembourse bigint not null default 0,
  nombre bigint not null default 0,
  primary key (entite_id, betail, grain, debut, taxe_id, ramification_id)
) with (fillfactor = 80);
comment on column total_encaissement_taxe.taxe_id is '0 for advances';
comment on column total_encaissement_taxe.nombre is 'Imputations: parts of payments, and of refunds';

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

revoke insert, update, delete on total_contribuable, total_enrolement, total_agent, total_base, total_montant, total_carte, total_exigible, total_encaissement, total_recette, total_encaissement_agent, total_encaissement_taxe, total_encaissement_exercice, total_avis, total_impaye, total_reste from octroi_app;

-- Movements of payments and dues not yet in the totals: each is appended to a table without index, in the transaction of its
-- base rows; one worker adds them to the totals (replier_totaux). Reads use tenu_*, which includes both.
create table attente_encaissement (
  entite_id integer not null,
  betail boolean not null,
  jour date not null,
  ramification_id integer not null,
  moyen_paiement_id integer not null,
  agent_id integer not null,
  recu bigint not null,
  rembourse bigint not null,
  nombre bigint not null,
  depuis timestamptz not null default now(),
  nombre_rembourse bigint not null
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
  nombre bigint not null,
  depuis timestamptz not null default now()
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
  impayes bigint not null,
  depuis timestamptz not null default now()
) with (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 2000);
comment on column attente_montant.annee is 'As total_carte: 0 for the number of taxpayers, which concerns the map alone';
comment on column attente_montant.y is 'Cell of the map with x; null where the taxpayer has no position, and the map is not concerned';

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
revoke insert, update, delete on attente_encaissement, attente_imputation, attente_montant, attente_impaye, attente_reste from octroi_app;

-- Outlines of places around their taxpayers for the map (functions/totaux/15-enveloppe.sql): the outermost positions by
-- direction, as latitude and longitude.
create table enveloppe (
  entite_id integer not null,
  ramification_id integer not null,
  coins double precision[] not null,
  primary key (entite_id, ramification_id),
  foreign key (entite_id, ramification_id) references ramification (entite_id, id) on delete cascade
);
-- Sub-entities with changed positions: each mark is appended to a table without index.
create table attente_enveloppe (
  entite_id integer not null,
  ramification_id integer not null
) with (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 2000);
revoke insert, update, delete on enveloppe, attente_enveloppe from octroi_app;

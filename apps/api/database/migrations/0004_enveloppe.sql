-- Outlines of places around their taxpayers, as the map draws them (functions/totaux/15-enveloppe.sql): the outermost positions
-- by direction, each a latitude and a longitude.
create table enveloppe (
  entite_id integer not null,
  ramification_id integer not null,
  coins double precision[] not null,
  primary key (entite_id, ramification_id),
  foreign key (entite_id, ramification_id) references ramification (entite_id, id) on delete cascade
);
-- Sub-entities where positions changed since: each mark is written once, at the end of a table that has no index.
create table attente_enveloppe (
  entite_id integer not null,
  ramification_id integer not null
) with (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 2000);
revoke insert, update, delete on enveloppe, attente_enveloppe from octroi_app;

-- What a device's commands need beside what they are: since when it held nothing, and its day's cash.
alter table appareil_terrain add a_jour_le timestamptz;
comment on column appareil_terrain.a_jour_le is 'When it last held nothing any more: what it sends since was done after';
comment on column commande_terrain.decalage is 'Milliseconds, the server''s clock less the device''s, as last known then';
drop index commande_terrain_transaction;
create index commande_terrain_transaction on commande_terrain (entite_id, transaction_id) where transaction_id is not null;
create index commande_terrain_jour on commande_terrain (entite_id, appareil_id, compte_le);

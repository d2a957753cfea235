-- A command on which the server fails keeps its device no longer: counted, then put aside for the office, which carries it out.
alter table appareil_terrain add faute_sequence integer, add fautes integer not null default 0;
comment on column appareil_terrain.fautes is 'How often the server failed on the command faute_sequence';
alter table commande_terrain drop constraint commande_terrain_cas_check, drop constraint commande_terrain_refus,
  add reprise jsonb,
  add constraint commande_terrain_cas_check check (cas in ('refus', 'panne', 'à classer', 'série', 'sans caisse', 'plafond')),
  add constraint commande_terrain_refus check (
    etat = 'accepte' or (cas in ('refus', 'panne') and code is not null and message is not null)),
  add constraint commande_terrain_reprise check (reprise is null or (cas = 'panne' and regle_le is not null));
update commande_terrain set local = null where local is not null and etat = 'refuse';
drop index commande_terrain_local;
create unique index commande_terrain_local on commande_terrain (entite_id, local) where local is not null;
comment on column commande_terrain.local is 'What the device calls the taxpayer who was enrolled by it';
comment on column commande_terrain.reprise is 'What came of it where the office carried it out after a fault of the server';
grant update (reprise, local, contribuable_id, photo) on commande_terrain to octroi_app;

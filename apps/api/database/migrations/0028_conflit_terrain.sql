-- A correction from the field that meets a newer one of the office is a case.
alter table commande_terrain
  drop constraint commande_terrain_cas_check,
  add constraint commande_terrain_cas_check check (cas in ('refus', 'panne', 'à classer', 'série', 'sans caisse', 'plafond', 'conflit'));

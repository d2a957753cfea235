-- Visits that an agent's phone proposed, with the reason, and the command of the phone that says which were taken.
alter table visite add column raison text check (btrim(raison) <> '');
comment on column visite.raison is 'Why the agent''s phone proposed it, in the words shown there; null if it did not';
alter table commande_terrain
  drop constraint commande_terrain_type_check,
  add constraint commande_terrain_type_check check (type in ('enrolement', 'correction', 'ligne', 'paiement', 'annulation',
    'visite', 'session', 'comptage', 'versement', 'vente', 'avis', 'tournee'));

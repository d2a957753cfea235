-- A till may be counted when it is opened; a difference is an écart of the night.
alter table regie add column comptage_ouverture boolean not null default false;
comment on column regie.comptage_ouverture is 'Tills are counted when they are opened in the office too';
alter table session_caisse
  add column billets_ouverture jsonb,
  add column compte_ouverture bigint check (compte_ouverture >= 0),
  add column attendu_ouverture bigint,
  add constraint session_caisse_comptee_ouverture check (num_nonnulls(billets_ouverture, compte_ouverture, attendu_ouverture) in (0, 3));
comment on column session_caisse.billets_ouverture is 'What was counted at the opening, by denomination; null where nothing was counted then';
comment on column session_caisse.attendu_ouverture is 'What should have lain in the till when it was opened: what its holder held, and the float';
alter table ecart
  add column ouverture boolean not null default false,
  drop constraint ecart_entite_id_session_caisse_id_key,
  add unique (entite_id, session_caisse_id, ouverture),
  add constraint ecart_ouverture check (not ouverture or session_caisse_id is not null);
comment on column ecart.ouverture is 'Found by the count of an opening: it arose since the last count';

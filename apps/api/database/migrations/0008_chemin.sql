-- Where a sub-entity lies, in names, so that a list of a million rows can tell it without climbing for each.
alter table ramification add column chemin text[] collate francais not null default '{}';
comment on column ramification.chemin is 'Names from the highest sub-entity above it down to its own';
-- nobody edited these records: their versions stay
alter table ramification disable trigger user;
with recursive arbre as (
  select id, array[nom::text] as chemin from ramification where parent_id is null
  union all
  select r.id, arbre.chemin || r.nom::text from ramification r join arbre on r.parent_id = arbre.id
)
update ramification r set chemin = arbre.chemin from arbre where arbre.id = r.id;
alter table ramification enable trigger user;

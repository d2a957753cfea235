-- A notice whose dues changed since is replaced by another, with a number of its own; both stay, and each is replaced
-- once. The notices of a taxpayer and year are thus one chain, whose last is in force.

alter table piece
  add column remplace text,
  add constraint piece_sujet unique (code, entite_id, contribuable_id, annee),
  add constraint piece_remplacee_une_fois unique (remplace),
  add constraint piece_remplace_fkey foreign key (remplace, entite_id, contribuable_id, annee)
    references piece (code, entite_id, contribuable_id, annee),
  add constraint piece_remplace_un_avis check (remplace is null or nature = 'avis'),
  add constraint piece_ne_se_remplace_pas check (remplace <> code);

drop index piece_avis;
create unique index piece_premier_avis on piece (entite_id, contribuable_id, annee)
  where nature = 'avis' and remplace is null;
create index piece_avis on piece (entite_id, contribuable_id, annee) where nature = 'avis';

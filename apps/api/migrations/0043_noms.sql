-- Lists look for one or two letters in the index of their order (0008): trigrams of so few lead through the whole of
-- theirs. The condition keeps the index of names that resemble one another for who states it.
drop index contribuable_nom_semblable;
create index contribuable_nom_semblable on contribuable using gin (entite_id, nom_cherche gin_trgm_ops)
  where length(nom_cherche) > 2;

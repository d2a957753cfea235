-- Misspelt names of a whole collectivité: the trigrams of names, beside whose they are.
create index contribuable_nom_semblable on contribuable using gin (entite_id, nom_cherche gin_trgm_ops);

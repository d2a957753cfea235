-- What a place brought since the beginning is told beside it: its years are found without those of all others.
create index total_enrolement_lieu on total_enrolement (ramification_id) where grain = 'a';
create index total_recette_lieu on total_recette (ramification_id) where grain = 'a';

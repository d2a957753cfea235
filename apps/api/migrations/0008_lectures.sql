-- Indexes that whole answers are read from, at a million taxpayers.

-- One or two letters match too many names, or none, for the trigram index to tell them apart: they are looked for in
-- the index that gives the list its order, which the table need not be read for.
create index contribuable_date_nom on contribuable (created_at, id) include (nom_cherche);
create index contribuable_entite_date_nom on contribuable (entite_id, created_at, id) include (nom_cherche);
drop index contribuable_date, contribuable_entite_date;

-- Who owes how much for a year; the amounts stand beside their difference so that no other place is read.
create index total_contribuable_restant on total_contribuable (annee, (prevu - paye))
  include (entite_id, contribuable_id, prevu, paye);
analyze total_contribuable;

-- Lists of payments are of confirmed ones: with the statut in the index, a far page skips rows without reading them.
create index transaction_date_statut on transaction (entite_id, date_transaction desc, id desc) include (statut);
create index transaction_date_partout_statut on transaction (date_transaction desc, id desc) include (statut);
drop index transaction_date, transaction_date_partout;

-- A window of payments is counted in the index, whatever is asked of amount, livestock and place beside it; and taxpayers come
-- by their last name without being sorted.
drop index transaction_date_statut, transaction_date_partout_statut;
create index transaction_fenetre on transaction (entite_id, date_transaction desc, id desc)
  include (statut, betail, montant, ramification_id);
create index transaction_fenetre_partout on transaction (date_transaction desc, id desc)
  include (statut, betail, montant, ramification_id);
create index contribuable_entite_nom_seul on contribuable (entite_id, nom, id);
create index contribuable_nom_seul on contribuable (nom, id);

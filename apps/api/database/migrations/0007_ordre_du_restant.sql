-- The amount stands before the statut: lists of taxpayers are ordered by it, and a statut is looked for within it.
drop index total_contribuable_restant;
create index total_contribuable_restant on total_contribuable (annee, (prevu - paye), statut, betail, entite_id, prevu, paye);

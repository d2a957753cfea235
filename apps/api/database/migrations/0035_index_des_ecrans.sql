-- Payments waiting, enrolments to validate and lines without an échéance are found by indexes of their own.
create index transaction_en_attente on transaction (entite_id, contribuable_id) include (montant)
  where statut = 'En attente de confirmation';
create index contribuable_a_valider on contribuable (entite_id, created_at, id) where statut <> 'Validé';
create index contribuable_a_valider_partout on contribuable (created_at, id) where statut <> 'Validé';
create index echeance_close on echeance (entite_id, annee, enrollement_id) where closed_at is not null;

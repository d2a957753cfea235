-- A receipt number or a note does not change what a transaction pays: only what does is checked again.
drop trigger transaction_imputee on transaction;
create constraint trigger transaction_imputee
  after insert or update of statut, montant, contribuable_id, entite_id on transaction
  deferrable initially deferred for each row execute function verifier_imputations();

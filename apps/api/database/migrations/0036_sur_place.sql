-- What payments change at random is changed in its place: sums in no index, room on the pages of dues. What a payment has
-- not (a key, a reversal, a payment before it) stands in no index either.
alter table total_montant drop constraint total_montant_pkey,
  add primary key (entite_id, annee, betail, grain, debut, ramification_id);
alter table total_carte drop constraint total_carte_pkey,
  add primary key (entite_id, annee, betail, grain, debut, y, x, ramification_id);
alter table echeance set (fillfactor = 90);
alter table transaction drop constraint transaction_entite_id_cle_idempotence_key,
  drop constraint transaction_entite_id_extourne_de_id_key, drop constraint transaction_remplace_unique;
create unique index transaction_entite_id_cle_idempotence_key on transaction (entite_id, cle_idempotence)
  where cle_idempotence is not null;
create unique index transaction_entite_id_extourne_de_id_key on transaction (entite_id, extourne_de_id)
  where extourne_de_id is not null;
create unique index transaction_remplace_unique on transaction (entite_id, remplace_id) where remplace_id is not null;

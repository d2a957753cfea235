-- Payments made before Octroi, brought along by an import (ADR 0081).
alter table moyen_paiement
  drop constraint moyen_paiement_nature_check,
  add constraint moyen_paiement_nature_check
    check (nature in ('espèces', 'chèque', 'virement', 'mobile', 'carte', 'remboursement', 'reprise'));
create unique index moyen_paiement_reprise_unique on moyen_paiement (nature) where nature = 'reprise';

alter table transaction
  add column origine text not null default 'encaissée' check (origine in ('encaissée', 'reprise')),
  add column taxe_id integer,
  add constraint transaction_taxe_fkey foreign key (entite_id, taxe_id) references taxe (entite_id, id),
  add constraint transaction_reprise check (origine <> 'reprise' or statut = 'Confirmé' and frais = 0
    and num_nonnulls(numero_recu, encaissement_id, session_caisse_id, bureau_accepteur_id) = 0);
create index transaction_repris on transaction (entite_id, contribuable_id) where origine = 'reprise';
comment on column transaction.origine is
  'encaissée: received with Octroi; reprise: received before it and imported: no receipt number, till, agent or commission of ours';
comment on column transaction.taxe_id is 'The tax that was paid, if the payment names it; its unpaid dues of the named year are paid first';
comment on column transaction.numero_imprime is
  'The number on the paper that its payer was given, where that is not numero_recu: it was another receipt''s, of no series '
  'of the device that printed it, or of a register kept before Octroi. What is printed of it, and its QR, say this one for ever';

-- Payments taken by the product itself (specification 2 sections 2.8, 2.13 and 7; docs/regles-de-calcul.md).

-- Cash is certain when it is handed over; any other payment waits until its operator, or a person, says that it came.
alter table moyen_paiement add column a_confirmer boolean not null default false;
comment on column moyen_paiement.a_confirmer is 'A payment waits for a confirmation before it counts';
update moyen_paiement set a_confirmer = true where id in (1, 2, 3, 4, 6, 7, 8);

comment on column transaction.numero_recu is
  'Receipt number CODE-ANNEE-000123, without gaps in a collectivité and year: given by attribuerRecus() alone, the last '
  'thing that a transaction writes, to what is confirmed and received (neither refunds nor reversals have one)';
comment on column transaction.cle_idempotence is 'The caller''s id and its Idempotency-Key: one booking, however often asked';
comment on column transaction.extourne_de_id is 'The confirmed transaction that this one takes back, whole';

-- What operators called back with: each event is acted upon once, however often it is sent.
create table rappel_operateur (
  moyen_paiement_id integer not null references moyen_paiement,
  evenement text not null check (evenement <> ''),
  entite_id integer not null,
  transaction_id bigint not null,
  statut text not null check (statut in ('Confirmé', 'Failed')),
  created_at timestamptz not null default now(),
  primary key (moyen_paiement_id, evenement)
);
create index rappel_operateur_transaction on rappel_operateur (entite_id, transaction_id);
revoke update, delete on rappel_operateur from octroi_app;

-- What a removal of many transactions is for, as they were chosen: its steps are the sub-entities where they were paid.
create table suppression_cible (
  lot uuid not null,
  entite_id integer not null,
  ramification_id integer not null,
  transaction_id bigint not null,
  montant bigint not null,
  annulee boolean not null,
  created_at timestamptz not null default now(),
  primary key (lot, ramification_id, transaction_id)
);
comment on column suppression_cible.annulee is 'It was taken back before, or takes another one back: it stays';
revoke update on suppression_cible from octroi_app;

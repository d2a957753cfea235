-- The screen that the product opens with; and what waits for a confirmation, found without reading all that came in.
alter table affichage add accueil text not null default 'tableau-de-bord' check (accueil in ('tableau-de-bord', 'journee'));
comment on column affichage.accueil is 'The screen that the product opens with';
create index transaction_attente on transaction (entite_id, date_transaction) include (montant)
  where statut = 'En attente de confirmation';

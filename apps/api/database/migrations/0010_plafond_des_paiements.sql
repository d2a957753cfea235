-- A collectivité may bound what one payment brings.
alter table entite add plafond_paiement bigint check (plafond_paiement between 1 and 1000000000);
comment on column entite.plafond_paiement is 'Francs that one payment may bring at most; no bound of its own where null';

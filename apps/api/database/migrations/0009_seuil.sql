alter table precision_taxe add column seuil numeric(12, 2) check (seuil >= 0);
comment on column precision_taxe.seuil is
  'Quantity from which on it is the rate of a line; null: the précision is chosen for the line';

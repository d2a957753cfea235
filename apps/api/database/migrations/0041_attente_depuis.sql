-- Since when a movement waits: whoever watches the product sees that nobody carries them any more.
alter table attente_encaissement add column depuis timestamptz not null default now();
alter table attente_imputation add column depuis timestamptz not null default now();
alter table attente_montant add column depuis timestamptz not null default now();

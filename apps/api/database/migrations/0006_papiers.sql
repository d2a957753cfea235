-- What stands on the official papers of a collectivité; a piece keeps what it was printed with.
create table ecusson (
  -- What the picture hashes to (SHA-256): a crest that was printed once is never another, and stays for its reprints.
  empreinte text primary key check (empreinte ~ '^[0-9a-f]{64}$'),
  image bytea not null
);
revoke update, delete on ecusson from octroi_app;

create table papier (
  entite_id integer primary key references entite on delete cascade,
  -- By the names that the contract gives them; those that are missing are the usual ones.
  textes jsonb not null,
  ecusson text references ecusson,
  updated_at timestamptz not null default now(),
  version integer not null default 1
);


-- Receipts and demand notices: what the collectivité hands to somebody, and anybody may check (specification 2 section
-- 2.14). What a piece said when it was issued, its reprints say too.

create table piece (
  -- What its QR code carries: a hundred random bits.
  code text primary key check (code ~ '^[0-9A-HJKMNP-TV-Z]{20}$'),
  -- A cheque is first receipted provisionally: the receipt itself follows once its bank has paid.
  nature text not null check (nature in ('recu', 'provisoire', 'avis')),
  numero text not null check (numero <> ''),
  -- The number was printed by a device that could not give it: another piece may have the same.
  hors_serie boolean not null default false,
  entite_id integer not null,
  contribuable_id bigint not null,
  -- The payment that a receipt is for.
  transaction_id bigint check ((transaction_id is not null) = (nature <> 'avis')),
  -- Fiscal year of a notice; year of the payment.
  annee smallint not null,
  -- Day of the payment, or that on which the notice was issued.
  jour date not null,
  montant bigint not null,
  contenu jsonb not null,
  -- From the second on it is a duplicate.
  impressions integer not null default 0,
  -- A notice whose dues changed since is replaced by another, with a number of its own; both stay, and each is replaced
  -- once. The notices of a taxpayer and year are thus one chain, whose last is in force.
  remplace text,
  created_at timestamptz not null default now(),
  constraint piece_sujet unique (code, entite_id, contribuable_id, annee),
  constraint piece_remplacee_une_fois unique (remplace),
  constraint piece_remplace_fkey foreign key (remplace, entite_id, contribuable_id, annee)
    references piece (code, entite_id, contribuable_id, annee),
  constraint piece_remplace_un_avis check (remplace is null or nature = 'avis'),
  constraint piece_ne_se_remplace_pas check (remplace <> code),
  foreign key (entite_id, contribuable_id) references contribuable (entite_id, id),
  foreign key (entite_id, transaction_id) references transaction (entite_id, id)
);
create unique index piece_numero on piece (entite_id, nature, numero) where not hors_serie;
create unique index piece_recu on piece (entite_id, transaction_id) where nature = 'recu';
create unique index piece_provisoire on piece (entite_id, transaction_id) where nature = 'provisoire';
create unique index piece_premier_avis on piece (entite_id, contribuable_id, annee)
  where nature = 'avis' and remplace is null;
create index piece_avis on piece (entite_id, contribuable_id, annee) where nature = 'avis';

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

-- Only the count of its prints ever changes.
revoke update, delete on piece from octroi_app;
grant update (impressions) on piece to octroi_app;

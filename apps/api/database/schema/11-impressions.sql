-- Receipts and demand notices, which anybody may verify (specification 2 section 2.14). Reprints have the content of
-- the first print.

create table piece (
  -- Content of the QR code: a hundred random bits.
  code text primary key check (code ~ '^[0-9A-HJKMNP-TV-Z]{20}$'),
  -- A cheque first gets a provisional receipt; the final one follows when the bank has paid.
  nature text not null check (nature in ('recu', 'provisoire', 'avis')),
  numero text not null check (numero <> ''),
  -- Number printed by a device that had no right to it: another piece may have the same.
  hors_serie boolean not null default false,
  entite_id integer not null,
  contribuable_id bigint not null,
  -- Payment of a receipt.
  transaction_id bigint check ((transaction_id is not null) = (nature <> 'avis')),
  -- Fiscal year of a notice; year of the payment of a receipt.
  annee smallint not null,
  -- Day of the payment, or of issue of the notice.
  jour date not null,
  montant bigint not null,
  contenu jsonb not null,
  -- From the second print on it is a duplicate.
  impressions integer not null default 0,
  -- A notice with changed dues is replaced by another with a new number; both are kept, and each is replaced once. So
  -- the notices of a taxpayer and year form a chain, whose last one is in force.
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

-- Content of a collectivité's official papers; a piece keeps that of its printing.
create table ecusson (
  -- SHA-256 of the picture: a printed crest never changes, and is kept for reprints.
  empreinte text primary key check (empreinte ~ '^[0-9a-f]{64}$'),
  image bytea not null
);
revoke update, delete on ecusson from octroi_app;

create table papier (
  entite_id integer primary key references entite on delete cascade,
  -- By their names in the contract; missing ones have their defaults.
  textes jsonb not null,
  ecusson text references ecusson,
  updated_at timestamptz not null default now(),
  version integer not null default 1
);

-- Who gets « Point du mois » by mail.
create table envoi_point (
  entite_id integer primary key references entite on delete cascade,
  adresses text[] not null,
  utilisateur_id integer not null references utilisateur on delete cascade,
  envoye date not null check (envoye = date_trunc('month', envoye::timestamp)::date),
  version integer not null default 1,
  updated_at timestamptz not null default now()
);
comment on column envoi_point.utilisateur_id is 'Who named the addresses: the paper is made with the rights of that account';
comment on column envoi_point.envoye is 'First day of the last month that was sent, or that was over when the addresses were named';

-- Only the number of prints changes.
revoke update, delete on piece from octroi_app;
grant update (impressions) on piece to octroi_app;

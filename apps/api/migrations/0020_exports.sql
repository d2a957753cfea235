-- Files that are made apart, and fetched when they are done (specification 2 sections 2.14 and 9).

-- The file of a work lies in the folder of exports under the work's id; what its author asked for stands in the work.
create table export (
  travail_id uuid primary key references travail on delete cascade,
  titre text not null check (titre <> ''),
  -- Name that the file is saved under.
  fichier text not null check (fichier <> ''),
  -- Null until it is whole.
  octets bigint check (octets > 0),
  expires_at timestamptz not null default now() + interval '7 days'
);
create index export_perime on export (expires_at);

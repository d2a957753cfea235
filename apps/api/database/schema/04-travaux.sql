-- Jobs: work that outlives its request, and its files.

-- Each step is recorded in the transaction of its work, so that an interrupted job continues where it stopped, and
-- reports all of it.
create table travail (
  id uuid primary key default gen_random_uuid(),
  nature text not null,
  entite_id integer references entite,
  utilisateur_id integer references utilisateur,
  parametres jsonb not null,
  fait_avec jsonb,
  statut text not null default 'en attente' check (statut in ('en attente', 'en cours', 'terminé', 'annulé', 'échoué')),
  total integer not null default 0,
  fait integer not null default 0,
  essais integer not null default 0,
  rapport jsonb,
  message text,
  created_at timestamptz not null default now(),
  started_at timestamptz,
  ended_at timestamptz,
  constraint travail_fait_avec check ((utilisateur_id is null) = (fait_avec is null))
);
comment on column travail.fait_avec is 'Rights and scope that its author had: the work stops where they are no more';
comment on column travail.essais is 'How often it was begun since a step of it was done';
create index travail_utilisateur on travail (utilisateur_id, created_at);
create index travail_ouvert on travail (nature, entite_id) where statut in ('en attente', 'en cours');

create table travail_etape (
  travail_id uuid not null references travail on delete cascade,
  cle bigint not null,
  rapport jsonb not null,
  primary key (travail_id, cle)
);

-- A job's file is in the folder of exports under the job's id; its parameters are those of the job (specification 2
-- sections 2.14 and 9).
create table export (
  travail_id uuid primary key references travail on delete cascade,
  titre text not null check (titre <> ''),
  -- File name for the download.
  fichier text not null check (fichier <> ''),
  -- Null until the file is complete.
  octets bigint check (octets > 0),
  fait_avec jsonb,
  expires_at timestamptz not null default now() + interval '7 days',
  constraint export_fait_avec check ((octets is null) = (fait_avec is null))
);
comment on column export.fait_avec is 'Rights and scope that it was made with: it opens while they are all there still';
create index export_perime on export (expires_at);

-- Backups made or tried by the product; their files are in a separate folder.
create table sauvegarde (
  id uuid primary key default gen_random_uuid(),
  statut text not null default 'en attente' check (statut in ('en attente', 'en cours', 'terminé', 'échoué')),
  demandee boolean not null default false,
  created_at timestamptz not null default now(),
  started_at timestamptz,
  ended_at timestamptz,
  fichier text,
  octets bigint,
  empreinte text,
  lignes bigint,
  fichiers_joints integer,
  verifiee boolean not null default false,
  chiffree boolean not null default false,
  copies jsonb not null default '[]',
  message text,
  prevenu boolean not null default false
);
comment on column sauvegarde.demandee is 'Asked for by somebody: made beside those of each night, and kept until somebody removes it';
comment on column sauvegarde.prevenu is 'Whether the operator has been told, by mail, that it failed or was not copied everywhere';
comment on column sauvegarde.empreinte is 'SHA-256 of the file as it is stored';

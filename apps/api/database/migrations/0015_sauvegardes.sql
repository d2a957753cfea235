-- Backups that the product made by itself, or tried to: their files lie in a folder of their own.
create table sauvegarde (
  id uuid primary key default gen_random_uuid(),
  statut text not null default 'en attente' check (statut in ('en attente', 'en cours', 'terminé', 'échoué')),
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
  message text
);
comment on column sauvegarde.empreinte is 'SHA-256 of the file as it is stored';

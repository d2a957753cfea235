-- Taxpayers brought in from a file: its rows as they were read, until they are enrolled or told back as rejected.

create table import_contribuable (
  id uuid primary key default gen_random_uuid(),
  entite_id integer not null references entite,
  utilisateur_id integer not null references utilisateur on delete cascade,
  nom text not null,
  colonnes text[] not null,
  correspondance jsonb not null default '{}',
  lignes integer not null default 0,
  created_at timestamptz not null default now()
);
create index import_contribuable_auteur on import_contribuable (utilisateur_id, entite_id, created_at);
create index import_contribuable_entite on import_contribuable (entite_id);
comment on column import_contribuable.correspondance is 'By field of the taxpayer, the column of the file, from 0; remembered for the next file';

create table import_ligne (
  import_id uuid not null references import_contribuable on delete cascade,
  rang integer not null,
  valeurs text[] not null,
  lot integer,
  erreurs text[],
  primary key (import_id, rang)
);
comment on column import_ligne.rang is 'Number of the row in the file, its heads being row 1';
create index import_ligne_lot on import_ligne (import_id, lot);
comment on column import_ligne.lot is 'Rows that are enrolled together: those of a place stand side by side, since dues are worked out place by place';
comment on column import_ligne.erreurs is 'Why the row was rejected the last time that it was read; null where it was not';

-- A taxpayer who goes to another collectivité takes its portrait along.
alter table photo
  drop constraint photo_entite_id_contribuable_id_fkey,
  add foreign key (entite_id, contribuable_id) references contribuable (entite_id, id) on delete cascade on update cascade;

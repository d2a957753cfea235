-- Pictures of an archive that is sent beside a file of taxpayers.
alter table import_contribuable add archive text;
comment on column import_contribuable.archive is 'The archive of photos on the disk, until all of them are drawn';
create table import_photo (
  import_id uuid not null references import_contribuable on delete cascade,
  chemin text not null,
  rang integer not null,
  nom text unique check (nom ~ '^[0-9a-f]{32}\.jpg$'),
  largeur integer check (largeur > 0),
  hauteur integer check (hauteur > 0),
  refus text,
  lignes integer[] not null default '{}',
  homonyme boolean not null default false,
  contribuable_id bigint,
  primary key (import_id, chemin),
  check ((nom is null) = (largeur is null) and (nom is null) = (hauteur is null) and (nom is null or refus is null))
);
comment on table import_photo is 'Pictures of an archive that was sent beside a file of taxpayers';
comment on column import_photo.rang is 'Position in the archive';
comment on column import_photo.nom is 'Name of the file, drawn anew; null: refused, or not drawn yet';
comment on column import_photo.lignes is 'Rows that name it, at the last reading of the file';
comment on column import_photo.homonyme is 'A row names it, and another picture as well by the same name';
comment on column import_photo.contribuable_id is 'The taxpayer whose portrait it became: the file is then that of photo';

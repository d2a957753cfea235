-- The life of a taxpayer's record: enrolments that are sent twice, the likely duplicates, acts on many at once.

-- What a client calls its enrolment: one that is sent again after a cut network is known again.
alter table contribuable add column cle_idempotence text check (cle_idempotence <> '');
alter table equipement add column cle_idempotence text check (cle_idempotence <> '');
alter table enrollement add column cle_idempotence text check (cle_idempotence <> '');
create unique index contribuable_cle on contribuable (entite_id, cle_idempotence) where cle_idempotence is not null;
create unique index equipement_cle on equipement (entite_id, cle_idempotence) where cle_idempotence is not null;
create unique index enrollement_cle on enrollement (entite_id, cle_idempotence) where cle_idempotence is not null;

-- Numbers as they are compared: whatever stands between their signs, and with or without the country's prefix.
create function telephone_compare(texte text) returns text
  language sql immutable parallel safe
  return nullif(right(regexp_replace(texte, '\D', '', 'g'), 8), '');
create function piece_comparee(texte text) returns text
  language sql immutable parallel safe
  return nullif(lower(regexp_replace(texte, '[^[:alnum:]]', '', 'g')), '');
create index contribuable_telephone on contribuable (entite_id, telephone_compare(telephone)) where telephone is not null;
create index contribuable_piece on contribuable (entite_id, piece_comparee(numero_piece_identite))
  where numero_piece_identite is not null;
create index contribuable_nom_cherche on contribuable (entite_id, nom_cherche);
create index contribuable_position on contribuable (entite_id, latitude, longitude) where latitude is not null;

-- Lists of all collectivités together, newest first.
create index equipement_date_partout on equipement (created_at, id);
create index enrollement_date_partout on enrollement (created_at, id);

-- Whom a long act is for, as they were chosen: its steps are the sub-entities where they were.
create table acte_cible (
  lot uuid not null,
  entite_id integer not null,
  ramification_id integer not null,
  contribuable_id bigint not null,
  created_at timestamptz not null default now(),
  primary key (lot, ramification_id, contribuable_id)
);

-- Version 0.2, the first one: the files of ../schema as they stood then, one after another. A database or a backup of 0.2
-- is rebuilt from here, and the migrations that follow carry it on. This file does not change any more.

-- What everything else stands on: the two roles, text search, calendar days, the installation's settings.

create extension if not exists pg_trgm;
create extension if not exists btree_gin;

-- The owner migrates; the application runs as octroi_app, which may not rewrite the journal or the stored totals.
do $$
begin
  if not exists (select from pg_roles where rolname = 'octroi_app') then
    create role octroi_app nologin;
  end if;
exception
  -- another database of the same server is being made at this moment
  when duplicate_object or unique_violation then null;
end
$$;
do $$
begin
  -- Since PostgreSQL 16 a member may be one that does not take the role; before, every member may.
  if not pg_has_role(current_user, 'octroi_app',
      case when current_setting('server_version_num')::int < 160000 then 'member' else 'set' end) then
    execute format('grant octroi_app to %I', current_user);
  end if;
end
$$;
grant usage on schema public to octroi_app;
alter default privileges in schema public grant select, insert, update, delete on tables to octroi_app;
alter default privileges in schema public grant usage, select on sequences to octroi_app;

-- Names sort the French way, numbers inside them by value (Zone 2 before Zone 10).
create collation francais (provider = icu, locale = 'fr-u-kn-true');

create table parametre (
  cle text primary key,
  valeur text not null
);
insert into parametre values ('fuseau', coalesce(nullif(current_setting('octroi.time_zone', true), ''), 'Africa/Niamey'));
revoke insert, update, delete on parametre from octroi_app;

-- Functions that stored columns and indexes are worked out by stand here and below beside their tables, not with the
-- others: what is stored would not change with them, so a change of one is a migration.

-- A text as it is compared: names are unique under this form, and what is searched is stored or indexed in it. Case,
-- accents, ligatures, variants of a letter, kinds of space and invisible characters do not count; letters of every script
-- and punctuation do. `folded` of the contract (text.ts) gives the same, and a test compares both for every character.
-- It is stated by code points, not by a dictionary or the server's locale: every server stores the same. Only the lower
-- case is ICU's, whose versions agree but for scripts that were given capitals after 2017.
-- Most names are ASCII, or are once their accents are removed: they skip the middle step.
create function texte_compare(texte text) returns text
  language plpgsql immutable strict parallel safe as $$
declare
  signes text collate "C" := texte collate "C";
begin
  if octet_length(signes) > length(signes) then
    signes := regexp_replace(normalize(replace(signes, U&'\00B4', ''''), nfkd), '[\u0300-\u036f]+', '', 'g');
  end if;
  if octet_length(signes) > length(signes) then
    -- invisible characters, and the marks that Arabic, Hebrew, N'Ko and Adlam write around their letters
    signes := regexp_replace(signes, '[\u0080-\u0084\u0086-\u009f\u00ad\u0591-\u05bd\u05bf\u05c1\u05c2\u05c4\u05c5\u05c7'
      '\u0610-\u061a\u061c\u0640\u064b-\u065f\u0670\u06d6-\u06dc\u06df-\u06e4\u06e7\u06e8\u06ea-\u06ed\u07eb-\u07f3\u07fd'
      '\u0898-\u089f\u08ca-\u08e1\u08e3-\u08ff\u115f\u1160\u17b4\u17b5\u180b-\u180f\u1ab0-\u1aff\u1dc0-\u1dff\u200b-\u200f'
      '\u202a-\u202e\u2060-\u206f\u20d0-\u20ff\ufe00-\ufe0f\ufe20-\ufe2f\ufeff\ufff0-\ufffb\U0001bca0-\U0001bca3'
      '\U0001d173-\U0001d17a\U0001e944-\U0001e94a\U000e0000-\U000e0fff]+', '', 'g');
    signes := lower(signes collate public.francais);
    signes := translate(signes,
      'ɓɗɖđðƌƙɔɵøɛəǝŋɲƞƴɏħɦıɨɩɪłƚɫʋʊʉƀƃŧƭʈⱦƈȼƒǥɠɣɟʄɉƥɇɽɍⱥɑƶʒςʼʻʽʾʿ‘’‛′ꞌ“”„‟«»‐‒–—―−⁃⁄∕٠١٢٣٤٥٦٧٨٩۰۱۲۳۴۵۶۷۸۹߀߁߂߃߄߅߆߇߈߉',
      'bdddddkoooeeennnyyhhiiiilllvuubbttttccfgggjjjperraazzσ''''''''''''''''''''""""""-------//012345678901234567890123456789');
    if signes ~ '[œæßþ\u0085\u1680\u2028\u2029\u2800]' then
      signes := replace(replace(replace(replace(signes, 'œ', 'oe'), 'æ', 'ae'), 'ß', 'ss'), 'þ', 'th');
      signes := translate(signes, U&'\0085\1680\2028\2029\2800', '     ');
    end if;
  end if;
  signes := lower(signes);
  if signes ~ '[\u0001-\u001f\u007f]|  |^ | $' then
    signes := regexp_replace(signes, '[\u0001-\u0008\u000e-\u001f\u007f]+', '', 'g');
    signes := btrim(regexp_replace(signes, '[\u0009-\u000d\u0020]+', ' ', 'g'));
  end if;
  return signes;
end
$$;

-- The installation's time zone is written into the function, so that a day can be stored and indexed.
do $$
begin
  execute format(
    'create function jour_local(instant timestamptz) returns date language sql immutable strict parallel safe
     return (instant at time zone %L)::date', (select valeur from parametre where cle = 'fuseau'));
  execute format(
    'create function debut_du_jour(jour date) returns timestamptz language sql immutable strict parallel safe
     return jour::timestamp at time zone %L', (select valeur from parametre where cle = 'fuseau'));
end
$$;

-- Collectivités and their sub-entities (specification 1 section 3).

create table ville (
  id integer generated by default as identity primary key,
  nom text collate francais not null check (texte_compare(nom) <> ''),
  description text,
  enabled boolean not null default true,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  version integer not null default 1
);
create unique index ville_nom_unique on ville (texte_compare(nom));

create table type_entite (
  id integer generated by default as identity primary key,
  nom text collate francais not null unique
);
insert into type_entite (id, nom) values (1, 'Collectivité');
select setval(pg_get_serial_sequence('type_entite', 'id'), 1);

create table entite (
  id integer generated by default as identity primary key,
  nom text collate francais not null check (texte_compare(nom) <> ''),
  nom_court text collate francais not null,
  code text not null,
  type_id integer not null default 1 references type_entite,
  telephone text,
  adresse text,
  commission numeric(5, 2) check (commission between 0 and 100),
  statut_juridique text,
  ville_id integer not null references ville,
  description text,
  enabled boolean not null default false,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  version integer not null default 1,
  plafond_paiement bigint check (plafond_paiement between 1 and 1000000000),
  caisse_depuis date,
  delai_contact smallint check (delai_contact between 1 and 365),
  delai_nouveau smallint not null default 0 check (delai_nouveau between 0 and 365),
  sms_recus boolean not null default false
);
create unique index entite_nom_unique on entite (texte_compare(nom));
create unique index entite_code_unique on entite (upper(code));
comment on column entite.commission is 'NTA''s share of what is collected, in percent; the usual one where null';
comment on column entite.plafond_paiement is 'Francs that one payment may bring at most; no bound of its own where null';
comment on column entite.caisse_depuis is 'From this day on cash is only taken in an open till; null where tills are not kept';
comment on column entite.sms_recus is 'Whether a taxpayer is told by SMS of a payment that a device took, once it is received';
comment on column entite.delai_nouveau is 'Days after its enrolment before anything of a new line falls due; dues that are there keep their day';
comment on column entite.delai_contact is 'Days without contact after which a device of the field is overdue; the usual ones where null';

create table type_ramification (
  id integer generated by default as identity primary key,
  nom text collate francais not null check (texte_compare(nom) <> ''),
  niveau smallint not null check (niveau between 1 and 9),
  description text,
  enabled boolean not null default true,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  version integer not null default 1
);
create unique index type_ramification_nom_unique on type_ramification (texte_compare(nom));
comment on column type_ramification.niveau is 'Depth below the collectivité: 1 is the highest';

create table ramification (
  id integer generated by default as identity primary key,
  entite_id integer not null references entite,
  parent_id integer,
  type_id integer references type_ramification,
  nom text collate francais not null check (texte_compare(nom) <> ''),
  code text not null,
  description text,
  enabled boolean not null default false,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  version integer not null default 1,
  chemin text[] collate francais not null default '{}',
  technique boolean not null default false,
  unique (entite_id, id),
  constraint ramification_nature unique (entite_id, id, technique),
  unique (entite_id, code),
  check (parent_id <> id),
  foreign key (entite_id, parent_id) references ramification (entite_id, id),
  constraint ramification_technique check (technique = (type_id is null) and (not technique or parent_id is null))
);
create unique index ramification_technique_unique on ramification (entite_id) where technique;
comment on column ramification.technique is
  'The one node of a collectivité that is no place: it has no type, no subtree, and holds « Recettes à classer » alone';
comment on column ramification.chemin is 'Names from the highest sub-entity above it down to its own';
create unique index ramification_nom_unique on ramification (entite_id, coalesce(parent_id, 0), texte_compare(nom))
  where not technique;
create index ramification_parent on ramification (parent_id);
create index ramification_type on ramification (type_id);
create index ramification_nom on ramification (entite_id, nom);

-- Every pair of a sub-entity and one that lies beneath it, itself included: a subtree is one index range.
create table ramification_descendance (
  entite_id integer not null,
  ancetre_id integer not null,
  descendant_id integer not null,
  distance smallint not null,
  primary key (entite_id, ancetre_id, descendant_id),
  foreign key (entite_id, ancetre_id) references ramification (entite_id, id) on delete cascade,
  foreign key (entite_id, descendant_id) references ramification (entite_id, id) on delete cascade
);
create index ramification_descendance_descendant on ramification_descendance (descendant_id, distance) include (ancetre_id);
create index ramification_descendance_ancetre on ramification_descendance (ancetre_id) include (descendant_id, entite_id);
revoke insert, update, delete on ramification_descendance from octroi_app;

-- The outline that a town has of a sub-entity: the map draws it in place of one around taxpayers.
create table contour (
  ramification_id integer primary key references ramification on delete cascade,
  forme jsonb not null check (forme ->> 'type' = 'MultiPolygon'),
  updated_at timestamptz not null default now(),
  version integer not null default 1
);
comment on column contour.forme is 'GeoJSON in WGS84: positions are a longitude and a latitude';

-- People, what they may do, their sessions, and the journal of their acts (specification 1 sections 3 and 6).

create table type_utilisateur (
  id integer generated by default as identity primary key,
  nom text collate francais not null unique
);
insert into type_utilisateur (id, nom) values (1, 'Contribuable'), (2, 'Agent'), (3, 'Utilisateur');
select setval(pg_get_serial_sequence('type_utilisateur', 'id'), 3);

create table groupe (
  id integer generated by default as identity primary key,
  nom text collate francais not null check (texte_compare(nom) <> ''),
  description text,
  enabled boolean not null default true,
  second_facteur boolean not null default false,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  version integer not null default 1
);
create unique index groupe_nom_unique on groupe (texte_compare(nom));
comment on column groupe.second_facteur is 'Its members sign in with a second factor';

create table navigation (
  id integer generated by default as identity primary key,
  cle text not null unique check (cle ~ '^[a-z][a-z0-9-]*$'),
  nom text collate francais not null,
  icon text,
  url text not null,
  permissions text[] not null default '{}',
  module text not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  version integer not null default 1
);
comment on column navigation.cle is 'Stable name by which code asks for grants; permissions are the names that may be granted on it';

create table permission (
  id integer generated by default as identity primary key,
  groupe_id integer not null references groupe on delete cascade,
  navigation_id integer not null references navigation on delete cascade,
  nom text not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  version integer not null default 1,
  unique (groupe_id, navigation_id, nom)
);
create index permission_navigation on permission (navigation_id);

create table utilisateur (
  id integer generated by default as identity primary key,
  nom text collate francais not null check (texte_compare(nom) <> ''),
  prenom text collate francais not null default '',
  username text not null check (username <> ''),
  email text not null check (email like '%@%'),
  password_hash text not null,
  telephone text,
  enabled boolean not null default true,
  type_id integer not null default 3 references type_utilisateur,
  groupe_id integer references groupe,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  version integer not null default 1,
  mot_de_passe_donne boolean not null default false
);
comment on column utilisateur.mot_de_passe_donne is 'Somebody else gave the password: its owner chooses another before anything else is served';
create unique index utilisateur_username_unique on utilisateur (lower(username));
create unique index utilisateur_email_unique on utilisateur (lower(email));
create index utilisateur_nom on utilisateur (nom, prenom, id);
create index utilisateur_groupe on utilisateur (groupe_id);

-- Names that somebody bore and no longer bears: an act shows the one of its day.
create table nom_porte (
  utilisateur_id integer not null references utilisateur on delete cascade,
  jusque timestamptz not null,
  nom_complet text not null,
  primary key (utilisateur_id, jusque)
);
comment on column nom_porte.jusque is 'When it was changed for another';
revoke insert, update, delete on nom_porte from octroi_app;

create table utilisateur_entite (
  utilisateur_id integer not null references utilisateur on delete cascade,
  entite_id integer not null references entite,
  primary key (utilisateur_id, entite_id)
);
create index utilisateur_entite_entite on utilisateur_entite (entite_id);

create table utilisateur_ramification (
  utilisateur_id integer not null references utilisateur on delete cascade,
  ramification_id integer not null references ramification,
  primary key (utilisateur_id, ramification_id)
);
create index utilisateur_ramification_ramification on utilisateur_ramification (ramification_id);

-- Only a hash of the token is kept: whoever reads the table cannot sign in with it.
create table session (
  id bigint generated by default as identity primary key,
  token_hash bytea not null unique,
  utilisateur_id integer not null references utilisateur on delete cascade,
  kind text not null check (kind in ('cookie', 'bearer')),
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  address text,
  user_agent text,
  seen_at timestamptz not null default now(),
  appareil_hash bytea,
  confirmed_at timestamptz not null default now()
);
comment on column session.seen_at is 'When it was last used, to some minutes';
comment on column session.appareil_hash is 'The browser that it was opened from, as appareil knows it';
comment on column session.confirmed_at is 'When its person last gave the password; opening it counts';
create index session_utilisateur on session (utilisateur_id);
create index session_expires on session (expires_at);

-- Attempts at signing in, per account and per address: taken before a password is verified, and given back
-- one by one when it was right. Losing them in a crash costs nothing.
create unlogged table sign_in_failure (
  id bigint generated by default as identity primary key,
  key text not null,
  failed_at timestamptz not null default now()
);
create index sign_in_failure_key on sign_in_failure (key, failed_at);
comment on table sign_in_failure is 'Attempts that failed or are under way, by what they are counted under';

-- Browsers from which an account was opened before: their attempts are counted apart, so that nobody who guesses
-- elsewhere shuts a person out. The browser keeps the token, this its SHA-256.
create table appareil (
  utilisateur_id integer not null references utilisateur on delete cascade,
  token_hash bytea not null,
  created_at timestamptz not null default now(),
  seen_at timestamptz not null default now(),
  primary key (utilisateur_id, token_hash)
);
create index appareil_token on appareil (token_hash);

-- Network addresses from which an account was opened before: what fails there is counted apart too, for programs and new
-- browsers, which bring no token.
create table adresse_connue (
  utilisateur_id integer not null references utilisateur on delete cascade,
  adresse text not null,
  seen_at timestamptz not null default now(),
  primary key (utilisateur_id, adresse)
);
create index adresse_connue_adresse on adresse_connue (adresse, seen_at);

-- Sign-ins that were refused, one row per name, address, reason and quarter of an hour.
create table echec_connexion (
  id bigint generated by default as identity primary key,
  quart timestamptz not null,
  nom text not null,
  adresse text not null,
  raison text not null check (raison in ('inconnu', 'mot de passe', 'code', 'limite', 'compte')),
  utilisateur_id integer references utilisateur on delete cascade,
  nombre integer not null default 1 check (nombre > 0),
  created_at timestamptz not null default now(),
  seen_at timestamptz not null default now(),
  unique (quart, nom, adresse, raison)
);
comment on column echec_connexion.quart is 'Where the quarter of an hour begins in which the attempts were made';
comment on column echec_connexion.nom is 'As it was typed where it is an account''s, else masked; empty for the attempts beyond those that are told one by one';
create index echec_connexion_utilisateur on echec_connexion (utilisateur_id, seen_at);
create index echec_connexion_moment on echec_connexion (seen_at, id);

-- One link to a new password an account: asking again replaces it. Only a hash is kept. Unlogged, so that no backup
-- brings a used link back; losing one in a crash costs asking again.
create unlogged table reinitialisation (
  utilisateur_id integer primary key references utilisateur on delete cascade,
  token_hash bytea not null unique,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null
);

create table second_facteur (
  utilisateur_id integer primary key references utilisateur on delete cascade,
  secret text check (secret ~ '^[A-Z2-7]{32}$'),
  actif_depuis timestamptz,
  dernier_pas bigint,
  created_at timestamptz not null default now(),
  chiffre bytea,
  cle text,
  constraint second_facteur_un_secret check (num_nonnulls(secret, chiffre) = 1 and num_nonnulls(chiffre, cle) <> 1)
);
comment on column second_facteur.secret is 'TOTP secret (RFC 6238), 160 bits in base 32, as it was kept before it was encrypted: the next start encrypts it';
comment on column second_facteur.chiffre is 'The secret encrypted (AES-256-GCM): nonce, tag, text';
comment on column second_facteur.cle is 'Names the key, which the database does not hold';
comment on column second_facteur.actif_depuis is 'Null until a first code has proved that the person''s device holds the secret';
comment on column second_facteur.dernier_pas is 'Time step of the last accepted code: neither it nor an earlier one is accepted again';

create table code_secours (
  utilisateur_id integer not null references second_facteur on delete cascade,
  code_hash bytea not null,
  primary key (utilisateur_id, code_hash)
);
comment on table code_secours is 'Recovery codes that are left, hashed; a used one is deleted';

-- A person's named filters of a list.
create table vue (
  id integer generated by default as identity primary key,
  utilisateur_id integer not null references utilisateur on delete cascade,
  ecran text not null,
  nom text collate francais not null check (texte_compare(nom) <> ''),
  recherche text not null,
  created_at timestamptz not null default now(),
  unique (utilisateur_id, ecran, nom)
);

-- How a person has lists shown and which screen the product opens with, on whatever machine.
create table affichage (
  utilisateur_id integer primary key references utilisateur on delete cascade,
  densite text not null default 'confortable' check (densite in ('confortable', 'compacte')),
  accueil text not null default 'tableau-de-bord' check (accueil in ('tableau-de-bord', 'journee')),
  format_recu text not null default 'A4' check (format_recu in ('A4', 'A5', '80mm')),
  masquees jsonb not null default '{}' check (octet_length(masquees::text) <= 20000)
);
comment on column affichage.accueil is 'The screen that the product opens with';
comment on column affichage.format_recu is 'The paper that receipts are printed on';
comment on column affichage.masquees is 'Ids of the columns that are left out, by list';

-- A selection too long for an address: the filter that it came from and what was left out of it.
create table selection (
  token text primary key,
  utilisateur_id integer not null references utilisateur on delete cascade,
  resource text not null,
  query text not null,
  except_ids bigint[] not null default '{}',
  count integer not null,
  fait_avec jsonb not null,
  expires_at timestamptz not null
);
comment on column selection.fait_avec is 'Rights and scope that its rows were found with';

create table journal (
  entite_id integer not null default 0,
  id bigint generated always as identity unique,
  created_at timestamptz not null default now(),
  utilisateur_id integer,
  acte text not null,
  domaine text not null,
  ressource text not null,
  enregistrement_id bigint,
  avant jsonb,
  apres jsonb,
  request_id text,
  primary key (entite_id, id)
);
comment on column journal.entite_id is 'The collectivité concerned; 0 for what belongs to none';
-- Newest first: everybody's for who sees all, one collectivité's for the others; then what narrows both most often.
create index journal_moment on journal (created_at, id);
create index journal_entite_moment on journal (entite_id, created_at, id);
create index journal_entite_domaine on journal (entite_id, domaine, acte, created_at, id);
create index journal_enregistrement on journal (ressource, enregistrement_id, created_at, id);
create index journal_utilisateur on journal (utilisateur_id, created_at);

-- Batches of finished rows, chained by hash. Sealing comes after the act, so writers never wait for one another.
create table journal_sceau (
  id bigint generated by default as identity primary key,
  sealed_at timestamptz not null default now(),
  nombre integer not null check (nombre > 0),
  precedente bytea not null,
  empreinte bytea not null
);
comment on column journal_sceau.precedente is 'Hash of the batch before; empty for the first';

-- The hash of each sealed row is kept beside its batch's, so that a row that was altered can be named.
create table journal_scelle (
  journal_id bigint primary key,
  sceau_id bigint not null references journal_sceau,
  empreinte bytea not null
);
create index journal_scelle_sceau on journal_scelle (sceau_id);
comment on column journal_scelle.empreinte is 'empreinte_ligne() of the row when it was sealed';
revoke update, delete, truncate on journal, journal_sceau, journal_scelle from octroi_app;

-- Rows that no batch holds yet. A row that commits late, with a lower id than those sealed, waits here like any other.
create table journal_attente (
  journal_id bigint primary key
);
revoke insert, update, truncate on journal_attente from octroi_app;

-- Work that outlives its request, and the files that it makes.

-- Its steps are written in the transactions of what they did, so that work that was interrupted goes on where it stood
-- and tells the whole of it in the end.
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

-- The file of a work lies in the folder of exports under the work's id; what its author asked for stands in the work
-- (specification 2 sections 2.14 and 9).
create table export (
  travail_id uuid primary key references travail on delete cascade,
  titre text not null check (titre <> ''),
  -- Name that the file is saved under.
  fichier text not null check (fichier <> ''),
  -- Null until it is whole.
  octets bigint check (octets > 0),
  fait_avec jsonb,
  expires_at timestamptz not null default now() + interval '7 days',
  constraint export_fait_avec check ((octets is null) = (fait_avec is null))
);
comment on column export.fait_avec is 'Rights and scope that it was made with: it opens while they are all there still';
create index export_perime on export (expires_at);

-- Backups that the product made by itself, or tried to: their files lie in a folder of their own.
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
  message text
);
comment on column sauvegarde.demandee is 'Asked for by somebody: made beside those of each night, and kept until somebody removes it';
comment on column sauvegarde.empreinte is 'SHA-256 of the file as it is stored';

-- What is taxed, by which tax, at which rate (specification 1 section 3, 2 section 3).

create table categorie_taxe (
  id integer generated by default as identity primary key,
  entite_id integer references entite,
  nom text collate francais not null check (texte_compare(nom) <> ''),
  description text,
  enabled boolean not null default true,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  version integer not null default 1
);
create unique index categorie_taxe_nom_unique on categorie_taxe (coalesce(entite_id, 0), texte_compare(nom));

create table categorie_activite (
  id integer generated by default as identity primary key,
  entite_id integer not null references entite,
  nom text collate francais not null check (texte_compare(nom) <> ''),
  description text,
  enabled boolean not null default true,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  version integer not null default 1,
  unique (entite_id, id)
);
create unique index categorie_activite_nom_unique on categorie_activite (entite_id, texte_compare(nom));

create table nature_activite (
  id integer generated by default as identity primary key,
  entite_id integer not null references entite,
  categorie_id integer not null,
  nom text collate francais not null check (texte_compare(nom) <> ''),
  description text,
  enabled boolean not null default true,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  version integer not null default 1,
  unique (entite_id, id),
  foreign key (entite_id, categorie_id) references categorie_activite (entite_id, id)
);
create unique index nature_activite_nom_unique on nature_activite (entite_id, texte_compare(nom));
create index nature_activite_categorie on nature_activite (categorie_id);

create table type_equipement (
  id integer generated by default as identity primary key,
  entite_id integer not null references entite,
  categorie_id integer,
  nom text collate francais not null check (texte_compare(nom) <> ''),
  code text,
  description text,
  enabled boolean not null default false,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  version integer not null default 1,
  unique (entite_id, id),
  foreign key (entite_id, categorie_id) references categorie_activite (entite_id, id)
);
create unique index type_equipement_nom_unique on type_equipement (entite_id, texte_compare(nom));

create table frequence (
  id integer generated by default as identity primary key,
  nom text collate francais not null check (texte_compare(nom) <> ''),
  occurrences smallint not null default 1 check (occurrences between 1 and 366),
  description text,
  enabled boolean not null default true,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  version integer not null default 1
);
create unique index frequence_nom_unique on frequence (texte_compare(nom));
comment on column frequence.occurrences is 'Periods in a year; above twelve the tax is billed by month, rate times days';

create table taxe (
  id integer generated by default as identity primary key,
  entite_id integer not null references entite,
  nom text collate francais not null check (texte_compare(nom) <> ''),
  categorie_id integer not null references categorie_taxe,
  nature_activite_id integer,
  type_equipement_id integer,
  frequence_id integer not null references frequence,
  appartenance text,
  enabled boolean not null default true,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  version integer not null default 1,
  unique (entite_id, id),
  foreign key (entite_id, nature_activite_id) references nature_activite (entite_id, id),
  foreign key (entite_id, type_equipement_id) references type_equipement (entite_id, id),
  check (num_nonnulls(nature_activite_id, type_equipement_id) = 1)
);
create index taxe_nature on taxe (nature_activite_id);
create index taxe_type_equipement on taxe (type_equipement_id);
create unique index taxe_nom_unique on taxe (entite_id, texte_compare(nom)) where enabled;
create index taxe_nom on taxe (entite_id, nom);

-- The line of the budget that what a tax brings is booked on, from a day on; what was frozen on a slip stays as it was.
create table imputation_budgetaire (
  id integer generated by default as identity primary key,
  entite_id integer not null references entite,
  taxe_id integer not null,
  debut date not null,
  code text not null check (code <> ''),
  libelle text collate francais not null check (libelle <> ''),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  version integer not null default 1,
  foreign key (entite_id, taxe_id) references taxe (entite_id, id) on delete cascade,
  constraint imputation_budgetaire_unique unique (taxe_id, debut)
);

-- The rate of a tax for a sub-entity and a year. It may exist before its tax: the separate calls of the
-- specification create précisions, then applications, then the tax that takes them.
create table application (
  id integer generated by default as identity primary key,
  entite_id integer not null references entite,
  taxe_id integer,
  ramification_id integer not null,
  annee smallint not null check (annee between 2000 and 2100),
  tarif bigint check (tarif >= 0),
  exclue boolean not null default false,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  version integer not null default 1,
  unique (entite_id, id),
  foreign key (entite_id, taxe_id) references taxe (entite_id, id) on delete cascade,
  foreign key (entite_id, ramification_id) references ramification (entite_id, id),
  check (not (exclue and tarif is not null))
);
create unique index application_unique on application (taxe_id, ramification_id, annee) where taxe_id is not null;
create index application_ramification on application (ramification_id);
comment on column application.tarif is 'Price of one period of the frequency, in francs; null when the précisions carry it';
comment on column application.exclue is 'Left out on purpose: no rate here, nor one inherited from above';

create table precision_taxe (
  id integer generated by default as identity primary key,
  annee smallint not null check (annee between 2000 and 2100),
  libelle text collate francais not null check (libelle <> ''),
  tarif bigint not null check (tarif >= 0),
  created_by_id integer references utilisateur on delete set null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  version integer not null default 1
);
create table application_precision (
  application_id integer not null references application on delete cascade,
  precision_id integer not null references precision_taxe,
  -- the person's order; what has the same goes by price and label
  rang smallint not null default 0,
  primary key (application_id, precision_id)
);
create index application_precision_precision on application_precision (precision_id);

-- Years whose dues are final, and who made them so.
create table annee_close (
  entite_id integer not null references entite,
  annee smallint not null check (annee between 2000 and 2100),
  closed_at timestamptz not null default now(),
  closed_by_id integer references utilisateur on delete set null,
  primary key (entite_id, annee)
);

-- How people pay (specification 2 section 3). They belong to the payments; taxpayers prefer one, so they stand before them.

-- Cash is certain when it is handed over; any other payment waits until its operator, or a person, says that it came.
create table moyen_paiement (
  id integer generated by default as identity primary key,
  nom text collate francais not null check (texte_compare(nom) <> ''),
  commission numeric(5, 2) check (commission between 0 and 100),
  a_confirmer boolean not null default false,
  description text,
  enabled boolean not null default true,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  version integer not null default 1,
  nature text not null,
  constraint moyen_paiement_nature_check
    check (nature in ('espèces', 'chèque', 'virement', 'mobile', 'carte', 'remboursement')),
  constraint moyen_paiement_especes_sures check (nature <> 'espèces' or not a_confirmer)
);
create unique index moyen_paiement_nom_unique on moyen_paiement (texte_compare(nom));
comment on column moyen_paiement.a_confirmer is 'A payment waits for a confirmation before it counts';
comment on column moyen_paiement.nature is 'What the rules of the till hang on; a method that is made without one is cash, or mobile where it waits';

create table utilisateur_moyen_paiement (
  utilisateur_id integer not null references utilisateur on delete cascade,
  moyen_paiement_id integer not null references moyen_paiement,
  primary key (utilisateur_id, moyen_paiement_id)
);
create index utilisateur_moyen_paiement_moyen on utilisateur_moyen_paiement (moyen_paiement_id);

-- What a collectivité tells those who owe: where, when and how they may pay.
create table modalite_paiement (
  id integer generated by default as identity primary key,
  entite_id integer not null references entite,
  nom text collate francais not null check (texte_compare(nom) <> ''),
  code text,
  horaires text,
  reference text,
  description text,
  enabled boolean not null default true,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  version integer not null default 1
);
create unique index modalite_paiement_nom_unique on modalite_paiement (entite_id, texte_compare(nom));

-- Taxpayers, what they own, what they were enrolled for (specification 2 section 3).

-- Numbers as they are compared: whatever stands between their signs, and with or without the country's prefix.
create function telephone_compare(texte text) returns text
  language sql immutable parallel safe
  return nullif(right(regexp_replace(texte, '\D', '', 'g'), 8), '');
create function piece_comparee(texte text) returns text
  language sql immutable parallel safe
  return nullif(regexp_replace(texte_compare(texte), '[^[:alnum:]]' collate public.francais, '', 'g'), '');

-- A word of a name (without accents nor capitals) as it is found again with a letter wrong: itself, and itself less one of
-- its letters. Two words that differ by a letter changed, added, left out or turned round have one of these in common.
create function cles_de_mot(mot text) returns text[]
  language sql immutable strict parallel safe
  return (select array_agg(left(mot, rang - 1) || substr(mot, rang + 1)) from generate_series(1, length(mot) + 1) rang
    where length(mot) > 2 or rang > length(mot));
-- All that a taxpayer is found by, whatever stands between signs: the words of its names as above and by how they begin
-- (`djer*`), its telephone (`#89400402`, `#8940*`), the digits of its number without the zeros before them, its NIF.
-- It is dear, and an index answers for it: no other way to the rows, nor processes to share them, may seem worth it.
create function cles_de_contribuable(nom text, prenom text, raison_sociale text, num_klis text, telephone text, nif text)
  returns text[] language sql immutable parallel restricted cost 10000
  return (select array_agg(distinct cle) from (
    select unnest(cles_de_mot(mot) || array(select left(mot, rang) || '*' from generate_series(1, length(mot) - 1) rang)) cle
    from regexp_split_to_table(texte_compare(nom || ' ' || prenom || ' ' || coalesce(raison_sociale, '')),
      '[^[:alnum:]]+' collate public.francais) mot
    where length(mot) between 1 and 40
    union all
    select unnest(array['#' || ltrim(substring(num_klis from '\d+$'), '0'),
      '#' || telephone_compare(telephone), '#' || left(telephone_compare(telephone), 4) || '*',
      '#' || piece_comparee(nif), '#' || substring(nif from '^\d+')])) toutes
    where cle is not null);

create table contribuable (
  entite_id integer not null references entite,
  id bigint generated by default as identity unique,
  ramification_id integer not null,
  num_klis text not null check (num_klis <> ''),
  type text not null default 'Personne physique' check (type in ('Personne physique', 'Personne morale')),
  nom text collate francais not null check (nom <> ''),
  prenom text collate francais not null default '',
  raison_sociale text collate francais,
  nif text,
  age smallint check (age between 0 and 150),
  lieu_naissance text,
  telephone text,
  adresse text,
  photo text,
  type_piece_identite text,
  numero_piece_identite text,
  moyen_paiement_prefere_id integer references moyen_paiement,
  latitude double precision check (latitude between -90 and 90),
  longitude double precision check (longitude between -180 and 180),
  nbre_betail integer check (nbre_betail >= 0),
  statut text not null default 'Enrolé' check (statut in ('Enrolé', 'Corrigé', 'Validé')),
  enabled boolean not null default true,
  created_at timestamptz not null default now(),
  created_by_id integer not null references utilisateur,
  updated_at timestamptz not null default now(),
  corrected_at timestamptz,
  corrected_by_id integer references utilisateur,
  validated_at timestamptz,
  validated_by_id integer references utilisateur,
  -- What a client calls its enrolment: one that is sent again after a cut network is known again.
  cle_idempotence text check (cle_idempotence <> ''),
  version integer not null default 1,
  systeme boolean not null default false,
  jour date not null generated always as (jour_local(created_at)) stored,
  betail boolean not null generated always as (nbre_betail is not null) stored,
  nom_complet text collate francais not null
    generated always as (coalesce(nullif(raison_sociale, ''), btrim(nom || ' ' || prenom))) stored,
  nom_cherche text not null
    generated always as (texte_compare(coalesce(nullif(raison_sociale, ''), btrim(nom || ' ' || prenom)))) stored,
  recherche text not null generated always as (texte_compare(
    nom || ' ' || prenom || ' ' || coalesce(raison_sociale, '') || ' ' || num_klis || ' ' || coalesce(telephone, ''))) stored,
  primary key (entite_id, id),
  unique (entite_id, num_klis),
  -- « Recettes à classer » alone is at the technical node, and nowhere else.
  constraint contribuable_lieu foreign key (entite_id, ramification_id, systeme) references ramification (entite_id, id, technique),
  constraint contribuable_systeme check (not systeme or num_nonnulls(latitude, longitude, nbre_betail) = 0)
);
-- One for each collectivité; its id is read by every list of taxpayers, which leaves it out.
create unique index contribuable_systeme_unique on contribuable (entite_id) include (id) where systeme;
create unique index contribuable_cle on contribuable (entite_id, cle_idempotence) where cle_idempotence is not null;
-- One or two letters match too many names, or none, for a trigram index to tell them apart: they are looked for in the
-- index that gives the list its order, which the table need not be read for.
create index contribuable_date_nom on contribuable (created_at, id) include (nom_cherche);
create index contribuable_entite_date_nom on contribuable (entite_id, created_at, id) include (nom_cherche);
create index contribuable_entite_nom on contribuable (entite_id, nom_complet, id);
create index contribuable_nom on contribuable (nom_complet, id);
-- By last name, as a column of its own.
create index contribuable_entite_nom_seul on contribuable (entite_id, nom, id);
create index contribuable_nom_seul on contribuable (nom, id);
create index contribuable_ramification on contribuable (entite_id, ramification_id, created_at);
create index contribuable_statut on contribuable (entite_id, statut, created_at);
create index contribuable_agent on contribuable (created_by_id, created_at);
create index contribuable_recherche on contribuable using gin (recherche gin_trgm_ops);
-- Who is looked for, however spelt, in whatever order, whatever the spaces; and the likely duplicates of somebody. The keys
-- stand beside whose they are, since a person mostly looks in one collectivité.
create index contribuable_cles on contribuable
  using gin (entite_id, cles_de_contribuable(nom, prenom, raison_sociale, num_klis, telephone, nif) collate "C");
create index contribuable_piece on contribuable (entite_id, piece_comparee(numero_piece_identite))
  where numero_piece_identite is not null;
create index contribuable_nom_cherche on contribuable (entite_id, nom_cherche);
create index contribuable_position on contribuable (entite_id, latitude, longitude) where latitude is not null;
-- Where taxpayers are, without reading their rows: a part of the map is a range of latitudes within the collectivités.
create index contribuable_carte on contribuable (entite_id, latitude)
  include (longitude, id, ramification_id, created_at, betail);
comment on column contribuable.systeme is
  'Not a taxpayer: « Recettes à classer » of the collectivité, under which money is booked whose payer is not known';
comment on column contribuable.nom_cherche is 'nom_complet as it is searched: one or two letters match too many rows to work it out for each';
comment on column contribuable.recherche is 'What `like` looks through first, whatever column it names: one trigram index for all';

-- Stays: from which day on a taxpayer was where. A period is priced, and its échéance counted, at the place of its first day.
create table sejour (
  entite_id integer not null,
  contribuable_id bigint not null,
  -- the first stay of everybody is as old as dues can be
  du date not null check (du between '2000-01-01' and '2101-01-01'),
  ramification_id integer not null,
  primary key (entite_id, contribuable_id, du),
  foreign key (entite_id, contribuable_id) references contribuable (entite_id, id) on delete cascade,
  foreign key (entite_id, ramification_id) references ramification (entite_id, id)
);
create index sejour_ramification on sejour (entite_id, ramification_id);
comment on table sejour is 'Written by the triggers of contribuable and by demenager() alone; the latest stay is where the taxpayer is';
revoke insert, update, delete, truncate on sejour from octroi_app;

create table equipement (
  entite_id integer not null,
  id bigint generated by default as identity unique,
  contribuable_id bigint not null,
  type_equipement_id integer not null,
  ramification_id integer not null,
  precision text,
  photo text,
  latitude double precision check (latitude between -90 and 90),
  longitude double precision check (longitude between -180 and 180),
  enabled boolean not null default false,
  created_at timestamptz not null default now(),
  created_by_id integer not null references utilisateur,
  updated_at timestamptz not null default now(),
  cle_idempotence text check (cle_idempotence <> ''),
  version integer not null default 1,
  primary key (entite_id, id),
  foreign key (entite_id, contribuable_id) references contribuable (entite_id, id) on delete cascade,
  foreign key (entite_id, type_equipement_id) references type_equipement (entite_id, id),
  foreign key (entite_id, ramification_id) references ramification (entite_id, id)
);
create unique index equipement_cle on equipement (entite_id, cle_idempotence) where cle_idempotence is not null;
create index equipement_contribuable on equipement (entite_id, contribuable_id);
create index equipement_type on equipement (entite_id, type_equipement_id);
create index equipement_ramification on equipement (entite_id, ramification_id);
create index equipement_date on equipement (entite_id, created_at, id);
-- The list of all collectivités together, newest first.
create index equipement_date_partout on equipement (created_at, id);

create table enrollement (
  entite_id integer not null,
  id bigint generated by default as identity unique,
  contribuable_id bigint not null,
  equipement_id bigint,
  nature_activite_id integer,
  variation text,
  enabled boolean not null default true,
  closed_at timestamptz,
  latitude double precision check (latitude between -90 and 90),
  longitude double precision check (longitude between -180 and 180),
  created_at timestamptz not null default now(),
  created_by_id integer not null references utilisateur,
  updated_at timestamptz not null default now(),
  cle_idempotence text check (cle_idempotence <> ''),
  version integer not null default 1,
  primary key (entite_id, id),
  -- What an échéance of the line refers to: it is of a line of its own taxpayer, in one key.
  constraint enrollement_de_contribuable unique (entite_id, contribuable_id, id),
  foreign key (entite_id, contribuable_id) references contribuable (entite_id, id) on delete cascade,
  foreign key (entite_id, equipement_id) references equipement (entite_id, id) on delete cascade,
  foreign key (entite_id, nature_activite_id) references nature_activite (entite_id, id),
  check (num_nonnulls(equipement_id, nature_activite_id) = 1)
);
create unique index enrollement_cle on enrollement (entite_id, cle_idempotence) where cle_idempotence is not null;
create index enrollement_equipement on enrollement (entite_id, equipement_id) where equipement_id is not null;
create index enrollement_nature on enrollement (entite_id, nature_activite_id) where nature_activite_id is not null;
create index enrollement_date on enrollement (entite_id, created_at, id);
create index enrollement_date_partout on enrollement (created_at, id);
-- Stored totals count open lines: the few others are counted beside them.
create index enrollement_clos on enrollement (entite_id, contribuable_id) where closed_at is not null;
comment on column enrollement.variation is 'Label of the précision that rates the line';
comment on column enrollement.closed_at is 'A line that was paid on is closed, never deleted';

-- Photos of taxpayers and of what they own. The pictures lie in the uploads folder; what is here says whose they are.
create table photo (
  entite_id integer not null,
  id bigint generated by default as identity unique,
  contribuable_id bigint not null,
  equipement_id bigint,
  nom text not null unique check (nom ~ '^[0-9a-f]{32}\.jpg$'),
  largeur integer not null check (largeur > 0),
  hauteur integer not null check (hauteur > 0),
  created_at timestamptz not null default now(),
  created_by_id integer not null references utilisateur,
  primary key (entite_id, id),
  -- A taxpayer who goes to another collectivité takes its portrait along.
  foreign key (entite_id, contribuable_id) references contribuable (entite_id, id) on delete cascade on update cascade,
  foreign key (entite_id, equipement_id) references equipement (entite_id, id) on delete cascade
);
create index photo_contribuable on photo (entite_id, contribuable_id);
create index photo_equipement on photo (entite_id, equipement_id) where equipement_id is not null;
create index photo_auteur on photo (created_by_id);
comment on column photo.equipement_id is 'Null for the portrait of the taxpayer';
comment on column photo.nom is 'Name of the file, which cannot be guessed; the thumbnail is named after it';
revoke update, truncate on photo from octroi_app;

-- Files that no row names any more, whatever removed it: they are deleted from the folder afterwards, since a file
-- cannot be rolled back.
create table fichier_retire (
  nom text primary key,
  created_at timestamptz not null default now()
);
revoke insert, update, truncate on fichier_retire from octroi_app;

-- Next number of a series in a collectivité: taxpayers, receipts by year. Touched last in its transaction.
create table compteur (
  entite_id integer not null references entite,
  serie text not null,
  annee smallint not null default 0,
  valeur bigint not null default 0,
  primary key (entite_id, serie, annee)
);

-- Whom a long act is for, as they were chosen: its steps are the sub-entities where they were.
create table acte_cible (
  lot uuid not null,
  entite_id integer not null,
  ramification_id integer not null,
  contribuable_id bigint not null,
  created_at timestamptz not null default now(),
  primary key (lot, ramification_id, contribuable_id)
);

-- Taxpayers brought in from a file: its rows as they were read, until they are enrolled or told back as rejected.
create table import_contribuable (
  id uuid primary key default gen_random_uuid(),
  entite_id integer not null references entite,
  utilisateur_id integer not null references utilisateur on delete cascade,
  nom text not null,
  colonnes text[] not null,
  correspondance jsonb not null default '{}',
  lignes integer not null default 0,
  remarques text[] not null default '{}',
  fait_avec jsonb not null,
  created_at timestamptz not null default now()
);
comment on column import_contribuable.fait_avec is 'Scope that its author had: the file and its rejected rows open while it is all there still';
create index import_contribuable_auteur on import_contribuable (utilisateur_id, entite_id, created_at);
create index import_contribuable_entite on import_contribuable (entite_id);
comment on column import_contribuable.correspondance is 'By field of the taxpayer, the column of the file, from 0; remembered for the next file';

create table import_ligne (
  import_id uuid not null references import_contribuable on delete cascade,
  rang integer not null,
  valeurs text[] not null,
  fusions jsonb,
  lot integer,
  erreurs text[],
  primary key (import_id, rang)
);
create index import_ligne_lot on import_ligne (import_id, lot);
comment on column import_ligne.rang is 'Number of the row in the file, its heads being row 1';
comment on column import_contribuable.remarques is 'How the file is read: which sheet, which merged cells';
comment on column import_ligne.fusions is 'By column, from 0, what a cell shows that is merged with another; its own value is empty';
comment on column import_ligne.lot is 'Rows that are enrolled together: those of a place stand side by side, since dues are worked out place by place';
comment on column import_ligne.erreurs is 'Why the row was rejected the last time that it was read; null where it was not';

-- What is due: one line, one tax, one year, one period. Fiscalité's, after the lines that it is of.
create table echeance (
  entite_id integer not null,
  id bigint generated by default as identity unique,
  contribuable_id bigint not null,
  enrollement_id bigint not null,
  taxe_id integer not null,
  annee smallint not null check (annee between 2000 and 2100),
  periode smallint not null check (periode between 1 and 12),
  precision text,
  montant bigint not null check (montant >= 0),
  paye bigint not null default 0,
  exigible_le date not null,
  ramification_id integer not null,
  closed_at timestamptz,
  origine text not null default 'calculée' check (origine in ('calculée', 'reprise')),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (entite_id, id),
  unique (entite_id, enrollement_id, taxe_id, annee, periode),
  constraint echeance_enrollement foreign key (entite_id, contribuable_id, enrollement_id)
    references enrollement (entite_id, contribuable_id, id),
  foreign key (entite_id, taxe_id) references taxe (entite_id, id),
  foreign key (entite_id, ramification_id) references ramification (entite_id, id),
  constraint echeance_paye check (paye between 0 and montant)
) with (fillfactor = 90);
create index echeance_contribuable on echeance (entite_id, contribuable_id, annee, periode, id);
create index echeance_exigible on echeance (entite_id, exigible_le);
-- By tax alone: a new year's first échéances are unknown to the planner, which would look them up by year.
create index echeance_taxe on echeance (entite_id, taxe_id);
comment on column echeance.paye is 'Sum of its imputations, kept by the database; never above the amount';
comment on column echeance.origine is
  'calculée: priced by a rate, and follows it; reprise: brought along from before Octroi, at the amount that it had then';
comment on column echeance.ramification_id is 'Where the taxpayer was on the first day of its period, by its stays';
-- What an échéance is of does not change, and what is paid on it only its imputations say.
revoke insert, update on echeance from octroi_app;
grant insert (entite_id, id, contribuable_id, enrollement_id, taxe_id, annee, periode, precision, montant, exigible_le,
  ramification_id, closed_at, origine, created_at, updated_at) on echeance to octroi_app;
grant update (precision, montant, exigible_le, ramification_id, closed_at, updated_at) on echeance to octroi_app;

-- Money received and given back, and what it pays (specification 2 section 3).

-- What one payer hands over at once, for one taxpayer or for several: each has a transaction of its own.
create table encaissement (
  entite_id integer not null references entite,
  id bigint generated by default as identity unique,
  payeur_nom text not null check (payeur_nom <> ''),
  payeur_telephone text,
  montant bigint not null check (montant > 0),
  moyen_paiement_id integer not null references moyen_paiement,
  recu_en_main bigint check (recu_en_main >= montant),
  cheque_banque text,
  cheque_numero text,
  cheque_tireur text,
  session_caisse_id bigint,
  created_by_id integer not null references utilisateur,
  cle_idempotence text,
  created_at timestamptz not null default now(),
  primary key (entite_id, id),
  unique (entite_id, cle_idempotence)
);
create index encaissement_auteur on encaissement (created_by_id, created_at);
comment on column encaissement.montant is 'Francs: the sum of its transactions as they were taken';
comment on column encaissement.recu_en_main is 'Francs of cash that were handed over; what is above the amount was given back and is no income';
comment on column encaissement.session_caisse_id is 'The till session that the cash went into; null where tills are not used';
revoke update, delete on encaissement from octroi_app;

create table transaction (
  entite_id integer not null,
  id bigint generated by default as identity unique,
  contribuable_id bigint not null,
  ramification_id integer not null,
  no_transaction text not null check (no_transaction <> ''),
  numero_recu text,
  date_transaction timestamptz not null default now(),
  date_requete timestamptz not null default now(),
  montant bigint not null check (montant <> 0),
  frais bigint not null default 0 check (frais >= 0),
  statut text not null default 'En attente de confirmation'
    check (statut in ('Confirmé', 'En attente de confirmation', 'Failed')),
  moyen_paiement_id integer not null references moyen_paiement,
  bureau_accepteur_id integer references utilisateur,
  annee smallint check (annee between 2000 and 2100),
  motif text,
  cle_idempotence text,
  extourne_de_id bigint,
  betail boolean not null default false,
  a_classer boolean not null default false,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  version integer not null default 1,
  jour date not null generated always as (jour_local(date_transaction)) stored,
  encaissement_id bigint,
  session_caisse_id bigint,
  remplace_id bigint,
  avis_rejet text,
  numero_imprime text check (numero_imprime <> ''),
  primary key (entite_id, id),
  unique (entite_id, no_transaction),
  foreign key (entite_id, contribuable_id) references contribuable (entite_id, id),
  -- Money to be classified is counted at the technical node, all other money at a place.
  constraint transaction_lieu foreign key (entite_id, ramification_id, a_classer) references ramification (entite_id, id, technique),
  foreign key (entite_id, extourne_de_id) references transaction (entite_id, id),
  constraint transaction_encaissement_fkey foreign key (entite_id, encaissement_id) references encaissement (entite_id, id),
  constraint transaction_remplace_fkey foreign key (entite_id, remplace_id) references transaction (entite_id, id),
  constraint transaction_avis_rejet check (avis_rejet is null or extourne_de_id is not null and session_caisse_id is null),
  constraint transaction_session_confirmee check (session_caisse_id is null or statut = 'Confirmé')
);
create unique index transaction_entite_id_cle_idempotence_key on transaction (entite_id, cle_idempotence)
  where cle_idempotence is not null;
create unique index transaction_entite_id_extourne_de_id_key on transaction (entite_id, extourne_de_id)
  where extourne_de_id is not null;
create unique index transaction_remplace_unique on transaction (entite_id, remplace_id) where remplace_id is not null;
create unique index transaction_recu_unique on transaction (entite_id, numero_recu) where numero_recu is not null;
create index transaction_numero_imprime on transaction (entite_id, numero_imprime) where numero_imprime is not null;
-- Lists of payments are of confirmed ones, of money received, without livestock, of a place: with these in the index a far page
-- skips rows without reading them, and a window is counted without reading any.
create index transaction_fenetre on transaction (entite_id, date_transaction desc, id desc)
  include (statut, betail, a_classer, montant, ramification_id);
-- What waits is little beside all that came in, and is counted every morning.
create index transaction_attente on transaction (entite_id, date_transaction) include (montant)
  where statut = 'En attente de confirmation';
create index transaction_fenetre_partout on transaction (date_transaction desc, id desc)
  include (statut, betail, a_classer, montant, ramification_id);
-- What is to be classified is little beside all that came in.
create index transaction_a_classer on transaction (entite_id, date_transaction desc, id desc) where a_classer;
create index transaction_contribuable on transaction (entite_id, contribuable_id, date_transaction);
create index transaction_ramification on transaction (entite_id, ramification_id, date_transaction);
create index transaction_agent on transaction (bureau_accepteur_id, date_transaction);
create index transaction_moyen on transaction (moyen_paiement_id, date_transaction);
create index transaction_numero on transaction using gin (texte_compare(no_transaction) gin_trgm_ops);
create index transaction_encaissement on transaction (entite_id, encaissement_id) where encaissement_id is not null;
create index transaction_session_caisse on transaction (entite_id, session_caisse_id) where session_caisse_id is not null;
comment on column transaction.montant is 'Francs; negative for a refund or a reversal';
comment on column transaction.frais is 'The operator''s commission, part of the amount';
comment on column transaction.ramification_id is 'Where the taxpayer was when paying';
comment on column transaction.a_classer is
  'Booked under « Recettes à classer », or taking back what was: in no figure of a place, told on a line of its own';
comment on column transaction.annee is 'The year that the payer asked to pay, if any';
comment on column transaction.numero_recu is
  'Receipt number CODE-ANNEE-000123, without gaps in a collectivité and year: taken from compteur as the payment is confirmed '
  '(neither refunds nor reversals have one)';
comment on column transaction.numero_imprime is
  'The number on the paper that its payer was given, where that is not numero_recu: it was another receipt''s, or of no series '
  'of the device that printed it. What is printed of it, and its QR, say this one for ever';
comment on column transaction.cle_idempotence is 'The caller''s id and its Idempotency-Key: one booking, however often asked';
comment on column transaction.extourne_de_id is 'The confirmed transaction that this one takes back, whole';
comment on column transaction.encaissement_id is 'What it was handed over with';
comment on column transaction.session_caisse_id is 'The till session whose cash it moved: of a payment in cash, and of what takes one back there';
comment on column transaction.avis_rejet is 'Of a reversal: the file of the bank''s notice that the cheque was not paid after all';
comment on column transaction.remplace_id is 'The payment in whose place it was booked, for another taxpayer or by another method';

create table imputation (
  entite_id integer not null,
  id bigint generated by default as identity unique,
  transaction_id bigint not null,
  contribuable_id bigint not null,
  annee smallint not null check (annee between 2000 and 2100),
  echeance_id bigint,
  montant bigint not null check (montant <> 0),
  avance boolean not null default false,
  paiement_id bigint,
  created_at timestamptz not null default now(),
  primary key (entite_id, id),
  foreign key (entite_id, transaction_id) references transaction (entite_id, id),
  constraint imputation_paiement_fkey foreign key (entite_id, paiement_id) references transaction (entite_id, id),
  constraint imputation_paiement_rendu check (paiement_id is null or montant < 0),
  foreign key (entite_id, contribuable_id) references contribuable (entite_id, id),
  foreign key (entite_id, echeance_id) references echeance (entite_id, id),
  constraint imputation_avance_prise check (not avance or echeance_id is not null)
);
create index imputation_transaction on imputation (entite_id, transaction_id);
create index imputation_contribuable on imputation (entite_id, contribuable_id, annee);
create index imputation_echeance on imputation (entite_id, echeance_id) where echeance_id is not null;
-- Advances wait to be taken up by the next dues.
create index imputation_avance on imputation (entite_id, contribuable_id, annee) where echeance_id is null;
create index imputation_paiement on imputation (entite_id, paiement_id) where paiement_id is not null;
comment on column imputation.paiement_id is
  'Negative: the payment that this part came in with, where an approved command named it; null otherwise';
comment on column imputation.echeance_id is 'What is paid; null for an advance';
comment on column imputation.avance is
  'This part was an advance before it paid the échéance; negative: given back of such a part';

-- What operators said of payments, kept before anything is done with it: a first commit writes the message, a second one applies
-- it and writes the answer, which a message that is sent again gets too (ADR 0061). What cannot be applied has a nature: a case
-- that somebody clears up. A payment is named by a number that nothing holds, since one that waits may be removed.
create table notification_operateur (
  id bigint generated by default as identity unique,
  moyen_paiement_id integer not null references moyen_paiement,
  evenement text not null check (evenement <> ''),
  empreinte bytea not null,
  corps jsonb not null,
  montant bigint not null check (montant <> 0),
  recue_le timestamptz not null default now(),
  entite_id integer references entite,
  transaction_id bigint,
  reponse jsonb,
  repondue_le timestamptz,
  nature text check (nature in ('double', 'montant', 'annulé', 'inconnu')),
  message text,
  acte text check (acte in ('encaisser', 'rendre', 'écarter')),
  note text,
  regle_le timestamptz,
  regle_par_id integer references utilisateur,
  encaisse_id bigint,
  primary key (moyen_paiement_id, evenement),
  foreign key (entite_id, encaisse_id) references transaction (entite_id, id),
  constraint notification_operateur_reponse check ((reponse is null) = (repondue_le is null)),
  constraint notification_operateur_cas check (num_nonnulls(nature, message) in (0, 2) and (nature is null or reponse is not null)),
  constraint notification_operateur_reglement check (
    num_nonnulls(acte, note, regle_le, regle_par_id) in (0, 4) and (acte is null or nature is not null)
    and (encaisse_id is not null) = (acte is not distinct from 'encaisser'))
);
create index notification_operateur_cas on notification_operateur (entite_id, id) where nature is not null and regle_le is null;
create index notification_operateur_a_appliquer on notification_operateur (recue_le) where reponse is null;
create index notification_operateur_transaction on notification_operateur (entite_id, transaction_id);
comment on column notification_operateur.evenement is 'The operator''s own name of the message';
comment on column notification_operateur.empreinte is 'SHA-256 of what it says: the same event with other content is refused';
comment on column notification_operateur.corps is 'What it says, as it was read';
comment on column notification_operateur.entite_id is 'Of the payment; null where no collectivité is known';
comment on column notification_operateur.transaction_id is 'The payment that it names, also where that is gone since';
comment on column notification_operateur.reponse is 'Status and body of the answer; null until it is applied';
comment on column notification_operateur.nature is 'Why somebody must look at it; null where it was applied';
comment on column notification_operateur.encaisse_id is 'The payment that was booked of it';
-- What was received and answered never changes; a case is settled.
revoke update, delete on notification_operateur from octroi_app;
grant update (entite_id, transaction_id, reponse, repondue_le, nature, message, acte, note, regle_le, regle_par_id, encaisse_id)
  on notification_operateur to octroi_app;

-- What a removal of many transactions is for, as they were chosen: its steps are the sub-entities where they were paid.
create table suppression_cible (
  lot uuid not null,
  entite_id integer not null,
  ramification_id integer not null,
  transaction_id bigint not null,
  montant bigint not null,
  confirmee boolean not null,
  annulee boolean not null,
  created_at timestamptz not null default now(),
  primary key (lot, ramification_id, transaction_id)
);
comment on column suppression_cible.confirmee is 'It had come in when the removal was asked for: only then may it be taken back';
comment on column suppression_cible.annulee is 'It was taken back before, or takes another one back: it stays';
revoke update on suppression_cible from octroi_app;

-- Stored totals. Each is kept by day, week, month and year ("grain" j, s, m, a) at the taxpayer's own node, in the
-- transaction of its base rows. Subtrees are summed when read, so moving a sub-entity rewrites nothing.
-- A total is a table total_* with its view calcul_*: columns that begin at zero are sums, the others say what a row is of.
-- What each must be worth and what keeps it: functions/totaux. Keys that a question reads by carry the sums along, but for
-- those of amounts and of the map: payments change their rows at random, and a sum in no index is changed in its place.

-- What a taxpayer owes and has paid of a year; it has no days. How the taxpayer stands is beside it, so that who is validated
-- and owes so much is counted here alone (ADR 0055).
create table total_contribuable (
  entite_id integer not null,
  contribuable_id bigint not null,
  annee smallint not null,
  prevu bigint not null default 0,
  paye bigint not null default 0,
  betail boolean not null,
  statut text not null,
  primary key (entite_id, contribuable_id, annee)
) with (fillfactor = 80);
-- How many owe how much for a year, and how they stand; the amounts stand beside their difference so that no other place is
-- read. All is in the key and nothing of it names anybody: what many share is then written once.
create index total_contribuable_restant on total_contribuable (annee, statut, (prevu - paye), betail, entite_id, prevu, paye);

-- Taxpayers by the day of their enrolment.
create table total_enrolement (
  entite_id integer not null,
  betail boolean not null,
  grain "char" not null,
  debut date not null,
  ramification_id integer not null,
  total bigint not null default 0,
  corrige bigint not null default 0,
  valide bigint not null default 0,
  primary key (entite_id, betail, grain, debut, ramification_id) include (total, corrige, valide)
) with (fillfactor = 80);

-- A place's years, without those of all others; its days stay out of it.
create index total_enrolement_lieu on total_enrolement (ramification_id) where grain = 'a';

-- The same by the agent who enrolled them.
create table total_agent (
  entite_id integer not null,
  betail boolean not null,
  grain "char" not null,
  debut date not null,
  agent_id integer not null,
  ramification_id integer not null,
  total bigint not null default 0,
  corrige bigint not null default 0,
  valide bigint not null default 0,
  primary key (entite_id, betail, grain, debut, agent_id, ramification_id) include (total, corrige, valide)
) with (fillfactor = 80);
-- An agent's own days, without those of all others.
create index total_agent_agent on total_agent (agent_id, grain, debut);

-- Lines that are not closed, by the enrolment day, the node and the statut of their taxpayer.
create table total_base (
  entite_id integer not null,
  betail boolean not null,
  grain "char" not null,
  debut date not null,
  genre "char" not null,
  base_id integer not null,
  ramification_id integer not null,
  total bigint not null default 0,
  corrige bigint not null default 0,
  valide bigint not null default 0,
  primary key (entite_id, betail, grain, debut, genre, base_id, ramification_id) include (total, corrige, valide)
) with (fillfactor = 80);
comment on column total_base.genre is 'e: base_id is a type of equipment; a: it is an activity';

create table total_montant (
  entite_id integer not null,
  annee smallint not null,
  betail boolean not null,
  grain "char" not null,
  debut date not null,
  ramification_id integer not null,
  prevu bigint not null default 0,
  paye bigint not null default 0,
  primary key (entite_id, annee, betail, grain, debut, ramification_id)
) with (fillfactor = 80);
comment on table total_montant is 'Dues and payments of a fiscal year, by the enrolment day of their taxpayers';

create table total_carte (
  entite_id integer not null,
  annee smallint not null,
  betail boolean not null,
  grain "char" not null,
  debut date not null,
  y integer not null,
  x integer not null,
  ramification_id integer not null,
  contribuables bigint not null default 0,
  prevu bigint not null default 0,
  paye bigint not null default 0,
  soldes bigint not null default 0,
  partiels bigint not null default 0,
  impayes bigint not null default 0,
  primary key (entite_id, annee, betail, grain, debut, y, x, ramification_id)
) with (fillfactor = 80);
comment on table total_carte is 'Taxpayers and their amounts by cell of the map, by the enrolment day of their taxpayers';
comment on column total_carte.annee is 'Fiscal year of the amounts; 0 for the number of taxpayers, which has none';
comment on column total_carte.soldes is 'Taxpayers who paid all of what they owe that year; partiels paid some of it, impayes nothing';

create table total_exigible (
  entite_id integer not null,
  betail boolean not null,
  grain "char" not null,
  debut date not null,
  ramification_id integer not null,
  prevu bigint not null default 0,
  primary key (entite_id, betail, grain, debut, ramification_id) include (prevu)
) with (fillfactor = 80);
comment on table total_exigible is 'Dues by the day on which they fall due';

-- What was received and given back, by day and method.
create table total_encaissement (
  entite_id integer not null,
  betail boolean not null,
  grain "char" not null,
  debut date not null,
  ramification_id integer not null,
  moyen_paiement_id integer not null,
  recu bigint not null default 0,
  rembourse bigint not null default 0,
  nombre bigint not null default 0,
  primary key (entite_id, betail, grain, debut, ramification_id, moyen_paiement_id) include (recu, rembourse, nombre)
) with (fillfactor = 80);

-- Most figures ask for what came in, whatever the method: a row a node and day instead of one a method.
create table total_recette (
  entite_id integer not null,
  betail boolean not null,
  grain "char" not null,
  debut date not null,
  ramification_id integer not null,
  recu bigint not null default 0,
  rembourse bigint not null default 0,
  nombre bigint not null default 0,
  primary key (entite_id, betail, grain, debut, ramification_id) include (recu, rembourse, nombre)
) with (fillfactor = 80);

-- A place's years, without those of all others; its days stay out of it.
create index total_recette_lieu on total_recette (ramification_id) where grain = 'a';

create table total_encaissement_agent (
  entite_id integer not null,
  betail boolean not null,
  grain "char" not null,
  debut date not null,
  agent_id integer not null,
  ramification_id integer not null,
  recu bigint not null default 0,
  rembourse bigint not null default 0,
  nombre bigint not null default 0,
  primary key (entite_id, betail, grain, debut, agent_id, ramification_id)
) with (fillfactor = 80);
create index total_encaissement_agent_agent on total_encaissement_agent (agent_id, grain, debut);
comment on column total_encaissement_agent.agent_id is '0 where no agent took the payment';

create table total_encaissement_taxe (
  entite_id integer not null,
  betail boolean not null,
  grain "char" not null,
  debut date not null,
  taxe_id integer not null,
  ramification_id integer not null,
  recu bigint not null default 0,
  rembourse bigint not null default 0,
  nombre bigint not null default 0,
  primary key (entite_id, betail, grain, debut, taxe_id, ramification_id)
) with (fillfactor = 80);
comment on column total_encaissement_taxe.taxe_id is '0 for advances';
comment on column total_encaissement_taxe.nombre is 'Imputations: parts of payments, and of refunds';

create table total_encaissement_exercice (
  entite_id integer not null,
  betail boolean not null,
  grain "char" not null,
  debut date not null,
  annee smallint not null,
  ramification_id integer not null,
  recu bigint not null default 0,
  rembourse bigint not null default 0,
  primary key (entite_id, betail, grain, debut, annee, ramification_id)
) with (fillfactor = 80);
comment on column total_encaissement_exercice.annee is 'Fiscal year of the imputations, whatever day they were received on';

revoke insert, update, delete on total_contribuable, total_enrolement, total_agent, total_base, total_montant, total_carte, total_exigible, total_encaissement, total_recette, total_encaissement_agent, total_encaissement_taxe, total_encaissement_exercice from octroi_app;

-- Movements of payments that no total holds yet: each is written once, at the end of a table that has no index, in the
-- transaction of its base rows; one worker carries them into the totals (replier_totaux). What is read, tenu_*, is both.
create table attente_encaissement (
  entite_id integer not null,
  betail boolean not null,
  jour date not null,
  ramification_id integer not null,
  moyen_paiement_id integer not null,
  agent_id integer not null,
  recu bigint not null,
  rembourse bigint not null,
  nombre bigint not null,
  depuis timestamptz not null default now()
) with (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 2000);

create table attente_imputation (
  entite_id integer not null,
  betail boolean not null,
  jour date not null,
  ramification_id integer not null,
  taxe_id integer not null,
  annee smallint not null,
  recu bigint not null,
  rembourse bigint not null,
  nombre bigint not null,
  depuis timestamptz not null default now()
) with (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 2000);

create table attente_montant (
  entite_id integer not null,
  annee smallint not null,
  betail boolean not null,
  jour date not null,
  ramification_id integer not null,
  y integer,
  x integer,
  contribuables bigint not null,
  prevu bigint not null,
  paye bigint not null,
  soldes bigint not null,
  partiels bigint not null,
  impayes bigint not null,
  depuis timestamptz not null default now()
) with (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 2000);
comment on column attente_montant.annee is 'As total_carte: 0 for the number of taxpayers, which concerns the map alone';
comment on column attente_montant.y is 'Cell of the map with x; null where the taxpayer has no position, and the map is not concerned';
revoke insert, update, delete on attente_encaissement, attente_imputation, attente_montant from octroi_app;

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

-- Commands that wait for a second person, and from which amount on they do.

create table seuil_approbation (
  id integer generated by default as identity primary key,
  entite_id integer not null references entite,
  nature text not null check (nature <> ''),
  seuil bigint not null default 0 check (seuil >= 0),
  delai integer not null default 7 check (delai between 1 and 90),
  enabled boolean not null default true,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  version integer not null default 1,
  constraint seuil_approbation_nature_unique unique (entite_id, nature)
);
comment on column seuil_approbation.seuil is 'Francs that one person''s word may move in thirty days stay below it; 0: nothing';
comment on column seuil_approbation.delai is 'Days in which somebody decides; then the command is void';

create table approbation (
  entite_id integer not null references entite,
  id bigint generated by default as identity unique,
  nature text not null check (nature <> ''),
  commande text not null check (commande <> ''),
  corps jsonb not null,
  objet text not null check (objet <> ''),
  ressource text,
  enregistrement_id bigint,
  contribuable_id bigint,
  montant bigint check (montant >= 0),
  motif text,
  avant jsonb,
  apres jsonb,
  vise jsonb,
  contexte jsonb,
  laisses jsonb,
  demandeur_id integer not null references utilisateur,
  expire_le timestamptz not null,
  statut text not null default 'attente' check (statut in ('attente', 'approuvée', 'refusée', 'échouée')),
  decideur_id integer references utilisateur,
  decide_le timestamptz,
  reponse text,
  piece text check (piece ~ '^[0-9a-f]{32}\.(jpg|pdf)$'),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  version integer not null default 1,
  primary key (entite_id, id),
  foreign key (entite_id, contribuable_id) references contribuable (entite_id, id),
  constraint approbation_par_un_autre check (decideur_id <> demandeur_id),
  constraint approbation_decidee
    check ((statut = 'attente') = (decideur_id is null) and (statut = 'attente') = (decide_le is null))
);
create index approbation_moment on approbation (created_at, id);
create index approbation_attente on approbation (entite_id, nature) where statut = 'attente';
create index approbation_demandeur on approbation (demandeur_id, created_at);
create index approbation_contribuable on approbation (entite_id, contribuable_id) where contribuable_id is not null;
comment on column approbation.commande is 'Which command it is, by the name that it was declared under';
comment on column approbation.corps is 'What the command was given: it is carried out as it stands, or not at all';
comment on column approbation.avant is 'With apres, what the command changes: another change than this one was not approved';
comment on column approbation.vise is
  'Payments that the command takes back, with their parts: these, or none of them where one has changed';
comment on column approbation.contexte is 'Shown to whoever decides, before and after; it may have changed by then';
comment on column approbation.laisses is 'What had changed and was left out, where the command does the rest';
comment on column approbation.piece is 'The file that was laid with it, in the folder of uploads';
comment on column approbation.statut is 'One that still waits after expire_le is expired: nothing is written for that';

-- What was asked for is never rewritten; what was decided is decided once (verrouiller_approbation).
revoke update, delete, truncate on approbation from octroi_app;
grant update (statut, decideur_id, decide_le, reponse, laisses, piece) on approbation to octroi_app;

-- What passed on one person's word, below the threshold: it adds up.
create table commande_dispensee (
  entite_id integer not null references entite,
  id bigint generated by default as identity unique,
  nature text not null check (nature <> ''),
  demandeur_id integer not null references utilisateur,
  contribuable_id bigint,
  montant bigint not null check (montant > 0),
  created_at timestamptz not null default now(),
  primary key (entite_id, id),
  foreign key (entite_id, contribuable_id) references contribuable (entite_id, id)
);
create index commande_dispensee_demandeur on commande_dispensee (entite_id, nature, demandeur_id, created_at);
create index commande_dispensee_contribuable on commande_dispensee (entite_id, contribuable_id, nature, created_at)
  where contribuable_id is not null;
revoke update, delete, truncate on commande_dispensee from octroi_app;

-- Chasing what is owed: whom an agent goes and sees on a day, and what came of it.

create table tournee (
  entite_id integer not null references entite,
  id bigint generated by default as identity unique,
  agent_id integer not null references utilisateur,
  jour date not null,
  created_at timestamptz not null default now(),
  created_by_id integer not null references utilisateur,
  primary key (entite_id, id),
  -- What a visit repeats of its tour.
  constraint tournee_d_agent unique (entite_id, id, agent_id, jour)
);
create index tournee_jour on tournee (entite_id, jour, id);
-- The list of all collectivités together, newest first.
create index tournee_jour_partout on tournee (jour, id);
create index tournee_agent on tournee (agent_id, jour);
create index tournee_auteur on tournee (created_by_id);
revoke update, truncate on tournee from octroi_app;

-- Whoever was chosen stays on the list as they were called and where they were, moved or removed since or not: so the
-- taxpayer is named by a number that nothing holds. What is owed is not kept: it is what the account says when it is read.
create table visite (
  entite_id integer not null,
  id bigint generated by default as identity unique,
  tournee_id bigint not null,
  agent_id integer not null,
  jour date not null,
  contribuable_id bigint not null,
  ramification_id integer not null,
  num_klis text not null,
  nom text collate francais not null,
  ordre integer not null check (ordre > 0),
  issue text check (issue in ('payé', 'promis', 'absent', 'fermé', 'conteste')),
  promis_le date,
  promis_montant bigint check (promis_montant > 0),
  note text check (note <> ''),
  saisie_par_id integer references utilisateur,
  saisie_le timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  version integer not null default 1,
  primary key (entite_id, id),
  constraint visite_ordre unique (entite_id, tournee_id, ordre),
  -- An agent sees nobody twice on a day, whatever the tours.
  constraint visite_une_fois unique (entite_id, contribuable_id, agent_id, jour),
  foreign key (entite_id, tournee_id, agent_id, jour) references tournee (entite_id, id, agent_id, jour) on delete cascade,
  foreign key (entite_id, ramification_id) references ramification (entite_id, id),
  constraint visite_promesse check (num_nonnulls(promis_le, promis_montant) = case when issue = 'promis' then 2 else 0 end),
  constraint visite_promesse_apres check (promis_le >= jour),
  constraint visite_saisie check (num_nonnulls(saisie_par_id, saisie_le) in (0, 2) and (issue is null or saisie_le is not null))
);
create index visite_ramification on visite (entite_id, ramification_id);
create index visite_saisie_par on visite (saisie_par_id) where saisie_par_id is not null;
comment on column visite.ramification_id is 'Where the taxpayer was when the tour was made';
comment on column visite.issue is 'What came of it; null until somebody types it in';
revoke truncate on visite from octroi_app;

-- Tills: who holds the cash of a collectivité, since when, and what became of it (ADR 0034).

-- A group of people who take cash under one responsible person, for whom the treasury answers.
create table regie (
  id integer generated by default as identity primary key,
  entite_id integer not null references entite,
  nom text collate francais not null check (texte_compare(nom) <> ''),
  regisseur_id integer not null references utilisateur,
  comptable_id integer references utilisateur,
  plafond bigint not null check (plafond between 1 and 1000000000),
  delai_jours smallint not null default 30 check (delai_jours between 1 and 366),
  description text,
  enabled boolean not null default true,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  version integer not null default 1,
  unique (entite_id, id),
  constraint regie_comptable_autre check (comptable_id <> regisseur_id)
);
create unique index regie_nom_unique on regie (entite_id, texte_compare(nom));
comment on column regie.comptable_id is 'The treasury''s accountant, where that person has an account here';
comment on column regie.plafond is 'Francs that one person may hold at most';
comment on column regie.delai_jours is 'Days after which what is held is handed over at the latest';

-- Who acts for the régisseur, from when to when.
create table mandat (
  id integer generated by default as identity primary key,
  entite_id integer not null references entite,
  regie_id integer not null,
  suppleant_id integer not null references utilisateur,
  debut date not null,
  fin date,
  description text,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  version integer not null default 1,
  foreign key (entite_id, regie_id) references regie (entite_id, id),
  constraint mandat_jours check (fin >= debut)
);
create index mandat_regie on mandat (regie_id, suppleant_id);
comment on column mandat.fin is 'The last day; null while it goes on';

create table session_caisse (
  entite_id integer not null,
  id bigint generated by default as identity unique,
  regie_id integer not null,
  titulaire_id integer not null references utilisateur,
  fonds bigint not null check (fonds between 0 and 1000000000),
  ouverte_le timestamptz not null default now(),
  fermee_le timestamptz,
  fermee_par_id integer references utilisateur,
  recu bigint check (recu >= 0),
  annule bigint check (annule >= 0),
  attendu bigint,
  compte bigint check (compte >= 0),
  billets jsonb,
  proces_verbal text,
  jour date not null generated always as (jour_local(ouverte_le)) stored,
  vendu bigint not null default 0 check (vendu >= 0),
  primary key (entite_id, id),
  foreign key (entite_id, regie_id) references regie (entite_id, id),
  constraint session_caisse_fermee check (num_nonnulls(fermee_le, fermee_par_id, recu, annule, attendu, compte, billets) in (0, 7)),
  constraint session_caisse_proces_verbal check (fermee_par_id = titulaire_id or coalesce(proces_verbal, '') <> '')
);
create unique index session_caisse_ouverte on session_caisse (titulaire_id) where fermee_le is null;
create index session_caisse_regie on session_caisse (entite_id, regie_id, titulaire_id);
comment on column session_caisse.fonds is 'Francs that the treasury put into the till as it was opened; what its holder held before goes on beside';
comment on column session_caisse.recu is 'Cash received, as it was when the session was closed';
comment on column session_caisse.annule is 'Cash given back by cancellations, likewise';
comment on column session_caisse.vendu is 'Cash of what was sold without a taxpayer, likewise; 0 while it is open';
comment on column session_caisse.attendu is 'What should have lain in the till when it was counted';
comment on column session_caisse.billets is 'What was counted, by denomination';
comment on column session_caisse.proces_verbal is 'What is stated where somebody else than the holder closed it';

-- What the cash of a session was taken for: written as it is closed, and never again (ADR 0036).
create table session_caisse_ligne (
  entite_id integer not null,
  session_caisse_id bigint not null,
  rang integer not null,
  origine text not null check (origine in ('taxe', 'valeurs', 'avance', 'à classer')),
  taxe_id integer,
  jour date not null,
  montant bigint not null check (montant <> 0),
  primary key (entite_id, session_caisse_id, rang),
  foreign key (entite_id, session_caisse_id) references session_caisse (entite_id, id),
  foreign key (entite_id, taxe_id) references taxe (entite_id, id),
  constraint session_caisse_ligne_origine check ((taxe_id is not null) = (origine = 'taxe'))
);
create index session_caisse_ligne_taxe on session_caisse_ligne (entite_id, taxe_id);
comment on table session_caisse_ligne is 'Together the lines of a session are what was received less what was cancelled, and what was sold';
comment on column session_caisse_ligne.jour is 'When it was paid';
comment on column session_caisse_ligne.montant is 'Francs; below 0 for what was cancelled';
revoke insert, update, delete on session_caisse_ligne from octroi_app;

-- A count that surprises: the session goes on.
create table controle_caisse (
  entite_id integer not null,
  id bigint generated by default as identity unique,
  session_caisse_id bigint not null,
  controleur_id integer not null references utilisateur,
  billets jsonb not null,
  compte bigint not null check (compte >= 0),
  attendu bigint not null,
  proces_verbal text not null check (proces_verbal <> ''),
  created_at timestamptz not null default now(),
  primary key (entite_id, id),
  foreign key (entite_id, session_caisse_id) references session_caisse (entite_id, id)
);
create index controle_caisse_session on controle_caisse (entite_id, session_caisse_id);
revoke update, delete on controle_caisse from octroi_app;

-- Cash that goes from hand to hand, or to the treasury. Until it is received, whoever declared it holds it.
create table versement (
  entite_id integer not null,
  id bigint generated by default as identity unique,
  regie_id integer not null,
  declarant_id integer not null references utilisateur,
  destination text not null check (destination in ('régisseur', 'détenteur', 'comptable', 'banque')),
  destinataire_id integer references utilisateur,
  montant bigint not null check (montant between 1 and 1000000000000),
  emporte bigint not null default 0 check (emporte between 0 and montant),
  reference text,
  statut text not null default 'déclaré' check (statut in ('déclaré', 'reçu', 'reçu avec différence', 'refusé')),
  recu bigint check (recu >= 0),
  decide_par_id integer references utilisateur,
  decide_le timestamptz,
  motif text,
  bordereau text,
  created_at timestamptz not null default now(),
  primary key (entite_id, id),
  foreign key (entite_id, regie_id) references regie (entite_id, id),
  constraint versement_destinataire check ((destination = 'détenteur') = (destinataire_id is not null)),
  constraint versement_autre_personne check (declarant_id <> coalesce(decide_par_id, 0) and declarant_id <> coalesce(destinataire_id, 0)),
  constraint versement_decide check (
    case statut
      when 'déclaré' then num_nonnulls(decide_par_id, decide_le, recu, motif) = 0
      when 'reçu' then num_nonnulls(decide_par_id, decide_le) = 2 and recu is not null and recu = montant
      when 'reçu avec différence' then num_nonnulls(decide_par_id, decide_le) = 2 and recu is not null and recu < montant and coalesce(motif, '') <> ''
      else num_nonnulls(decide_par_id, decide_le) = 2 and recu is null and coalesce(motif, '') <> '' end)
);
create index versement_declarant on versement (entite_id, regie_id, declarant_id);
create index versement_decide_par on versement (decide_par_id);
comment on column versement.emporte is 'Francs of what its declarant held that it takes along: below what was declared only where that was said of an open till, whose sum nobody is told';
comment on column versement.destinataire_id is 'Who takes the till over, where it is handed to another holder';
comment on column versement.recu is 'Francs that were found when it was received; null where it was refused';
comment on column versement.bordereau is 'The photo of the bank''s or the treasury''s slip';

-- What a versement hands over, by what it was taken for: written as it is declared, and never again (ADR 0036).
create table versement_ligne (
  entite_id integer not null,
  versement_id bigint not null,
  rang integer not null,
  origine text not null check (origine in ('taxe', 'valeurs', 'avance', 'à classer', 'écart', 'fonds')),
  taxe_id integer,
  jour date,
  code text,
  libelle text,
  montant bigint not null check (montant <> 0),
  a_la_reception boolean not null default false,
  primary key (entite_id, versement_id, rang),
  foreign key (entite_id, versement_id) references versement (entite_id, id),
  foreign key (entite_id, taxe_id) references taxe (entite_id, id),
  constraint versement_ligne_origine check (
    (taxe_id is not null) = (origine = 'taxe') and (jour is not null) = (origine in ('taxe', 'valeurs', 'avance', 'à classer'))
    and num_nonnulls(code, libelle) in (0, 2) and (code is null or origine = 'taxe'))
);
create index versement_ligne_taxe on versement_ligne (entite_id, taxe_id);
comment on column versement_ligne.jour is 'When it was paid';
comment on column versement_ligne.code is 'The line of the budget that the tax was booked on that day, as it was known when the versement was declared';
comment on column versement_ligne.montant is 'Francs; below 0 for what was taken back since, and for what was found missing. Together they are what it takes along, once it is received what was received';
comment on column versement_ligne.a_la_reception is 'What was found missing or too much as it was received: no part of what was held';
revoke insert, update, delete on versement_ligne from octroi_app;

-- What a count or a reception found too much or too little: it stays until somebody settles it.
create table ecart (
  entite_id integer not null,
  id bigint generated by default as identity unique,
  regie_id integer not null,
  titulaire_id integer not null references utilisateur,
  session_caisse_id bigint,
  versement_id bigint,
  montant bigint not null check (montant <> 0),
  statut text not null default 'ouvert' check (statut in ('ouvert', 'expliqué', 'réglé')),
  explication text,
  explique_par_id integer references utilisateur,
  explique_le timestamptz,
  reglement text check (reglement in ('reversé', 'compensé', 'rectifié', 'perte', 'excédent')),
  regle_par_id integer references utilisateur,
  regle_le timestamptz,
  motif text,
  created_at timestamptz not null default now(),
  effet bigint not null generated always as (case when reglement in ('rectifié', 'perte', 'excédent') then montant else 0 end) stored,
  primary key (entite_id, id),
  unique (entite_id, session_caisse_id),
  unique (entite_id, versement_id),
  foreign key (entite_id, regie_id) references regie (entite_id, id),
  foreign key (entite_id, session_caisse_id) references session_caisse (entite_id, id),
  foreign key (entite_id, versement_id) references versement (entite_id, id),
  constraint ecart_origine check (num_nonnulls(session_caisse_id, versement_id) = 1),
  constraint ecart_explique check (num_nonnulls(explication, explique_par_id, explique_le) in (0, 3) and (statut <> 'expliqué' or explication is not null)),
  constraint ecart_regle check (
    num_nonnulls(reglement, regle_par_id, regle_le, motif) = case statut when 'réglé' then 4 else 0 end
    and regle_par_id is distinct from titulaire_id
    and case reglement when 'reversé' then montant < 0 when 'perte' then montant < 0 when 'excédent' then montant > 0 else true end)
);
revoke insert, delete on ecart from octroi_app;
create index ecart_titulaire on ecart (entite_id, regie_id, titulaire_id);
comment on column ecart.montant is 'Francs found beyond what was expected; below 0 where some are missing';
comment on column ecart.reglement is 'How it ended: the holder paid it in (reversé), a later entry in a till accounts for it (compensé), an entry was wrong (rectifié), it is booked as loss (perte) or surplus (excédent)';
comment on column ecart.effet is 'What its settlement adds to what the holder answers for';

-- Cash that is handed over lies in a till.
alter table transaction add foreign key (entite_id, session_caisse_id) references session_caisse (entite_id, id);
alter table encaissement add foreign key (entite_id, session_caisse_id) references session_caisse (entite_id, id);

-- Papers of tills that people sign: issued once under a number without gaps in a collectivité and year, printed again as they
-- were. Nobody checks them by a code: they go from hand to hand inside, and to the treasury.
create table piece_caisse (
  entite_id integer not null references entite,
  id bigint generated by default as identity unique,
  nature text not null check (nature in ('clôture', 'contrôle', 'passation', 'versement', 'situation')),
  numero text not null check (numero <> ''),
  session_caisse_id bigint,
  controle_caisse_id bigint,
  versement_id bigint,
  regie_id integer,
  jour date not null,
  contenu jsonb not null,
  impressions integer not null default 0,
  created_at timestamptz not null default now(),
  primary key (entite_id, id),
  unique (entite_id, numero),
  unique (entite_id, session_caisse_id),
  unique (entite_id, controle_caisse_id),
  unique (entite_id, versement_id),
  foreign key (entite_id, session_caisse_id) references session_caisse (entite_id, id),
  foreign key (entite_id, controle_caisse_id) references controle_caisse (entite_id, id),
  foreign key (entite_id, versement_id) references versement (entite_id, id),
  foreign key (entite_id, regie_id) references regie (entite_id, id),
  constraint piece_caisse_objet check (
    num_nonnulls(session_caisse_id, controle_caisse_id, versement_id, regie_id) = 1
    and case nature when 'clôture' then session_caisse_id is not null when 'contrôle' then controle_caisse_id is not null
      when 'situation' then regie_id is not null else versement_id is not null end)
);
create index piece_caisse_situation on piece_caisse (entite_id, regie_id, jour, id) where regie_id is not null;
comment on column piece_caisse.jour is 'Day on which it was issued; that of which a situation tells';
comment on column piece_caisse.impressions is 'From the second on it is a duplicate';
-- Only the count of its prints ever changes.
revoke update, delete on piece_caisse from octroi_app;
grant update (impressions) on piece_caisse to octroi_app;

-- When each was last told by mail of cash that is held too long or too much: once a day at most.
create table rappel_caisse (
  utilisateur_id integer primary key references utilisateur on delete cascade,
  jour date not null
);

-- Market tickets and counterfoil books: what each is worth, who holds which numbers, what was sold (ADR 0038).

create table categorie_valeur (
  id integer generated by default as identity primary key,
  entite_id integer not null references entite,
  nom text collate francais not null check (texte_compare(nom) <> ''),
  sorte text not null check (sorte in ('ticket', 'carnet à souche')),
  valeur bigint not null check (valeur between 1 and 1000000),
  taxe_id integer,
  description text,
  enabled boolean not null default true,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  version integer not null default 1,
  unique (entite_id, id),
  foreign key (entite_id, taxe_id) references taxe (entite_id, id)
);
create unique index categorie_valeur_nom_unique on categorie_valeur (entite_id, texte_compare(nom));
comment on column categorie_valeur.valeur is 'Francs of one number; fixed once numbers were received';
comment on column categorie_valeur.taxe_id is 'The tax that its sales count for';

-- Numbers that change hands; nothing of it is ever changed. Sales stand in vente_valeur.
create table mouvement_valeur (
  entite_id integer not null,
  id bigint generated by default as identity unique,
  regie_id integer not null,
  categorie_id integer not null,
  acte text not null check (acte in ('reçu', 'remis', 'rendu', 'renvoyé', 'perdu')),
  agent_id integer references utilisateur,
  de bigint not null check (de >= 1),
  a bigint not null check (a <= 999999999),
  reference text,
  motif text,
  proces_verbal text,
  auteur_id integer not null references utilisateur,
  created_at timestamptz not null default now(),
  nombre integer not null generated always as ((a - de + 1)::integer) stored,
  jour date not null generated always as (jour_local(created_at)) stored,
  primary key (entite_id, id),
  foreign key (entite_id, regie_id) references regie (entite_id, id),
  foreign key (entite_id, categorie_id) references categorie_valeur (entite_id, id),
  constraint mouvement_valeur_numeros check (a >= de and a - de < 100000),
  constraint mouvement_valeur_agent check (case when acte in ('remis', 'rendu') then agent_id is not null when acte <> 'perdu' then agent_id is null else true end),
  constraint mouvement_valeur_perte check (acte <> 'perdu' or coalesce(motif, '') <> '' and coalesce(proces_verbal, '') <> '')
);
create index mouvement_valeur_categorie on mouvement_valeur (entite_id, regie_id, categorie_id, agent_id, jour);
comment on column mouvement_valeur.acte is 'reçu: from the accountant; remis: to an agent; rendu: by an agent; renvoyé: to the accountant';
comment on column mouvement_valeur.agent_id is 'Who takes, gives back or lost them; null where it is the stock of the régie';
comment on column mouvement_valeur.proces_verbal is 'The number of the procès-verbal of the loss';
revoke update, delete, truncate on mouvement_valeur from octroi_app;

-- Numbers sold to people who are no taxpayers here: income of that day, due from nobody.
create table vente_valeur (
  entite_id integer not null,
  id bigint generated by default as identity unique,
  regie_id integer not null,
  categorie_id integer not null,
  de bigint not null check (de >= 1),
  a bigint not null check (a <= 999999999),
  valeur bigint not null check (valeur > 0),
  agent_id integer not null references utilisateur,
  ramification_id integer not null,
  taxe_id integer,
  session_caisse_id bigint,
  vendue_le timestamptz not null default now(),
  annulee_le timestamptz,
  motif text,
  nombre integer not null generated always as ((a - de + 1)::integer) stored,
  montant bigint not null generated always as ((a - de + 1) * valeur) stored,
  jour date not null generated always as (jour_local(vendue_le)) stored,
  primary key (entite_id, id),
  foreign key (entite_id, regie_id) references regie (entite_id, id),
  foreign key (entite_id, categorie_id) references categorie_valeur (entite_id, id),
  foreign key (entite_id, ramification_id) references ramification (entite_id, id),
  foreign key (entite_id, taxe_id) references taxe (entite_id, id),
  foreign key (entite_id, session_caisse_id) references session_caisse (entite_id, id),
  constraint vente_valeur_numeros check (a >= de and a - de < 100000),
  constraint vente_valeur_annulee check ((annulee_le is null) = (motif is null) and motif <> '')
);
create index vente_valeur_jour on vente_valeur (entite_id, jour) include (ramification_id, montant);
create index vente_valeur_agent on vente_valeur (entite_id, regie_id, categorie_id, agent_id, jour);
create index vente_valeur_session on vente_valeur (entite_id, session_caisse_id);
comment on column vente_valeur.valeur is 'Francs of one number, as its category says';
comment on column vente_valeur.ramification_id is 'The market: where they were sold';
comment on column vente_valeur.taxe_id is 'The tax that it counts for, as its category said';
comment on column vente_valeur.session_caisse_id is 'The till that the cash went into; null where tills are not used';
revoke update, delete, truncate on vente_valeur from octroi_app;
grant update (annulee_le, motif) on vente_valeur to octroi_app;

-- Where each number that was received lies now: kept by triggers, each number once.
create table tranche_valeur (
  entite_id integer not null,
  id bigint generated by default as identity unique,
  categorie_id integer not null,
  numeros int8range not null check (not isempty(numeros)),
  etat text not null check (etat in ('détenu', 'vendu', 'perdu')),
  regie_id integer not null,
  agent_id integer references utilisateur,
  primary key (entite_id, id),
  foreign key (entite_id, regie_id) references regie (entite_id, id),
  foreign key (entite_id, categorie_id) references categorie_valeur (entite_id, id),
  constraint tranche_valeur_une_fois exclude using gist (int4range(categorie_id, categorie_id, '[]') with &&, numeros with &&)
);
create index tranche_valeur_detenteur on tranche_valeur (entite_id, regie_id, agent_id);
comment on column tranche_valeur.agent_id is 'Who holds, sold or lost them; null where it is the stock of the régie';
revoke insert, update, delete, truncate on tranche_valeur from octroi_app;

-- The field: agents' devices, and what they sent (ADR 0039, 0040).

-- A device of an agent. Its key signs what it sends; its number names its series of receipts.
create table appareil_terrain (
  entite_id integer not null references entite,
  id integer generated by default as identity unique,
  numero integer not null check (numero > 0),
  nom text collate francais not null check (nom <> ''),
  agent_id integer not null references utilisateur,
  plafond bigint check (plafond > 0),
  statut text not null default 'attendu' check (statut in ('attendu', 'actif', 'bloqué', 'effacé')),
  motif text,
  proces_verbal text,
  code_hash bytea,
  code_expire_le timestamptz,
  cle_publique jsonb,
  plateforme text,
  logiciel text,
  inscrit_le timestamptz,
  dernier_contact timestamptz,
  en_attente integer not null default 0 check (en_attente >= 0),
  dernier_sequence integer not null default 0 check (dernier_sequence >= 0),
  created_at timestamptz not null default now(),
  created_by_id integer not null references utilisateur,
  updated_at timestamptz not null default now(),
  version integer not null default 1,
  a_jour_le timestamptz,
  recus_declares integer check (recus_declares >= 0),
  faute_sequence integer,
  fautes integer not null default 0,
  primary key (entite_id, id),
  unique (entite_id, numero),
  constraint appareil_terrain_cle check (statut <> 'actif' or cle_publique is not null)
);
create index appareil_terrain_agent on appareil_terrain (agent_id);
create unique index appareil_terrain_code on appareil_terrain (code_hash) where code_hash is not null;
comment on column appareil_terrain.plafond is 'Francs of cash that may be taken with it in a day; null: as much as comes';
comment on column appareil_terrain.code_hash is 'SHA-256 of the code that enrols it, until it is used';
comment on column appareil_terrain.en_attente is 'Commands that it still held when it was last heard of';
comment on column appareil_terrain.a_jour_le is 'When it last held nothing any more: what it sends since was done after';
comment on column appareil_terrain.recus_declares is 'Of a lost device: receipts declared given beyond the last that was received';
comment on column appareil_terrain.fautes is 'How often the server failed on the command faute_sequence';
comment on column appareil_terrain.logiciel is 'Version of the app';
revoke delete on appareil_terrain from octroi_app;

-- The places that it carries, each with what lies beneath.
create table appareil_ramification (
  entite_id integer not null,
  appareil_id integer not null,
  ramification_id integer not null,
  primary key (entite_id, appareil_id, ramification_id),
  foreign key (entite_id, appareil_id) references appareil_terrain (entite_id, id),
  foreign key (entite_id, ramification_id) references ramification (entite_id, id) on delete cascade
);
create index appareil_ramification_lieu on appareil_ramification (entite_id, ramification_id);

-- What devices sent, in their order, with the answer that each gets for ever. Whom a command is about is named by a number
-- that nothing holds: the command stays as it was sent, whatever became of the taxpayer.
create table commande_terrain (
  entite_id integer not null,
  id bigint generated by default as identity unique,
  appareil_id integer not null,
  sequence integer not null check (sequence > 0),
  agent_id integer not null references utilisateur,
  type text not null check (type in ('enrolement', 'correction', 'ligne', 'paiement', 'annulation', 'visite', 'session',
    'comptage', 'versement', 'vente')),
  corps jsonb not null,
  empreinte bytea not null,
  fait_le timestamptz not null,
  decalage bigint,
  compte_le timestamptz not null,
  recu_le timestamptz not null default now(),
  etat text not null check (etat in ('accepte', 'refuse')),
  code text,
  message text,
  resultat jsonb not null default '{}',
  local uuid,
  contribuable_id bigint,
  transaction_id bigint,
  montant bigint check (montant > 0),
  annee_serie smallint,
  rang integer check (rang > 0),
  photo text,
  cas text check (cas in ('refus', 'panne', 'à classer', 'série', 'sans caisse', 'plafond')),
  regle_le timestamptz,
  regle_par_id integer references utilisateur,
  note text,
  reprise jsonb,
  primary key (entite_id, appareil_id, sequence),
  foreign key (entite_id, appareil_id) references appareil_terrain (entite_id, id),
  foreign key (entite_id, transaction_id) references transaction (entite_id, id),
  constraint commande_terrain_refus check (etat = 'accepte' or (cas in ('refus', 'panne') and code is not null and message is not null)),
  constraint commande_terrain_cas check (cas is null or (code is not null and message is not null)),
  constraint commande_terrain_serie check (num_nonnulls(annee_serie, rang) in (0, 2) and (rang is null or transaction_id is not null)),
  constraint commande_terrain_reprise check (reprise is null or (cas = 'panne' and regle_le is not null)),
  constraint commande_terrain_reglement check (
    num_nonnulls(regle_le, regle_par_id, note) in (0, 3) and (regle_le is null or cas is not null))
);
create unique index commande_terrain_recu on commande_terrain (entite_id, appareil_id, annee_serie, rang) where rang is not null;
create unique index commande_terrain_local on commande_terrain (entite_id, local) where local is not null;
create index commande_terrain_cas on commande_terrain (entite_id, id) where cas is not null and regle_le is null;
create index commande_terrain_jour on commande_terrain (entite_id, appareil_id, compte_le);
create index commande_terrain_photo on commande_terrain (entite_id, photo) where photo is not null;
create index commande_terrain_transaction on commande_terrain (entite_id, transaction_id) where transaction_id is not null;
comment on column commande_terrain.fait_le is 'When it was done, by the device''s clock';
comment on column commande_terrain.decalage is 'Milliseconds, the server''s clock less the device''s, as last known then';
comment on column commande_terrain.compte_le is 'The instant that it counts for: the device''s, corrected, or its reception';
comment on column commande_terrain.empreinte is 'SHA-256 of what it says: the same sequence with another blocks the device';
comment on column commande_terrain.local is 'What the device calls the taxpayer who was enrolled by it';
comment on column commande_terrain.cas is 'Why the office looks at it';
comment on column commande_terrain.reprise is 'What came of it where the office carried it out after a fault of the server';
comment on column commande_terrain.rang is 'Rank of its receipt in the series of its device and year';
-- What was sent and answered never changes; a case is settled, and what a fault kept from being done is carried out later.
revoke update, delete on commande_terrain from octroi_app;
grant update (regle_le, regle_par_id, note, reprise, local, contribuable_id, photo) on commande_terrain to octroi_app;

-- Photos that devices sent, by what they are; each is attached once the command that names it is there too.
create table photo_terrain (
  entite_id integer not null references entite,
  empreinte text not null check (empreinte ~ '^[0-9a-f]{64}$'),
  nom text not null,
  largeur integer not null,
  hauteur integer not null,
  agent_id integer not null references utilisateur,
  created_at timestamptz not null default now(),
  jointe_le timestamptz,
  primary key (entite_id, empreinte)
);
comment on column photo_terrain.nom is 'Its file';
revoke delete on photo_terrain from octroi_app;

-- Who leaves a place, and what is taken from somebody: what a device must forget, or read again. Rows that change say so
-- themselves, by the transaction that wrote them (ADR 0041); what is gone says nothing.
create table depart (
  entite_id integer not null,
  id bigint generated by default as identity primary key,
  contribuable_id bigint not null,
  ramification_id integer,
  mouvement xid8 not null default pg_current_xact_id()
);
create index depart_contribuable on depart (entite_id, contribuable_id);
create index depart_lieu on depart (entite_id, ramification_id) where ramification_id is not null;
comment on column depart.contribuable_id is 'Who; named by a number that nothing holds, since who was removed left too';
comment on column depart.ramification_id is 'The place that was left; null where something was taken from who stays';
comment on column depart.mouvement is 'The transaction in which';
revoke insert, update, delete, truncate on depart from octroi_app;

-- Key pairs of the server that phones seal what waits to, the newest last: each opens what was sealed to it (ADR 0052).
create table cle_remise (
  id integer generated by default as identity primary key,
  nom text not null unique check (nom ~ '^[0-9a-f]{16}$'),
  publique jsonb not null,
  cle text not null,
  chiffre bytea not null,
  created_at timestamptz not null default now()
);
comment on column cle_remise.publique is 'ECDH on P-256, as a JSON Web Key';
comment on column cle_remise.cle is 'Names the key that the private half is encrypted by, which the database does not hold';
comment on column cle_remise.chiffre is 'The private half (PKCS #8) encrypted (AES-256-GCM): nonce, tag, text';
revoke delete on cle_remise from octroi_app;

-- SMS that tell taxpayers of payments that devices took (ADR 0050).

create table message_sms (
  entite_id integer not null,
  id bigint generated by default as identity unique,
  transaction_id bigint not null,
  telephone text,
  texte text,
  segments smallint check (segments > 0),
  etat text not null default 'à envoyer' check (etat in ('à envoyer', 'envoyé', 'refusé')),
  cause text,
  passerelle text,
  reference text,
  essais smallint not null default 0 check (essais >= 0),
  prochain_le timestamptz not null default now(),
  essai_le timestamptz,
  envoye_le timestamptz,
  created_at timestamptz not null default now(),
  primary key (entite_id, id),
  constraint message_sms_un_par_paiement unique (entite_id, transaction_id),
  foreign key (entite_id, transaction_id) references transaction (entite_id, id),
  constraint message_sms_envoye check ((etat = 'envoyé') = (envoye_le is not null)
    and (etat <> 'envoyé' or num_nulls(telephone, texte, segments, passerelle) = 0)),
  constraint message_sms_refuse check (etat <> 'refusé' or cause is not null)
);
create index message_sms_a_envoyer on message_sms (prochain_le) where etat = 'à envoyer';
create index message_sms_liste on message_sms (entite_id, created_at);
comment on column message_sms.telephone is 'As the gateway was given it; null until it is tried, and where there is none';
comment on column message_sms.cause is 'Why it is refused, or why the last attempt came to nothing';
comment on column message_sms.passerelle is 'The gateway that had it';
comment on column message_sms.reference is 'What the gateway calls it';
comment on column message_sms.essai_le is 'When the attempt under way began: one that never ended is not repeated, it may have been sent';
revoke delete on message_sms from octroi_app;

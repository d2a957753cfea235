-- Base of the schema: the two roles, text search, calendar days, settings of the installation.

create extension if not exists pg_trgm;
create extension if not exists btree_gin;

-- The owner migrates; the application runs as octroi_app, which may change neither the journal nor the stored totals.
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
  -- Since PostgreSQL 16 a member may be unable to take the role; before, every member can.
  if not pg_has_role(current_user, 'octroi_app',
      case when current_setting('server_version_num')::int < 160000 then 'member' else 'set' end) then
    execute format('grant octroi_app to %I', current_user);
  end if;
end
$$;
grant usage on schema public to octroi_app;
alter default privileges in schema public grant select, insert, update, delete on tables to octroi_app;
alter default privileges in schema public grant usage, select on sequences to octroi_app;

-- French collation, with numbers by value (Zone 2 before Zone 10).
create collation francais (provider = icu, locale = 'fr-u-kn-true');

create table parametre (
  cle text primary key,
  valeur text not null
);
insert into parametre values ('fuseau', coalesce(nullif(current_setting('octroi.time_zone', true), ''), 'Africa/Niamey'));
revoke insert, update, delete on parametre from octroi_app;

-- Functions used by stored columns and indexes are declared in the schema files, here and next to their tables: stored
-- values would not change with them, so a change of one needs a migration.

-- Comparable form of a text, for unique names and searches. It ignores case, accents, ligatures, variants of letters,
-- kinds of spaces and invisible characters, but keeps letters of every script and punctuation. `folded` of the contract
-- (text.ts) is equivalent, and a test compares both for every character. It is defined by code points, not by a dictionary
-- or locale, so that every server stores the same. Only lower case comes from ICU, whose versions differ only for scripts
-- with capitals added after 2017. Most names are ASCII without their accents: they skip the middle step.
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

-- The time zone is written into the function, so that a day can be stored and indexed.
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

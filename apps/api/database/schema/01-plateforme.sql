-- What everything else stands on: the two roles, text search, calendar days, the installation's settings.

create extension if not exists unaccent;
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

-- The form in which texts are searched: neither case nor accents. unaccent() itself is only stable, since its
-- dictionary could change; naming the dictionary makes the promise ours.
create function sans_accent(texte text) returns text
  language sql immutable strict parallel safe
  return lower(public.unaccent('public.unaccent'::regdictionary, texte));

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

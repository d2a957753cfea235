-- Rights are kept by the database itself, whoever writes (specification 1 sections 1 and 6).

alter table groupe add column second_facteur boolean not null default false;
comment on column groupe.second_facteur is 'Its members sign in with a second factor';

alter table permission
  add column updated_at timestamptz not null default now(),
  add column version integer not null default 1;
create trigger versionner before update on permission for each row execute function versionner();

-- The groups that code knows by their names stay as they are.
create function garder_groupe() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' then
    if new.nom = old.nom and new.enabled then
      return new;
    end if;
  end if;
  raise exception 'Le groupe « % » ne peut être ni renommé, ni désactivé, ni supprimé.', old.nom
    using errcode = 'check_violation', constraint = 'groupe_garde';
end
$$;
create trigger groupe_garde before update or delete on groupe
  for each row when (old.nom in ('Super Admin', 'Admin NTA')) execute function garder_groupe();

-- Somebody can always give rights. Of two who are taken away at the same time, the second waits for the group and then
-- sees that the first is gone.
create function garder_super_admin() returns trigger language plpgsql as $$
begin
  perform from groupe where id = old.groupe_id and nom = 'Super Admin' for no key update;
  if found and not exists (select from utilisateur where groupe_id = old.groupe_id and enabled and type_id = 3) then
    raise exception 'Il doit rester au moins un compte actif du groupe Super Admin.'
      using errcode = 'check_violation', constraint = 'super_admin_reste';
  end if;
  return null;
end
$$;
create trigger super_admin_supprime after delete on utilisateur
  for each row when (old.enabled and old.type_id = 3) execute function garder_super_admin();
create trigger super_admin_change after update of enabled, type_id, groupe_id on utilisateur
  for each row when (old.enabled and old.type_id = 3
    and (not new.enabled or new.type_id <> 3 or new.groupe_id is distinct from old.groupe_id))
  execute function garder_super_admin();

-- A navigation entry made by hand is named after its title.
alter table navigation drop constraint navigation_cle_check, add check (cle ~ '^[a-z][a-z0-9-]*$');
create function nommer_navigation() returns trigger language plpgsql as $$
begin
  new.cle := btrim(regexp_replace(sans_accent(new.nom), '[^a-z0-9]+', '-', 'g'), '-');
  if new.cle !~ '^[a-z]' then
    new.cle := btrim('entree-' || new.cle, '-');
  end if;
  return new;
end
$$;
create trigger navigation_cle before insert on navigation
  for each row when (new.cle is null) execute function nommer_navigation();

-- What is granted is what the navigation entry offers. The lock keeps the offer as it is until the grant is there.
create function verifier_permission() returns trigger language plpgsql as $$
declare
  offre navigation;
begin
  select * into offre from navigation where id = new.navigation_id for share;
  if found and new.nom <> all (offre.permissions) then
    raise exception 'L''entrée « % » n''a pas de droit « % ».', offre.nom, new.nom
      using errcode = 'check_violation', constraint = 'permission_offerte';
  end if;
  return new;
end
$$;
create trigger permission_offerte before insert or update of navigation_id, nom on permission
  for each row execute function verifier_permission();

create function garder_permissions() returns trigger language plpgsql as $$
declare
  accordee text;
begin
  select nom into accordee from permission
  where navigation_id = new.id and nom <> all (new.permissions) order by nom limit 1;
  if found then
    raise exception 'Le droit « % » de l''entrée « % » est accordé à un groupe : retirez-le d''abord.', accordee, new.nom
      using errcode = 'check_violation', constraint = 'permission_offerte';
  end if;
  return null;
end
$$;
create trigger navigation_permissions after update of permissions on navigation
  for each row when (new.permissions <> old.permissions) execute function garder_permissions();

update navigation set url = '/administration/journal' where cle = 'journal';

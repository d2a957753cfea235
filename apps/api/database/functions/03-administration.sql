-- Rules of accounts and rights, for all writers (specification 1 sections 1 and 6).

-- Disabling an account or changing its password ends all its sessions.
create or replace function fermer_sessions() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  delete from session where utilisateur_id = new.id;
  return null;
end
$$;
create or replace trigger utilisateur_ferme after update of enabled, password_hash, type_id on utilisateur for each row
  when ((old.enabled and not new.enabled) or old.password_hash <> new.password_hash or old.type_id <> new.type_id)
  execute function fermer_sessions();

-- A password link is cancelled by a change of the password or mail address, and with the account.
create or replace function annuler_reinitialisation() returns trigger
  language plpgsql security definer set search_path = public, pg_temp as $$
begin
  delete from reinitialisation where utilisateur_id = new.id;
  return null;
end
$$;
create or replace trigger utilisateur_reinitialisation after update of enabled, password_hash, email on utilisateur for each row
  when (old.enabled <> new.enabled or old.password_hash <> new.password_hash or old.email <> new.email)
  execute function annuler_reinitialisation();

-- A changed name is kept for earlier acts.
create or replace function garder_nom() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  insert into nom_porte (utilisateur_id, jusque, nom_complet) values (old.id, now(), btrim(old.prenom || ' ' || old.nom))
  on conflict do nothing;
  return null;
end
$$;
create or replace trigger utilisateur_nom_porte after update of nom, prenom on utilisateur for each row
  when (btrim(old.prenom || ' ' || old.nom) <> btrim(new.prenom || ' ' || new.nom)) execute function garder_nom();

-- A user's name at an instant; `actuel` is today's name.
create or replace function nom_du_jour(utilisateur integer, le timestamptz, actuel text) returns text language sql stable as $$
  select coalesce((select nom_complet from nom_porte where utilisateur_id = utilisateur and jusque > le order by jusque limit 1), actuel)
$$;

-- Groups that the code knows by name cannot change it.
create or replace function garder_groupe() returns trigger language plpgsql as $$
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
create or replace trigger groupe_garde before update or delete on groupe
  for each row when (old.nom in ('Super Admin', 'Admin NTA')) execute function garder_groupe();

-- At least one person can always grant rights. Of two concurrent removals, the second waits for the group, and then
-- sees the first.
create or replace function garder_super_admin() returns trigger language plpgsql as $$
begin
  perform from groupe where id = old.groupe_id and nom = 'Super Admin' for no key update;
  if found and not exists (select from utilisateur where groupe_id = old.groupe_id and enabled and type_id = 3) then
    raise exception 'Il doit rester au moins un compte actif du groupe Super Admin.'
      using errcode = 'check_violation', constraint = 'super_admin_reste';
  end if;
  return null;
end
$$;
create or replace trigger super_admin_supprime after delete on utilisateur
  for each row when (old.enabled and old.type_id = 3) execute function garder_super_admin();
create or replace trigger super_admin_change after update of enabled, type_id, groupe_id on utilisateur
  for each row when (old.enabled and old.type_id = 3
    and (not new.enabled or new.type_id <> 3 or new.groupe_id is distinct from old.groupe_id))
  execute function garder_super_admin();

-- A navigation entry made by hand gets its name from its title.
create or replace function nommer_navigation() returns trigger language plpgsql as $$
begin
  new.cle := btrim(regexp_replace(texte_compare(new.nom), '[^a-z0-9]+', '-', 'g'), '-');
  if new.cle !~ '^[a-z]' then
    new.cle := btrim('entree-' || new.cle, '-');
  end if;
  return new;
end
$$;
create or replace trigger navigation_cle before insert on navigation
  for each row when (new.cle is null) execute function nommer_navigation();

-- Only permissions of the navigation entry can be granted. The lock prevents a change of the entry meanwhile.
create or replace function verifier_permission() returns trigger language plpgsql as $$
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
create or replace trigger permission_offerte before insert or update of navigation_id, nom on permission
  for each row execute function verifier_permission();

create or replace function garder_permissions() returns trigger language plpgsql as $$
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
create or replace trigger navigation_permissions after update of permissions on navigation
  for each row when (new.permissions <> old.permissions) execute function garder_permissions();

-- A changed display name increments the version of all names, once, at the end of the transaction: an earlier lock
-- would cause deadlocks.
create or replace function renommer() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
declare
  present text := pg_current_xact_id()::text;
begin
  if current_setting('octroi.noms_changes', true) is distinct from present then
    perform set_config('octroi.noms_changes', present, true);
    update version_noms set n = n + 1;
  end if;
  return null;
end
$$;
drop trigger if exists ramification_renommee on ramification;
create constraint trigger ramification_renommee after update on ramification deferrable initially deferred for each row
  when ((old.nom, old.parent_id, old.chemin) is distinct from (new.nom, new.parent_id, new.chemin)) execute function renommer();
drop trigger if exists entite_renommee on entite;
create constraint trigger entite_renommee after update on entite deferrable initially deferred for each row
  when (old.nom <> new.nom) execute function renommer();
drop trigger if exists utilisateur_renomme on utilisateur;
create constraint trigger utilisateur_renomme after update on utilisateur deferrable initially deferred for each row
  when ((old.nom, old.prenom, old.username) is distinct from (new.nom, new.prenom, new.username)) execute function renommer();
drop trigger if exists moyen_paiement_renomme on moyen_paiement;
create constraint trigger moyen_paiement_renomme after update on moyen_paiement deferrable initially deferred for each row
  when (old.nom <> new.nom) execute function renommer();

-- Stays of taxpayers (docs/adr/0063-sejours.md). A change of place without a date corrects an error: it applies from
-- the beginning. A move has a date, and keeps the former place before it. Stays in closed years do not change.

-- The first day on which stays can change: after the last closed year.
create or replace function debut_ouvert(e integer) returns date language sql stable
  return greatest(date '2000-01-01', (select make_date(max(annee) + 1, 1, 1) from annee_close where entite_id = e));

create or replace function ouvrir_sejours() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  insert into sejour (entite_id, contribuable_id, du, ramification_id)
  select entite_id, id, '2000-01-01', ramification_id from nouveaux;
  return null;
end
$$;
create or replace trigger sejour_insert after insert on contribuable referencing new table as nouveaux
  for each statement execute function ouvrir_sejours();

-- Merges a stay with the one before it if the place is the same.
create or replace function joindre_sejours(e integer, contribuables bigint[], jour date) returns void language sql as $$
  delete from sejour s where s.entite_id = e and s.contribuable_id = any(contribuables) and s.du = jour
    and s.ramification_id = (
      select p.ramification_id from sejour p
      where p.entite_id = s.entite_id and p.contribuable_id = s.contribuable_id and p.du < s.du order by p.du desc limit 1)
$$;

-- Runs before total_update, which assigns échéances to places by the stays.
create or replace function corriger_sejours() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
declare
  e integer; ids bigint[]; premier date;
begin
  insert into sejour (entite_id, contribuable_id, du, ramification_id)
  select n.entite_id, n.id, '2000-01-01', n.ramification_id
  from (select entite_id, id from nouveaux except select entite_id, id from anciens) venu
  join nouveaux n on n.entite_id = venu.entite_id and n.id = venu.id;
  -- demenager() has already written the stay
  for e, ids in
    select n.entite_id, array_agg(n.id)
    from (select entite_id, id, ramification_id from nouveaux except select entite_id, id, ramification_id from anciens) n
    where n.ramification_id <> (
      select s.ramification_id from sejour s where s.entite_id = n.entite_id and s.contribuable_id = n.id order by s.du desc limit 1)
    group by 1
  loop
    premier := debut_ouvert(e);
    delete from sejour where entite_id = e and contribuable_id = any(ids) and du > premier;
    insert into sejour (entite_id, contribuable_id, du, ramification_id)
    select n.entite_id, n.id, premier, n.ramification_id from nouveaux n where n.entite_id = e and n.id = any(ids)
    on conflict (entite_id, contribuable_id, du) do update set ramification_id = excluded.ramification_id;
    perform joindre_sejours(e, ids, premier);
  end loop;
  return null;
end
$$;
create or replace trigger sejour_update after update on contribuable referencing old table as anciens new table as nouveaux
  for each statement execute function corriger_sejours();

-- In a new collectivité, a taxpayer's stays start from the beginning.
create or replace function quitter_sejours() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  delete from sejour where entite_id = old.entite_id and contribuable_id = old.id;
  return new;
end
$$;
create or replace trigger sejour_transfert before update of entite_id on contribuable for each row
  when (new.entite_id <> old.entite_id) execute function quitter_sejours();

-- Moves taxpayers, locked by the caller: from the day on they are at the new place.
create or replace function demenager(e integer, contribuables bigint[], lieu integer, depuis date) returns void
  language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if depuis > aujourdhui() or depuis < debut_ouvert(e)
    or exists (select from sejour where entite_id = e and contribuable_id = any(contribuables) and du > depuis) then
    raise exception 'a stay begins neither in the future, nor in a closed year, nor before another' using errcode = 'check_violation';
  end if;
  insert into sejour (entite_id, contribuable_id, du, ramification_id)
  select entite_id, id, depuis, lieu from contribuable where entite_id = e and id = any(contribuables)
  on conflict (entite_id, contribuable_id, du) do update set ramification_id = excluded.ramification_id;
  perform joindre_sejours(e, contribuables, depuis);
  update contribuable set ramification_id = lieu where entite_id = e and id = any(contribuables) and ramification_id <> lieu;
end
$$;
revoke execute on function ouvrir_sejours, corriger_sejours, quitter_sejours, joindre_sejours from public;

-- Files of photos that no row references wait for their deletion.

create or replace function retirer_fichier() returns trigger
  language plpgsql security definer set search_path = public, pg_temp as $$
begin
  insert into fichier_retire (nom) select nom from lignes on conflict do nothing;
  return null;
end
$$;
create or replace trigger photo_fichier after delete on photo referencing old table as lignes for each statement
  execute function retirer_fichier();
revoke execute on function retirer_fichier from public;

-- A picture of an archive that became a portrait belongs to photo.
create or replace function retirer_image_importee() returns trigger
  language plpgsql security definer set search_path = public, pg_temp as $$
begin
  insert into fichier_retire (nom) select nom from lignes where nom is not null and contribuable_id is null
  on conflict do nothing;
  return null;
end
$$;
create or replace trigger import_photo_fichier after delete on import_photo referencing old table as lignes
  for each statement execute function retirer_image_importee();
revoke execute on function retirer_image_importee from public;

-- « Recettes à classer » is not a taxpayer: its record never changes, and nothing of a taxpayer can belong to it, so it
-- has no lines and no dues.
create or replace function refuser_systeme() returns void language plpgsql as $$
begin
  raise exception '« Recettes à classer » n''est pas un contribuable : son argent se voit et se réimpute dans « À classer ».'
    using errcode = 'check_violation', constraint = 'contribuable_systeme';
end
$$;
create or replace function proteger_systeme() returns trigger language plpgsql as $$
begin
  perform refuser_systeme();
  return null;
end
$$;
create or replace trigger contribuable_systeme before update or delete on contribuable
  for each row when (old.systeme) execute function proteger_systeme();
create or replace trigger contribuable_devient_systeme before update of systeme on contribuable
  for each row when (new.systeme and not old.systeme) execute function proteger_systeme();

create or replace function refuser_lignes_du_systeme() returns trigger language plpgsql as $$
begin
  if exists (select from contribuable c join nouveaux n on n.entite_id = c.entite_id and n.contribuable_id = c.id where c.systeme) then
    perform refuser_systeme();
  end if;
  return null;
end
$$;
create or replace function refuser_ligne_au_systeme() returns trigger language plpgsql as $$
begin
  if exists (select from contribuable where entite_id = new.entite_id and id = new.contribuable_id and systeme) then
    perform refuser_systeme();
  end if;
  return new;
end
$$;
create or replace trigger equipement_sans_systeme after insert on equipement referencing new table as nouveaux
  for each statement execute function refuser_lignes_du_systeme();
create or replace trigger enrollement_sans_systeme after insert on enrollement referencing new table as nouveaux
  for each statement execute function refuser_lignes_du_systeme();
create or replace trigger photo_sans_systeme after insert on photo referencing new table as nouveaux
  for each statement execute function refuser_lignes_du_systeme();
create or replace trigger equipement_au_systeme before update of contribuable_id on equipement
  for each row when (new.contribuable_id <> old.contribuable_id) execute function refuser_ligne_au_systeme();
create or replace trigger enrollement_au_systeme before update of contribuable_id on enrollement
  for each row when (new.contribuable_id <> old.contribuable_id) execute function refuser_ligne_au_systeme();

-- The files of photos that no row names any more wait for their removal.

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

-- « Recettes à classer » is no taxpayer: its record never changes, and nothing that belongs to a taxpayer hangs on it. Dues need
-- a line, so that it has none either.
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

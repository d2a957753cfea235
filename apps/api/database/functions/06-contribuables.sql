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

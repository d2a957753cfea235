-- Effect on the totals of notices issued, handed over, refused, or taken back.

-- A first notice is one more; one that replaces another takes its place, which has to be handed over anew.
create or replace function totaliser_piece_avis() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
declare
  avant remise_avis;
begin
  perform from contribuable where entite_id = new.entite_id and id = new.contribuable_id for no key update;
  select * into avant from remise_avis where code = new.remplace and annulee_le is null and remis_a <> 'absent';
  perform porter_un_avis(new.entite_id, new.contribuable_id, new.annee, (new.remplace is null)::integer,
    -(avant.code is not null and avant.remis_a <> 'refusé')::integer, -(avant.code is not null and avant.remis_a = 'refusé')::integer);
  return null;
end
$$;
create or replace trigger total_avis after insert on piece for each row
  when (new.nature = 'avis') execute function totaliser_piece_avis();

create or replace function totaliser_remise() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
declare
  signe integer := (new.annulee_le is null)::integer;
begin
  if tg_op = 'UPDATE' then
    signe := signe - (old.annulee_le is null)::integer;
  end if;
  perform from contribuable where entite_id = new.entite_id and id = new.contribuable_id for no key update;
  if signe = 0 or exists (select from piece where remplace = new.code) then
    return null;
  end if;
  perform porter_un_avis(new.entite_id, new.contribuable_id, new.annee, 0, signe * (new.remis_a <> 'refusé')::integer,
    signe * (new.remis_a = 'refusé')::integer);
  return null;
end
$$;
create or replace trigger total_insert after insert on remise_avis for each row
  when (new.remis_a <> 'absent') execute function totaliser_remise();
create or replace trigger total_update after update of annulee_le on remise_avis for each row
  when (new.remis_a <> 'absent') execute function totaliser_remise();
revoke execute on function totaliser_piece_avis, totaliser_remise from public;

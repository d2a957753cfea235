-- Effect on the total of debtors.
create or replace function totaliser_dus() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if tg_op = 'INSERT' then
    insert into attente_impaye (entite_id, ramification_id, betail, impaye_depuis, debiteurs, reste)
    select entite_id, ramification_id, betail, depuis, count(*), sum(arrieres + exercice + a_echoir) from nouveaux group by 1, 2, 3, 4;
  elsif tg_op = 'DELETE' then
    insert into attente_impaye (entite_id, ramification_id, betail, impaye_depuis, debiteurs, reste)
    select entite_id, ramification_id, betail, depuis, -count(*), -sum(arrieres + exercice + a_echoir) from anciens group by 1, 2, 3, 4;
  else
    insert into attente_impaye (entite_id, ramification_id, betail, impaye_depuis, debiteurs, reste)
    select entite_id, ramification_id, betail, depuis, sum(signe), sum(signe * (arrieres + exercice + a_echoir))
    from (select *, 1 as signe from nouveaux union all select *, -1 from anciens) mouvement
    group by 1, 2, 3, 4 having (sum(signe), sum(signe * (arrieres + exercice + a_echoir))) <> (0, 0);
  end if;
  return null;
end
$$;
create or replace trigger total_insert after insert on du_contribuable referencing new table as nouveaux
  for each statement execute function totaliser_dus();
create or replace trigger total_update after update on du_contribuable referencing old table as anciens new table as nouveaux
  for each statement execute function totaliser_dus();
create or replace trigger total_delete after delete on du_contribuable referencing old table as anciens
  for each statement execute function totaliser_dus();

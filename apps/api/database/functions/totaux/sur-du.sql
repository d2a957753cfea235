-- Effect on the totals of dues by place.
create or replace function totaliser_dus() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if tg_op = 'INSERT' then
    insert into attente_impaye (entite_id, ramification_id, betail, debiteurs, arrieres, exercice, a_echoir)
    select entite_id, ramification_id, betail, count(*), sum(arrieres), sum(exercice), sum(a_echoir)
    from nouveaux where arrieres + exercice > 0 group by 1, 2, 3;
  elsif tg_op = 'DELETE' then
    insert into attente_impaye (entite_id, ramification_id, betail, debiteurs, arrieres, exercice, a_echoir)
    select entite_id, ramification_id, betail, -count(*), -sum(arrieres), -sum(exercice), -sum(a_echoir)
    from anciens where arrieres + exercice > 0 group by 1, 2, 3;
  else
    insert into attente_impaye (entite_id, ramification_id, betail, debiteurs, arrieres, exercice, a_echoir)
    select entite_id, ramification_id, betail, sum(signe), sum(signe * arrieres), sum(signe * exercice), sum(signe * a_echoir)
    from (select *, 1 as signe from nouveaux union all select *, -1 from anciens) mouvement
    where arrieres + exercice > 0 group by 1, 2, 3
    having (sum(signe), sum(signe * arrieres), sum(signe * exercice), sum(signe * a_echoir)) <> (0, 0, 0, 0);
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

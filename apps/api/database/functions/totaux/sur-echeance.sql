-- Effect on the totals of dues. A session plans these queries once, for the number of rows of its first statement, one
-- or ten thousand. So old and new rows are never joined: a plan for one row would compare each with each of ten
-- thousand. And `offset` makes each taxpayer be found by key: a plan for ten thousand would read all taxpayers for one
-- payment.
create or replace function totaliser_echeances() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
declare
  e integer[]; c bigint[]; a smallint[]; p bigint[];
  exigibles mouvement_exigible[];
begin
  if tg_op = 'UPDATE' then
    select array_agg(m.entite_id), array_agg(m.contribuable_id) into e, c
    from (
      select distinct entite_id, contribuable_id
      from (
        select entite_id, id, contribuable_id, montant, paye, exigible_le, closed_at is null from nouveaux
        except
        select entite_id, id, contribuable_id, montant, paye, exigible_le, closed_at is null from anciens
      ) changee
    ) m;
    if e is not null then
      perform porter_dus(e, c);
      insert into attente_reste (entite_id, ramification_id, betail, annee, exigible_le, reste)
      select x.entite_id, k.ramification_id, k.betail, x.annee, x.exigible_le, sum(x.signe * (x.montant - x.paye))
      from (select *, 1 as signe from nouveaux union all select *, -1 from anciens) x
      cross join lateral (
        select ramification_id, betail from contribuable where entite_id = x.entite_id and id = x.contribuable_id offset 0) k
      where x.montant > x.paye and x.closed_at is null
      group by 1, 2, 3, 4, 5 having sum(x.signe * (x.montant - x.paye)) <> 0;
    end if;
    if not exists (
      select entite_id, id, montant, ramification_id, exigible_le from nouveaux
      except
      select entite_id, id, montant, ramification_id, exigible_le from anciens
    ) then
      return null; -- only the paid amount changed: its imputations carry that
    end if;
    select array_agg(m.entite_id), array_agg(m.contribuable_id), array_agg(m.annee), array_agg(m.montant)
    into e, c, a, p
    from (
      select entite_id, contribuable_id, annee, sum(montant) as montant
      from (
        select entite_id, contribuable_id, annee, montant from nouveaux
        union all
        select entite_id, contribuable_id, annee, -montant from anciens
      ) mouvement
      group by 1, 2, 3 having sum(montant) <> 0
    ) m;
    select array_agg(row(m.entite_id, k.betail, m.exigible_le, m.ramification_id, m.montant)::mouvement_exigible) into exigibles
    from (
      select entite_id, contribuable_id, exigible_le, ramification_id, montant from nouveaux
      union all
      select entite_id, contribuable_id, exigible_le, ramification_id, -montant from anciens
    ) m
    cross join lateral (select betail from contribuable where entite_id = m.entite_id and id = m.contribuable_id offset 0) k;
  elsif tg_op = 'INSERT' then
    select array_agg(entite_id), array_agg(contribuable_id), array_agg(annee), array_agg(montant) into e, c, a, p
    from (select entite_id, contribuable_id, annee, sum(montant) as montant from nouveaux group by 1, 2, 3) m;
    if e is not null then
      -- added, not computed again: a year's dues are created for everybody at once
      perform verrouiller_dus(e, c);
      insert into du_contribuable as t (entite_id, contribuable_id, ramification_id, betail, depuis, arrieres, exercice, a_echoir, jusque)
      select x.entite_id, x.contribuable_id, k.ramification_id, k.betail, min(d.depuis), sum(d.arrieres), sum(d.exercice), sum(d.a_echoir),
        min(d.jusque)
      from nouveaux x
      cross join lateral (
        select ramification_id, betail from contribuable where entite_id = x.entite_id and id = x.contribuable_id offset 0) k
      join jour_du j on j.entite_id = x.entite_id
      cross join lateral part_du(x.montant - x.paye, x.exigible_le, x.annee, j.jour) d
      where x.montant > x.paye and x.closed_at is null
      group by 1, 2, 3, 4 order by 1, 2
      on conflict (entite_id, contribuable_id) do update set depuis = least(t.depuis, excluded.depuis),
        arrieres = t.arrieres + excluded.arrieres, exercice = t.exercice + excluded.exercice, a_echoir = t.a_echoir + excluded.a_echoir,
        jusque = least(t.jusque, excluded.jusque);
      insert into attente_reste (entite_id, ramification_id, betail, annee, exigible_le, reste)
      select x.entite_id, k.ramification_id, k.betail, x.annee, x.exigible_le, sum(x.montant - x.paye)
      from nouveaux x
      cross join lateral (
        select ramification_id, betail from contribuable where entite_id = x.entite_id and id = x.contribuable_id offset 0) k
      where x.montant > x.paye and x.closed_at is null
      group by 1, 2, 3, 4, 5;
    end if;
    -- a year's dues of a place fall due on few days: they are summed by day before they become movements
    select array_agg(row(m.entite_id, m.betail, m.exigible_le, m.ramification_id, m.montant)::mouvement_exigible) into exigibles
    from (
      select n.entite_id, k.betail, n.exigible_le, n.ramification_id, sum(n.montant) as montant
      from nouveaux n
      cross join lateral (select betail from contribuable where entite_id = n.entite_id and id = n.contribuable_id offset 0) k
      group by 1, 2, 3, 4
    ) m;
  else
    select array_agg(entite_id), array_agg(contribuable_id), array_agg(annee), array_agg(-montant) into e, c, a, p
    from (select entite_id, contribuable_id, annee, sum(montant) as montant from anciens group by 1, 2, 3) m;
    if e is not null then
      perform porter_dus(e, c);
      insert into attente_reste (entite_id, ramification_id, betail, annee, exigible_le, reste)
      select x.entite_id, k.ramification_id, k.betail, x.annee, x.exigible_le, -sum(x.montant - x.paye)
      from anciens x
      cross join lateral (
        select ramification_id, betail from contribuable where entite_id = x.entite_id and id = x.contribuable_id offset 0) k
      where x.montant > x.paye and x.closed_at is null
      group by 1, 2, 3, 4, 5;
    end if;
    select array_agg(row(m.entite_id, k.betail, m.exigible_le, m.ramification_id, -m.montant)::mouvement_exigible) into exigibles
    from anciens m
    cross join lateral (select betail from contribuable where entite_id = m.entite_id and id = m.contribuable_id offset 0) k;
  end if;
  if e is not null then
    perform porter_contribuables(e, c, a, p, array_fill(0::bigint, array[cardinality(e)]));
  end if;
  perform porter_exigibles(exigibles);
  return null;
end
$$;
create or replace trigger total_insert after insert on echeance referencing new table as nouveaux
  for each statement execute function totaliser_echeances();
create or replace trigger total_update after update on echeance referencing old table as anciens new table as nouveaux
  for each statement execute function totaliser_echeances();
create or replace trigger total_delete after delete on echeance referencing old table as anciens
  for each statement execute function totaliser_echeances();

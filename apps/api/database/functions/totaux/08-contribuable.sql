-- Dues and payments of taxpayers by year, with their statut.
drop view if exists calcul_contribuable cascade;
create view calcul_contribuable as
  select m.entite_id, m.contribuable_id, m.annee, c.betail, c.statut, m.prevu, m.paye
  from (
    select entite_id, contribuable_id, annee, sum(prevu)::bigint as prevu, sum(paye)::bigint as paye
    from (
      select entite_id, contribuable_id, annee, montant as prevu, 0 as paye from echeance
      union all
      select entite_id, contribuable_id, annee, 0, montant from imputation
    ) mouvement
    group by 1, 2, 3
  ) m
  join contribuable c on c.entite_id = m.entite_id and c.id = m.contribuable_id
  where not c.systeme;

-- How far a year's dues are paid, for the map.
create or replace function est_solde(prevu bigint, paye bigint) returns integer
  language sql immutable parallel safe return (prevu > 0 and paye >= prevu)::integer;
create or replace function est_partiel(prevu bigint, paye bigint) returns integer
  language sql immutable parallel safe return (prevu > 0 and paye > 0 and paye < prevu)::integer;
create or replace function est_impaye(prevu bigint, paye bigint) returns integer
  language sql immutable parallel safe return (prevu > 0 and paye <= 0)::integer;

-- Adds dues and payments: by taxpayer, then by node, day of enrolment and map cell. The share lock prevents a move or a
-- change of statut between reading the taxpayer and writing the total.
create or replace function porter_contribuables(e integer[], c bigint[], a smallint[], p bigint[], q bigint[])
  returns void language plpgsql as $$
begin
  perform from contribuable where (entite_id, id) in (select * from unnest(e, c)) order by entite_id, id for share;

  with mouvement as (
    select k.entite_id, k.id, m.a, k.betail, k.statut, k.jour, k.ramification_id, k.latitude, k.longitude,
      sum(m.p)::bigint as p, sum(m.q)::bigint as q
    from unnest(e, c, a, p, q) m (e, c, a, p, q)
    join contribuable k on k.entite_id = m.e and k.id = m.c and not k.systeme
    group by k.entite_id, k.id, m.a
  ),
  ecrit as (
    insert into total_contribuable as t (entite_id, contribuable_id, annee, betail, statut, prevu, paye)
    select m.entite_id, m.id, m.a, m.betail, m.statut, m.p, m.q from mouvement m order by 1, 2, 3
    on conflict (entite_id, contribuable_id, annee) do update
      set betail = excluded.betail, statut = excluded.statut, prevu = t.prevu + excluded.prevu, paye = t.paye + excluded.paye
    returning t.entite_id, t.contribuable_id, t.annee, t.prevu, t.paye
  )
  insert into attente_montant (entite_id, annee, betail, jour, ramification_id, y, x, contribuables, prevu, paye, soldes, partiels,
    impayes)
  select m.entite_id, m.a, m.betail, m.jour, m.ramification_id, maille_carte(m.latitude), maille_carte(m.longitude), 0,
    sum(m.p), sum(m.q),
    sum(est_solde(w.prevu, w.paye) - est_solde(w.prevu - m.p, w.paye - m.q)),
    sum(est_partiel(w.prevu, w.paye) - est_partiel(w.prevu - m.p, w.paye - m.q)),
    sum(est_impaye(w.prevu, w.paye) - est_impaye(w.prevu - m.p, w.paye - m.q))
  from ecrit w
  -- both have the same rows; expecting few, the planner would use a nested loop, but a full join is hashed or merged
  full join mouvement m on (m.entite_id, m.id, m.a) = (w.entite_id, w.contribuable_id, w.annee)
  group by 1, 2, 3, 4, 5, 6, 7;
end
$$;
revoke execute on function porter_contribuables from public;

-- Dues and payments of taxpayers, by year.
create or replace view calcul_contribuable as
  select entite_id, contribuable_id, annee, sum(prevu)::bigint as prevu, sum(paye)::bigint as paye
  from (
    select entite_id, contribuable_id, annee, montant as prevu, 0 as paye from echeance
    union all
    select entite_id, contribuable_id, annee, 0, montant from imputation
  ) mouvement
  group by 1, 2, 3;

-- How far a year's dues are paid, for the map.
create or replace function est_solde(prevu bigint, paye bigint) returns integer
  language sql immutable parallel safe return (prevu > 0 and paye >= prevu)::integer;
create or replace function est_partiel(prevu bigint, paye bigint) returns integer
  language sql immutable parallel safe return (prevu > 0 and paye > 0 and paye < prevu)::integer;
create or replace function est_impaye(prevu bigint, paye bigint) returns integer
  language sql immutable parallel safe return (prevu > 0 and paye <= 0)::integer;

-- Dues and payments of taxpayers: by taxpayer, then by the node, day of enrolment and cell. The share lock keeps a taxpayer
-- from moving between the reading of its node and the writing of the total.
create or replace function porter_contribuables(e integer[], c bigint[], a smallint[], p bigint[], q bigint[])
  returns void language plpgsql as $$
begin
  perform from contribuable where (entite_id, id) in (select * from unnest(e, c)) order by entite_id, id for share;

  with mouvement as (
    select m.e, m.c, m.a, sum(m.p)::bigint as p, sum(m.q)::bigint as q from unnest(e, c, a, p, q) m (e, c, a, p, q) group by 1, 2, 3
  ),
  ecrit as (
    insert into total_contribuable as t (entite_id, contribuable_id, annee, prevu, paye)
    select * from mouvement order by 1, 2, 3
    on conflict (entite_id, contribuable_id, annee) do update set prevu = t.prevu + excluded.prevu, paye = t.paye + excluded.paye
    returning t.entite_id, t.contribuable_id, t.annee, t.prevu, t.paye
  )
  insert into attente_montant (entite_id, annee, betail, jour, ramification_id, y, x, contribuables, prevu, paye, soldes, partiels,
    impayes)
  select k.entite_id, w.annee, k.betail, k.jour, k.ramification_id, maille_carte(k.latitude), maille_carte(k.longitude), 0,
    sum(m.p), sum(m.q),
    sum(est_solde(w.prevu, w.paye) - est_solde(w.prevu - m.p, w.paye - m.q)),
    sum(est_partiel(w.prevu, w.paye) - est_partiel(w.prevu - m.p, w.paye - m.q)),
    sum(est_impaye(w.prevu, w.paye) - est_impaye(w.prevu - m.p, w.paye - m.q))
  from ecrit w
  join mouvement m on (m.e, m.c, m.a) = (w.entite_id, w.contribuable_id, w.annee)
  join contribuable k on k.entite_id = w.entite_id and k.id = w.contribuable_id
  group by 1, 2, 3, 4, 5, 6, 7;
end
$$;
revoke execute on function porter_contribuables from public;

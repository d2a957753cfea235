-- Dues and payments of taxpayers, by year.
create or replace view calcul_contribuable as
  select entite_id, contribuable_id, annee, sum(prevu)::bigint as prevu, sum(paye)::bigint as paye
  from (
    select entite_id, contribuable_id, annee, montant as prevu, 0 as paye from echeance
    union all
    select entite_id, contribuable_id, annee, 0, montant from imputation
  ) mouvement
  group by 1, 2, 3;

-- Dues and payments of taxpayers: by taxpayer, then by the node and day of enrolment. The share lock keeps a taxpayer
-- from moving between the reading of its node and the writing of the total.
create or replace function porter_contribuables(e integer[], c bigint[], a smallint[], p bigint[], q bigint[])
  returns void language plpgsql as $$
declare
  cartes mouvement_carte[];
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
  select array_agg(row(k.entite_id, w.annee, k.betail, k.jour, k.latitude, k.longitude, k.ramification_id, 0, v.prevu, v.paye,
    v.signe)::mouvement_carte)
  into cartes
  from ecrit w
  join mouvement m on (m.e, m.c, m.a) = (w.entite_id, w.contribuable_id, w.annee)
  join contribuable k on k.entite_id = w.entite_id and k.id = w.contribuable_id
  cross join lateral (values (w.prevu, w.paye, 1), (w.prevu - m.p, w.paye - m.q, -1)) v (prevu, paye, signe)
  where k.latitude is not null and k.longitude is not null;

  perform porter_montants((
    select array_agg(row(m.e, m.a, k.betail, k.jour, k.ramification_id, m.p, m.q)::mouvement_montant)
    from unnest(e, c, a, p, q) m (e, c, a, p, q) join contribuable k on k.entite_id = m.e and k.id = m.c));
  perform porter_cartes(cartes);
end
$$;
revoke execute on function porter_contribuables from public;

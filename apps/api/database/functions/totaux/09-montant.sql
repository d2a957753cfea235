-- Dues and payments of a year, by the enrolment day of their taxpayers.
create or replace view calcul_montant as
  with jours as (
    select t.entite_id, t.annee, c.betail, c.jour, c.ramification_id, sum(t.prevu) as prevu, sum(t.paye) as paye
    from calcul_contribuable t
    join contribuable c on c.entite_id = t.entite_id and c.id = t.contribuable_id
    group by 1, 2, 3, 4, 5
  )
  select entite_id, annee, betail, g.grain, g.debut, ramification_id,
    sum(prevu)::bigint as prevu, sum(paye)::bigint as paye
  from jours cross join lateral grains(jour) g
  group by 1, 2, 3, 4, 5, 6;

create or replace view tenu_montant as
  select entite_id, annee, betail, grain, debut, ramification_id, prevu, paye from total_montant
  union all
  select m.entite_id, m.annee, m.betail, g.grain, debut_du_grain(g.grain, m.jour), m.ramification_id, m.prevu, m.paye
  from grains() g cross join attente_montant m where m.annee <> 0;

create or replace function porter_montants(mouvements attente_montant[]) returns void language plpgsql as $$
begin
  insert into total_montant as t (entite_id, annee, betail, grain, debut, ramification_id, prevu, paye)
  select m.entite_id, m.annee, m.betail, g.grain, g.debut, m.ramification_id, sum(m.prevu), sum(m.paye)
  from unnest(mouvements) m cross join lateral grains(m.jour) g
  where m.annee <> 0
  group by 1, 2, 3, 4, 5, 6
  having sum(m.prevu) <> 0 or sum(m.paye) <> 0
  order by 1, 2, 3, 4, 5, 6
  on conflict (entite_id, annee, betail, grain, debut, ramification_id) do update
    set prevu = t.prevu + excluded.prevu, paye = t.paye + excluded.paye;
end
$$;
revoke execute on function porter_montants from public;

-- Received and given back, by the fiscal year that it is imputed to.
create or replace view calcul_encaissement_exercice as
  with jours as (
    select t.entite_id, t.betail, t.jour, i.annee, t.ramification_id,
      sum(greatest(i.montant, 0)) as recu, sum(greatest(-i.montant, 0)) as rembourse
    from imputation i
    join transaction t on t.entite_id = i.entite_id and t.id = i.transaction_id
    where not t.a_classer
    group by 1, 2, 3, 4, 5
  )
  select entite_id, betail, g.grain, g.debut, annee, ramification_id,
    sum(recu)::bigint as recu, sum(rembourse)::bigint as rembourse
  from jours cross join lateral grains(jour) g
  group by 1, 2, 3, 4, 5, 6;

create or replace view tenu_encaissement_exercice as
  select entite_id, betail, grain, debut, annee, ramification_id, recu, rembourse from total_encaissement_exercice
  union all
  select m.entite_id, m.betail, g.grain, debut_du_grain(g.grain, m.jour), m.annee, m.ramification_id, m.recu, m.rembourse
  from grains() g cross join attente_imputation m;

create or replace function porter_encaissements_exercices(mouvements attente_imputation[]) returns void language plpgsql as $$
begin
  insert into total_encaissement_exercice as t (entite_id, betail, grain, debut, annee, ramification_id, recu, rembourse)
  select m.entite_id, m.betail, g.grain, g.debut, m.annee, m.ramification_id, sum(m.recu), sum(m.rembourse)
  from unnest(mouvements) m cross join lateral grains(m.jour) g
  group by 1, 2, 3, 4, 5, 6
  having sum(m.recu) <> 0 or sum(m.rembourse) <> 0
  order by 1, 2, 3, 4, 5, 6
  on conflict (entite_id, betail, grain, debut, annee, ramification_id) do update
    set recu = t.recu + excluded.recu, rembourse = t.rembourse + excluded.rembourse;
end
$$;
revoke execute on function porter_encaissements_exercices from public;

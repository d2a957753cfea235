-- Received and given back, by tax.
create or replace view calcul_encaissement_taxe as
  with jours as (
    select t.entite_id, t.betail, t.jour, coalesce(e.taxe_id, 0) as taxe_id, t.ramification_id,
      sum(greatest(i.montant, 0)) as recu, sum(greatest(-i.montant, 0)) as rembourse, count(*) as nombre
    from imputation i
    join transaction t on t.entite_id = i.entite_id and t.id = i.transaction_id
    left join echeance e on e.entite_id = i.entite_id and e.id = i.echeance_id
    group by 1, 2, 3, 4, 5
  )
  select entite_id, betail, g.grain, g.debut, taxe_id, ramification_id,
    sum(recu)::bigint as recu, sum(rembourse)::bigint as rembourse, sum(nombre)::bigint as nombre
  from jours cross join lateral grains(jour) g
  group by 1, 2, 3, 4, 5, 6;

create or replace function porter_encaissements_taxes(mouvements mouvement_imputation[]) returns void language plpgsql as $$
begin
  -- no imputation is of nothing: what comes is above zero on one of its sides, what goes below
  insert into total_encaissement_taxe as t (entite_id, betail, grain, debut, taxe_id, ramification_id, recu, rembourse, nombre)
  select m.entite_id, tr.betail, g.grain, g.debut, coalesce(x.taxe_id, 0), tr.ramification_id, sum(m.recu), sum(m.rembourse),
    sum(sign(m.recu + m.rembourse)::int)
  from unnest(mouvements) m
  join transaction tr on tr.entite_id = m.entite_id and tr.id = m.transaction_id
  left join echeance x on x.entite_id = m.entite_id and x.id = m.echeance_id
  cross join lateral grains(tr.jour) g
  group by 1, 2, 3, 4, 5, 6
  having sum(m.recu) <> 0 or sum(m.rembourse) <> 0 or sum(sign(m.recu + m.rembourse)::int) <> 0
  order by 1, 2, 3, 4, 5, 6
  on conflict (entite_id, betail, grain, debut, taxe_id, ramification_id) do update
    set recu = t.recu + excluded.recu, rembourse = t.rembourse + excluded.rembourse, nombre = t.nombre + excluded.nombre;
end
$$;
revoke execute on function porter_encaissements_taxes from public;

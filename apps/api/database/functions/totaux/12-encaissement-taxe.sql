-- Received and given back, by tax.
create or replace view calcul_encaissement_taxe as
  with jours as (
    select t.entite_id, t.betail, t.jour, coalesce(e.taxe_id, 0) as taxe_id, t.ramification_id,
      sum(greatest(i.montant, 0)) as recu, sum(greatest(-i.montant, 0)) as rembourse, count(*) as nombre
    from imputation i
    join transaction t on t.entite_id = i.entite_id and t.id = i.transaction_id
    left join echeance e on e.entite_id = i.entite_id and e.id = i.echeance_id
    where not t.a_classer
    group by 1, 2, 3, 4, 5
  )
  select entite_id, betail, g.grain, g.debut, taxe_id, ramification_id,
    sum(recu)::bigint as recu, sum(rembourse)::bigint as rembourse, sum(nombre)::bigint as nombre
  from jours cross join lateral grains(jour) g
  group by 1, 2, 3, 4, 5, 6;

create or replace view tenu_encaissement_taxe as
  select entite_id, betail, grain, debut, taxe_id, ramification_id, recu, rembourse, nombre from total_encaissement_taxe
  union all
  select m.entite_id, m.betail, g.grain, debut_du_grain(g.grain, m.jour), m.taxe_id, m.ramification_id, m.recu, m.rembourse, m.nombre
  from grains() g cross join attente_imputation m;

create or replace function porter_encaissements_taxes(mouvements attente_imputation[]) returns void language plpgsql as $$
begin
  insert into total_encaissement_taxe as t (entite_id, betail, grain, debut, taxe_id, ramification_id, recu, rembourse, nombre)
  select m.entite_id, m.betail, g.grain, g.debut, m.taxe_id, m.ramification_id, sum(m.recu), sum(m.rembourse), sum(m.nombre)
  from unnest(mouvements) m cross join lateral grains(m.jour) g
  group by 1, 2, 3, 4, 5, 6
  having sum(m.recu) <> 0 or sum(m.rembourse) <> 0 or sum(m.nombre) <> 0
  order by 1, 2, 3, 4, 5, 6
  on conflict (entite_id, betail, grain, debut, taxe_id, ramification_id) do update
    set recu = t.recu + excluded.recu, rembourse = t.rembourse + excluded.rembourse, nombre = t.nombre + excluded.nombre;
end
$$;
revoke execute on function porter_encaissements_taxes from public;

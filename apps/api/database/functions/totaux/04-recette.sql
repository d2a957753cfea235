-- The same without either: a row a node and day.
create or replace view calcul_recette as
  with jours as (
    select entite_id, betail, jour, ramification_id,
      sum(greatest(montant, 0)) as recu, sum(greatest(-montant, 0)) as rembourse, count(*) as nombre
    from transaction
    where statut = 'Confirmé' and not a_classer
    group by 1, 2, 3, 4
  )
  select entite_id, betail, g.grain, g.debut, ramification_id,
    sum(recu)::bigint as recu, sum(rembourse)::bigint as rembourse, sum(nombre)::bigint as nombre
  from jours cross join lateral grains(jour) g
  group by 1, 2, 3, 4, 5;

create or replace view tenu_recette as
  select entite_id, betail, grain, debut, ramification_id, recu, rembourse, nombre from total_recette
  union all
  select m.entite_id, m.betail, g.grain, debut_du_grain(g.grain, m.jour), m.ramification_id, m.recu, m.rembourse, m.nombre
  from grains() g cross join attente_encaissement m;

create or replace function porter_recettes(mouvements attente_encaissement[]) returns void language plpgsql as $$
begin
  insert into total_recette as t (entite_id, betail, grain, debut, ramification_id, recu, rembourse, nombre)
  select m.entite_id, m.betail, g.grain, g.debut, m.ramification_id,
    sum(m.recu), sum(m.rembourse), sum(m.nombre)
  from unnest(mouvements) m cross join lateral grains(m.jour) g
  group by 1, 2, 3, 4, 5 order by 1, 2, 3, 4, 5
  on conflict (entite_id, betail, grain, debut, ramification_id) do update
    set recu = t.recu + excluded.recu, rembourse = t.rembourse + excluded.rembourse, nombre = t.nombre + excluded.nombre;
end
$$;
revoke execute on function porter_recettes from public;

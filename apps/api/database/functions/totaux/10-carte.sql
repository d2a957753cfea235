-- Taxpayers and their amounts by cell of the map.

-- A further stored total, by cell of the map: for the whole territory at once. The cell is that of zoom 15 (contract:
-- maille.ts), 430 m wide; wider ones are its multiples. Who has no position has no cell.
create or replace function maille_carte(degres double precision) returns integer
  language sql immutable strict parallel safe as 'select floor(degres * 256)::integer';

create or replace view calcul_carte as
  with jours as (
    select c.entite_id, m.annee, c.betail, c.jour, maille_carte(c.latitude) as y,
      maille_carte(c.longitude) as x, c.ramification_id,
      sum(m.nombre) as contribuables, sum(m.prevu) as prevu, sum(m.paye) as paye,
      count(*) filter (where m.prevu > 0 and m.paye >= m.prevu) as soldes,
      count(*) filter (where m.prevu > 0 and m.paye > 0 and m.paye < m.prevu) as partiels,
      count(*) filter (where m.prevu > 0 and m.paye <= 0) as impayes
    from (
      select entite_id, id as contribuable_id, 0::smallint as annee, 1 as nombre, 0 as prevu, 0 as paye from contribuable
      union all
      select entite_id, contribuable_id, annee, 0, prevu, paye from calcul_contribuable
    ) m
    join contribuable c on c.entite_id = m.entite_id and c.id = m.contribuable_id
    where c.latitude is not null and c.longitude is not null
    group by 1, 2, 3, 4, 5, 6, 7
  )
  select entite_id, annee, betail, g.grain, g.debut, y, x, ramification_id,
    sum(contribuables)::bigint as contribuables, sum(prevu)::bigint as prevu, sum(paye)::bigint as paye,
    sum(soldes)::bigint as soldes, sum(partiels)::bigint as partiels, sum(impayes)::bigint as impayes
  from jours cross join lateral grains(jour) g
  group by 1, 2, 3, 4, 5, 6, 7, 8;

create or replace view tenu_carte as
  select entite_id, annee, betail, grain, debut, y, x, ramification_id, contribuables, prevu, paye, soldes, partiels, impayes
  from total_carte
  union all
  select m.entite_id, m.annee, m.betail, g.grain, debut_du_grain(g.grain, m.jour), m.y, m.x, m.ramification_id, m.contribuables, m.prevu, m.paye, m.soldes,
    m.partiels, m.impayes
  from grains() g cross join attente_montant m where m.y is not null and m.x is not null;

create or replace function porter_cartes(mouvements attente_montant[]) returns void language plpgsql as $$
begin
  insert into total_carte as t (entite_id, annee, betail, grain, debut, y, x, ramification_id, contribuables, prevu, paye, soldes,
    partiels, impayes)
  select * from (
    select m.entite_id, m.annee, m.betail, g.grain, g.debut, m.y, m.x, m.ramification_id, sum(m.contribuables) as contribuables,
      sum(m.prevu) as prevu, sum(m.paye) as paye, sum(m.soldes) as soldes, sum(m.partiels) as partiels, sum(m.impayes) as impayes
    from unnest(mouvements) m cross join lateral grains(m.jour) g
    where m.y is not null and m.x is not null
    group by 1, 2, 3, 4, 5, 6, 7, 8
  ) s
  where (contribuables, prevu, paye, soldes, partiels, impayes) <> (0, 0, 0, 0, 0, 0)
  order by 1, 2, 3, 4, 5, 6, 7, 8
  on conflict (entite_id, annee, betail, grain, debut, y, x, ramification_id) do update
    set contribuables = t.contribuables + excluded.contribuables, prevu = t.prevu + excluded.prevu,
      paye = t.paye + excluded.paye, soldes = t.soldes + excluded.soldes, partiels = t.partiels + excluded.partiels,
      impayes = t.impayes + excluded.impayes;
end
$$;
revoke execute on function porter_cartes from public;

-- Taxpayers and their amounts by cell of the map.

-- Total by cell of the map, for the whole territory. Cells are those of zoom 15 (contract: maille.ts), 430 m wide;
-- larger ones are multiples. Taxpayers without position have no cell.
create or replace function maille_carte(degres double precision) returns integer
  language sql immutable strict parallel safe as 'select floor(degres * 256)::integer';

call declarer_total('carte', $$
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
$$, 'porter_cartes', 'attente_montant', 'm.y is not null and m.x is not null');

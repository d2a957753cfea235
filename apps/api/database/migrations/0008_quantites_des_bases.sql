-- Quantities of taxable bases, beside the number of their lines.
alter table total_base add column comptees bigint not null default 0, add column quantite bigint not null default 0,
  drop constraint total_base_pkey;
alter table total_base add primary key (entite_id, betail, grain, debut, genre, base_id, ramification_id)
  include (total, corrige, valide, comptees, quantite);
comment on column total_base.comptees is 'Lines whose quantity is known';
comment on column total_base.quantite is 'Sum of their quantities, in hundredths of the unit of the base';

-- few lines have a quantity yet: only the rows that count them are written
update total_base t set comptees = s.comptees, quantite = s.quantite
from (
  select c.entite_id, c.betail, g.grain, g.debut, (case when l.equipement_id is null then 'a' else 'e' end)::"char" as genre,
    coalesce(q.type_equipement_id, l.nature_activite_id) as base_id, c.ramification_id, count(*) as comptees,
    (sum(l.quantite) * 100)::bigint as quantite
  from enrollement l
  left join equipement q on q.entite_id = l.entite_id and q.id = l.equipement_id
  join contribuable c on c.entite_id = l.entite_id and c.id = l.contribuable_id
  cross join lateral (values ('j'::"char", c.jour), ('s', date_trunc('week', c.jour::timestamp)::date),
    ('m', date_trunc('month', c.jour::timestamp)::date), ('a', date_trunc('year', c.jour::timestamp)::date)) g (grain, debut)
  where l.closed_at is null and l.quantite is not null
  group by 1, 2, 3, 4, 5, 6, 7) s
where t.entite_id = s.entite_id and t.betail = s.betail and t.grain = s.grain and t.debut = s.debut and t.genre = s.genre
  and t.base_id = s.base_id and t.ramification_id = s.ramification_id;

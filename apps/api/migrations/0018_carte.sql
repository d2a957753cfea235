-- The situation map and the pace of collection.

-- Where taxpayers are, without reading their rows: a part of the map is a range of latitudes within the collectivités.
create index contribuable_carte on contribuable (entite_id, latitude)
  include (longitude, id, ramification_id, created_at, betail);

-- A further stored total, by cell of the map: for the whole territory at once. The cell is that of zoom 15 (contract:
-- maille.ts), 430 m wide; wider ones are its multiples. Who has no position has no cell.
create function maille_carte(degres double precision) returns integer
  language sql immutable strict parallel safe as 'select floor(degres * 256)::integer';

create table total_carte (
  entite_id integer not null,
  annee smallint not null,
  betail boolean not null,
  y integer not null,
  x integer not null,
  ramification_id integer not null,
  contribuables bigint not null default 0,
  prevu bigint not null default 0,
  paye bigint not null default 0,
  soldes bigint not null default 0,
  partiels bigint not null default 0,
  impayes bigint not null default 0,
  primary key (entite_id, annee, betail, y, x, ramification_id)
    include (contribuables, prevu, paye, soldes, partiels, impayes)
) with (fillfactor = 80);
comment on column total_carte.annee is 'Fiscal year of the amounts; 0 for the number of taxpayers, which has none';
comment on column total_carte.soldes is 'Taxpayers who paid all of what they owe that year; partiels paid some of it, impayes nothing';
revoke insert, update, delete on total_carte from octroi_app;

create view calcul_carte as
  select c.entite_id, m.annee, c.betail, maille_carte(c.latitude) as y, maille_carte(c.longitude) as x, c.ramification_id,
    sum(m.nombre)::bigint as contribuables, sum(m.prevu)::bigint as prevu, sum(m.paye)::bigint as paye,
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
  group by 1, 2, 3, 4, 5, 6;

-- What a taxpayer's year adds to its cell, or takes from it.
create type mouvement_carte as (
  entite_id integer, annee smallint, betail boolean, latitude double precision, longitude double precision,
  ramification_id integer, nombre integer, prevu bigint, paye bigint, signe integer
);
create function porter_cartes(mouvements mouvement_carte[]) returns void language plpgsql as $$
begin
  insert into total_carte as t (entite_id, annee, betail, y, x, ramification_id, contribuables, prevu, paye, soldes, partiels, impayes)
  select * from (
    select m.entite_id, m.annee, m.betail, maille_carte(m.latitude) as y, maille_carte(m.longitude) as x, m.ramification_id,
      sum(m.signe * m.nombre) as contribuables, sum(m.signe * m.prevu) as prevu, sum(m.signe * m.paye) as paye,
      sum(m.signe * (m.prevu > 0 and m.paye >= m.prevu)::int) as soldes,
      sum(m.signe * (m.prevu > 0 and m.paye > 0 and m.paye < m.prevu)::int) as partiels,
      sum(m.signe * (m.prevu > 0 and m.paye <= 0)::int) as impayes
    from unnest(mouvements) m
    where m.latitude is not null and m.longitude is not null
    group by 1, 2, 3, 4, 5, 6
  ) s
  where (contribuables, prevu, paye, soldes, partiels, impayes) <> (0, 0, 0, 0, 0, 0)
  order by 1, 2, 3, 4, 5, 6
  on conflict (entite_id, annee, betail, y, x, ramification_id) do update
    set contribuables = t.contribuables + excluded.contribuables, prevu = t.prevu + excluded.prevu,
      paye = t.paye + excluded.paye, soldes = t.soldes + excluded.soldes, partiels = t.partiels + excluded.partiels,
      impayes = t.impayes + excluded.impayes;
end
$$;
revoke execute on function porter_cartes from public;

-- In the order of locks (0007) the map comes after the amounts and before what falls due.
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
  select array_agg(row(k.entite_id, w.annee, k.betail, k.latitude, k.longitude, k.ramification_id, 0, v.prevu, v.paye, v.signe)::mouvement_carte)
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

create or replace function totaliser_contribuables() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
declare
  mouvements mouvement_enrolement[];
  cartes mouvement_carte[];
begin
  if tg_op = 'INSERT' then
    select array_agg(row(n.entite_id, n.betail, n.jour, n.ramification_id, n.created_by_id, 1,
        (n.statut = 'Corrigé')::int, (n.statut = 'Validé')::int)::mouvement_enrolement),
      array_agg(row(n.entite_id, 0, n.betail, n.latitude, n.longitude, n.ramification_id, 1, 0, 0, 1)::mouvement_carte)
    into mouvements, cartes from nouveaux n;
  elsif tg_op = 'DELETE' then
    select array_agg(row(o.entite_id, o.betail, o.jour, o.ramification_id, o.created_by_id, -1,
        -(o.statut = 'Corrigé')::int, -(o.statut = 'Validé')::int)::mouvement_enrolement),
      array_agg(row(o.entite_id, 0, o.betail, o.latitude, o.longitude, o.ramification_id, 1, 0, 0, -1)::mouvement_carte)
    into mouvements, cartes from anciens o;
  else
    select array_agg(row(m.entite_id, m.betail, m.jour, m.ramification_id, m.created_by_id, m.signe,
      m.signe * (m.statut = 'Corrigé')::int, m.signe * (m.statut = 'Validé')::int)::mouvement_enrolement)
    into mouvements
    from (
      select entite_id, betail, jour, ramification_id, created_by_id, statut, 1 as signe from nouveaux
      union all
      select entite_id, betail, jour, ramification_id, created_by_id, statut, -1 from anciens
    ) m;
    perform porter_enrolements(mouvements);

    perform porter_montants((
      select array_agg(row(t.entite_id, t.annee, m.betail, m.jour, m.ramification_id, m.signe * t.prevu, m.signe * t.paye)::mouvement_montant)
      from nouveaux n
      join anciens o on o.entite_id = n.entite_id and o.id = n.id
      join total_contribuable t on t.entite_id = n.entite_id and t.contribuable_id = n.id
      cross join lateral (values (n.betail, n.jour, n.ramification_id, 1), (o.betail, o.jour, o.ramification_id, -1))
        m (betail, jour, ramification_id, signe)
      where (n.betail, n.jour, n.ramification_id) is distinct from (o.betail, o.jour, o.ramification_id)));

    perform porter_cartes((
      select array_agg(row(n.entite_id, t.annee, m.betail, m.latitude, m.longitude, m.ramification_id, t.nombre, t.prevu, t.paye, m.signe)::mouvement_carte)
      from nouveaux n
      join anciens o on o.entite_id = n.entite_id and o.id = n.id
      cross join lateral (
        select 0::smallint as annee, 1 as nombre, 0::bigint as prevu, 0::bigint as paye
        union all
        select annee, 0, prevu, paye from total_contribuable where entite_id = n.entite_id and contribuable_id = n.id
      ) t
      cross join lateral (values (n.betail, n.latitude, n.longitude, n.ramification_id, 1), (o.betail, o.latitude, o.longitude, o.ramification_id, -1))
        m (betail, latitude, longitude, ramification_id, signe)
      where (n.betail, n.latitude, n.longitude, n.ramification_id) is distinct from (o.betail, o.latitude, o.longitude, o.ramification_id)));

    perform porter_exigibles((
      select array_agg(row(e.entite_id, m.betail, e.exigible_le, e.ramification_id, m.signe * e.montant)::mouvement_exigible)
      from nouveaux n
      join anciens o on o.entite_id = n.entite_id and o.id = n.id
      join echeance e on e.entite_id = n.entite_id and e.contribuable_id = n.id
      cross join lateral (values (n.betail, 1), (o.betail, -1)) m (betail, signe)
      where n.betail <> o.betail));

    -- what falls due later falls due at the new place
    update echeance e set ramification_id = n.ramification_id
    from nouveaux n join anciens o on o.entite_id = n.entite_id and o.id = n.id
    where n.ramification_id <> o.ramification_id
      and e.entite_id = n.entite_id and e.contribuable_id = n.id and e.exigible_le > aujourdhui();
    return null;
  end if;
  perform porter_enrolements(mouvements);
  perform porter_cartes(cartes);
  return null;
end
$$;

create or replace function retenir_contribuable(e integer, c bigint) returns void
  language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform from contribuable where entite_id = e and id = c for update;
  perform from contribuable k cross join lateral grains(k.jour) g
    join total_enrolement t using (entite_id, betail, grain, debut, ramification_id)
    where k.entite_id = e and k.id = c order by t.grain, t.debut for update of t;
  perform from contribuable k cross join lateral grains(k.jour) g
    join total_agent t using (entite_id, betail, grain, debut, ramification_id)
    where k.entite_id = e and k.id = c and t.agent_id = k.created_by_id order by t.grain, t.debut for update of t;
  perform from contribuable k
    join total_carte t on t.entite_id = k.entite_id and t.annee = 0 and t.betail = k.betail and t.y = maille_carte(k.latitude)
      and t.x = maille_carte(k.longitude) and t.ramification_id = k.ramification_id
    where k.entite_id = e and k.id = c for update of t;
end
$$;

create or replace function refaire_totaux() returns void language plpgsql as $$
declare
  nom text;
begin
  foreach nom in array array['contribuable', 'enrolement', 'agent', 'montant', 'exigible', 'encaissement',
      'encaissement_agent', 'encaissement_taxe', 'carte'] loop
    execute format('truncate total_%I', nom);
    execute format('insert into total_%1$I select * from calcul_%1$I', nom);
  end loop;
end
$$;

insert into total_carte select * from calcul_carte;
analyze total_carte;

-- An installation that exists already gets the two screens; whoever sees the dashboard sees them.
insert into navigation (cle, nom, icon, url, permissions, module)
select cle, nom, icon, url, '{Voir,Exporter}', 'Statistiques'
from (values
  ('carte', 'Carte de situation', 'map', '/statistiques/carte'),
  ('rythme', 'Rythme du recouvrement', 'chart-line', '/statistiques/rythme')) as n (cle, nom, icon, url)
where exists (select from navigation);
insert into permission (groupe_id, navigation_id, nom)
select p.groupe_id, n.id, p.nom
from permission p join navigation d on d.id = p.navigation_id and d.cle = 'tableau-de-bord'
join navigation n on n.cle in ('carte', 'rythme') and p.nom = any(n.permissions);

-- Totals by week too, and the map by when its taxpayers were enrolled.

-- Whatever goes by weeks reads a seventh of the days, and no period is further than three days from whole weeks or months.
create or replace function grains(jour date) returns table (grain "char", debut date)
  language sql immutable parallel safe rows 4
  as $$ values ('j'::"char", jour), ('s', date_trunc('week', jour::timestamp)::date), ('m', date_trunc('month', jour::timestamp)::date),
    ('a', date_trunc('year', jour::timestamp)::date) $$;

-- Every total that has days gets its weeks from them.
do $$
declare
  nom text;
  cle text;
  sommes text;
begin
  for nom in select table_name from information_schema.columns where table_name like 'total\_%' and column_name = 'grain' loop
    select string_agg(column_name, ', ' order by ordinal_position) filter (where column_name = any(cles)),
      string_agg(column_name, ', ' order by ordinal_position) filter (where column_name <> all(cles))
    into cle, sommes
    from information_schema.columns c, lateral (
      select array_agg(k.column_name::text) as cles from information_schema.key_column_usage k
      where k.constraint_name = nom || '_pkey'
    ) k
    where c.table_name = nom and c.column_name not in ('grain', 'debut');
    execute format('insert into %1$I (grain, debut, %2$s, %3$s)
      select ''s'', date_trunc(''week'', debut::timestamp)::date as lundi, %2$s, %4$s from %1$I
      where grain = ''j'' group by lundi, %2$s order by entite_id, lundi',
      nom, cle, sommes, regexp_replace(sommes, '(\w+)', 'sum(\1)', 'g'));
    execute format('analyze %I', nom);
  end loop;
end
$$;

-- A cell of the map holds those enrolled in a day, a week, a month and a year, like the other totals.
drop view calcul_carte;
drop table total_carte;
create table total_carte (
  entite_id integer not null,
  annee smallint not null,
  betail boolean not null,
  grain "char" not null,
  debut date not null,
  y integer not null,
  x integer not null,
  ramification_id integer not null,
  contribuables bigint not null default 0,
  prevu bigint not null default 0,
  paye bigint not null default 0,
  soldes bigint not null default 0,
  partiels bigint not null default 0,
  impayes bigint not null default 0,
  primary key (entite_id, annee, betail, grain, debut, y, x, ramification_id)
    include (contribuables, prevu, paye, soldes, partiels, impayes)
) with (fillfactor = 80);
comment on table total_carte is 'Taxpayers and their amounts by cell of the map, by the enrolment day of their taxpayers';
comment on column total_carte.annee is 'Fiscal year of the amounts; 0 for the number of taxpayers, which has none';
comment on column total_carte.soldes is 'Taxpayers who paid all of what they owe that year; partiels paid some of it, impayes nothing';
revoke insert, update, delete on total_carte from octroi_app;

create view calcul_carte as
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

drop function porter_cartes;
drop type mouvement_carte;
create type mouvement_carte as (
  entite_id integer, annee smallint, betail boolean, jour date, latitude double precision, longitude double precision,
  ramification_id integer, nombre integer, prevu bigint, paye bigint, signe integer
);
create function porter_cartes(mouvements mouvement_carte[]) returns void language plpgsql as $$
begin
  insert into total_carte as t (entite_id, annee, betail, grain, debut, y, x, ramification_id, contribuables, prevu, paye, soldes,
    partiels, impayes)
  select * from (
    select m.entite_id, m.annee, m.betail, g.grain, g.debut, maille_carte(m.latitude) as y, maille_carte(m.longitude) as x,
      m.ramification_id,
      sum(m.signe * m.nombre) as contribuables, sum(m.signe * m.prevu) as prevu, sum(m.signe * m.paye) as paye,
      sum(m.signe * (m.prevu > 0 and m.paye >= m.prevu)::int) as soldes,
      sum(m.signe * (m.prevu > 0 and m.paye > 0 and m.paye < m.prevu)::int) as partiels,
      sum(m.signe * (m.prevu > 0 and m.paye <= 0)::int) as impayes
    from unnest(mouvements) m cross join lateral grains(m.jour) g
    where m.latitude is not null and m.longitude is not null
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

create or replace function totaliser_contribuables() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
declare
  mouvements mouvement_enrolement[];
  cartes mouvement_carte[];
begin
  if tg_op = 'INSERT' then
    select array_agg(row(n.entite_id, n.betail, n.jour, n.ramification_id, n.created_by_id, 1,
        (n.statut = 'Corrigé')::int, (n.statut = 'Validé')::int)::mouvement_enrolement),
      array_agg(row(n.entite_id, 0, n.betail, n.jour, n.latitude, n.longitude, n.ramification_id, 1, 0, 0, 1)::mouvement_carte)
    into mouvements, cartes from nouveaux n;
  elsif tg_op = 'DELETE' then
    select array_agg(row(o.entite_id, o.betail, o.jour, o.ramification_id, o.created_by_id, -1,
        -(o.statut = 'Corrigé')::int, -(o.statut = 'Validé')::int)::mouvement_enrolement),
      array_agg(row(o.entite_id, 0, o.betail, o.jour, o.latitude, o.longitude, o.ramification_id, 1, 0, 0, -1)::mouvement_carte)
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
      select array_agg(row(n.entite_id, t.annee, m.betail, m.jour, m.latitude, m.longitude, m.ramification_id, t.nombre, t.prevu,
        t.paye, m.signe)::mouvement_carte)
      from nouveaux n
      join anciens o on o.entite_id = n.entite_id and o.id = n.id
      cross join lateral (
        select 0::smallint as annee, 1 as nombre, 0::bigint as prevu, 0::bigint as paye
        union all
        select annee, 0, prevu, paye from total_contribuable where entite_id = n.entite_id and contribuable_id = n.id
      ) t
      cross join lateral (values (n.betail, n.jour, n.latitude, n.longitude, n.ramification_id, 1),
        (o.betail, o.jour, o.latitude, o.longitude, o.ramification_id, -1))
        m (betail, jour, latitude, longitude, ramification_id, signe)
      where (n.betail, n.jour, n.latitude, n.longitude, n.ramification_id)
        is distinct from (o.betail, o.jour, o.latitude, o.longitude, o.ramification_id)));

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
  perform from contribuable k cross join lateral grains(k.jour) g
    join total_carte t on t.entite_id = k.entite_id and t.annee = 0 and t.betail = k.betail and t.grain = g.grain
      and t.debut = g.debut and t.y = maille_carte(k.latitude) and t.x = maille_carte(k.longitude)
      and t.ramification_id = k.ramification_id
    where k.entite_id = e and k.id = c order by t.grain, t.debut for update of t;
end
$$;

insert into total_carte select * from calcul_carte order by 1, 2, 3, 4, 5;
analyze total_carte;

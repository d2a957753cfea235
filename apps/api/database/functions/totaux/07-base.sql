-- Open lines by taxed thing, day of enrolment, node and statut of their taxpayer, with their quantities.

create or replace view ligne_ouverte as
  select l.entite_id, l.id, l.contribuable_id, l.equipement_id,
    (case when l.equipement_id is null then 'a' else 'e' end)::"char" as genre,
    coalesce(q.type_equipement_id, l.nature_activite_id) as base_id, l.quantite
  from enrollement l
  left join equipement q on q.entite_id = l.entite_id and q.id = l.equipement_id
  where l.closed_at is null and (l.equipement_id is null or q.id is not null);

call declarer_total('base', $$
  select c.entite_id, c.betail, c.jour, l.genre, l.base_id, c.ramification_id, count(*) as total,
    count(*) filter (where c.statut = 'Corrigé') as corrige, count(*) filter (where c.statut = 'Validé') as valide,
    count(l.quantite) as comptees, (coalesce(sum(l.quantite), 0) * 100)::bigint as quantite
  from ligne_ouverte l
  join contribuable c on c.entite_id = l.entite_id and c.id = l.contribuable_id
  group by 1, 2, 3, 4, 5, 6
$$);

-- Written with the enrolments, before the amounts: lines are written before their dues.
create or replace function porter_bases(mouvements mouvement_base[]) returns void language plpgsql as $$
begin
  insert into total_base as t (entite_id, betail, grain, debut, genre, base_id, ramification_id, total, corrige, valide, comptees,
    quantite)
  select * from (
    select m.entite_id, m.betail, g.grain, g.debut, m.genre, m.base_id, m.ramification_id, sum(m.signe) as total,
      coalesce(sum(m.signe) filter (where m.statut = 'Corrigé'), 0) as corrige,
      coalesce(sum(m.signe) filter (where m.statut = 'Validé'), 0) as valide,
      coalesce(sum(m.signe) filter (where m.quantite is not null), 0) as comptees,
      coalesce(sum(m.signe * m.quantite * 100), 0)::bigint as quantite
    from unnest(mouvements) m cross join lateral grains(m.jour) g
    group by 1, 2, 3, 4, 5, 6, 7) s
  where (s.total, s.corrige, s.valide, s.comptees, s.quantite) <> (0, 0, 0, 0, 0)
  order by 1, 2, 3, 4, 5, 6, 7
  on conflict (entite_id, betail, grain, debut, genre, base_id, ramification_id) do update
    set total = t.total + excluded.total, corrige = t.corrige + excluded.corrige, valide = t.valide + excluded.valide,
      comptees = t.comptees + excluded.comptees, quantite = t.quantite + excluded.quantite;
end
$$;
revoke execute on function porter_bases from public;

-- A created, deleted, closed or changed line. If its taxpayer or equipment is deleted too, the trigger below has
-- already subtracted it.
create or replace function totaliser_lignes() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
declare
  mouvements mouvement_base[];
begin
  if tg_op = 'UPDATE' then
    if not exists (
      select entite_id, id, contribuable_id, equipement_id, nature_activite_id, quantite, closed_at is null from nouveaux
      except
      select entite_id, id, contribuable_id, equipement_id, nature_activite_id, quantite, closed_at is null from anciens
    ) then
      return null;
    end if;
    perform from contribuable where (entite_id, id) in (
      select entite_id, contribuable_id from nouveaux union select entite_id, contribuable_id from anciens)
      order by entite_id, id for share;
    select array_agg(row(c.entite_id, c.betail, c.jour, m.genre, m.base_id, c.ramification_id, c.statut, m.signe, l.quantite)::mouvement_base)
    into mouvements
    from (
      select entite_id, contribuable_id, equipement_id, nature_activite_id, quantite, 1 as signe from nouveaux where closed_at is null
      union all
      select entite_id, contribuable_id, equipement_id, nature_activite_id, quantite, -1 from anciens where closed_at is null
    ) l
    left join equipement q on q.entite_id = l.entite_id and q.id = l.equipement_id
    cross join lateral (
      select (case when l.equipement_id is null then 'a' else 'e' end)::"char" as genre,
        coalesce(q.type_equipement_id, l.nature_activite_id) as base_id, l.signe
    ) m
    join contribuable c on c.entite_id = l.entite_id and c.id = l.contribuable_id
    where m.base_id is not null;
  elsif tg_op = 'INSERT' then
    perform from contribuable where (entite_id, id) in (select entite_id, contribuable_id from nouveaux)
      order by entite_id, id for share;
    select array_agg(row(c.entite_id, c.betail, c.jour, l.genre, l.base_id, c.ramification_id, c.statut, 1, l.quantite)::mouvement_base)
    into mouvements
    from nouveaux n
    join ligne_ouverte l on l.entite_id = n.entite_id and l.id = n.id
    join contribuable c on c.entite_id = l.entite_id and c.id = l.contribuable_id;
  else
    perform from contribuable where (entite_id, id) in (select entite_id, contribuable_id from anciens)
      order by entite_id, id for share;
    select array_agg(row(c.entite_id, c.betail, c.jour, (case when o.equipement_id is null then 'a' else 'e' end)::"char",
      coalesce(q.type_equipement_id, o.nature_activite_id), c.ramification_id, c.statut, -1, o.quantite)::mouvement_base)
    into mouvements
    from anciens o
    left join equipement q on q.entite_id = o.entite_id and q.id = o.equipement_id
    join contribuable c on c.entite_id = o.entite_id and c.id = o.contribuable_id
    where o.closed_at is null and (o.equipement_id is null or q.id is not null);
  end if;
  perform porter_bases(mouvements);
  return null;
end
$$;
create or replace trigger total_insert after insert on enrollement referencing new table as nouveaux
  for each statement execute function totaliser_lignes();
create or replace trigger total_update after update on enrollement referencing old table as anciens new table as nouveaux
  for each statement execute function totaliser_lignes();
create or replace trigger total_delete after delete on enrollement referencing old table as anciens
  for each statement execute function totaliser_lignes();

-- Lines deleted with a taxpayer or an equipment: subtracted while all three exist.
create or replace function retirer_lignes_contribuable() returns trigger
  language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform porter_bases((
    select array_agg(row(old.entite_id, old.betail, old.jour, l.genre, l.base_id, old.ramification_id, old.statut, -1, l.quantite)::mouvement_base)
    from ligne_ouverte l where l.entite_id = old.entite_id and l.contribuable_id = old.id));
  return old;
end
$$;
create or replace trigger total_lignes before delete on contribuable
  for each row execute function retirer_lignes_contribuable();

create or replace function retirer_lignes_equipement() returns trigger
  language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform from contribuable where entite_id = old.entite_id and id = old.contribuable_id for share;
  perform porter_bases((
    select array_agg(row(c.entite_id, c.betail, c.jour, l.genre, l.base_id, c.ramification_id, c.statut, -1, l.quantite)::mouvement_base)
    from ligne_ouverte l join contribuable c on c.entite_id = l.entite_id and c.id = l.contribuable_id
    where l.entite_id = old.entite_id and l.equipement_id = old.id));
  return old;
end
$$;
create or replace trigger total_lignes before delete on equipement
  for each row execute function retirer_lignes_equipement();

-- Lines count at the place, day, livestock and statut of their taxpayer, and with the type of their equipment. The
-- trigger's name comes after total_update, so that enrolments and agents are written first.
create or replace function reporter_lignes() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform porter_bases((
    select array_agg(row(m.entite_id, m.betail, m.jour, l.genre, l.base_id, m.ramification_id, m.statut, m.signe, l.quantite)::mouvement_base)
    from (
      select entite_id, id, betail, jour, ramification_id, statut, min(signe) as signe from (
        select entite_id, id, betail, jour, ramification_id, statut, 1 as signe from nouveaux
        union all
        select entite_id, id, betail, jour, ramification_id, statut, -1 from anciens
      ) avant_apres
      -- rows unchanged in these columns occur twice
      group by 1, 2, 3, 4, 5, 6 having count(*) = 1
    ) m
    join ligne_ouverte l on l.entite_id = m.entite_id and l.contribuable_id = m.id));
  return null;
end
$$;
create or replace trigger total_update_lignes after update on contribuable referencing old table as anciens new table as nouveaux
  for each statement execute function reporter_lignes();

create or replace function changer_type_lignes() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if not exists (
    select entite_id, id, type_equipement_id from nouveaux except select entite_id, id, type_equipement_id from anciens
  ) then
    return null;
  end if;
  perform from contribuable where (entite_id, id) in (select entite_id, contribuable_id from nouveaux)
    order by entite_id, id for share;
  perform porter_bases((
    select array_agg(row(c.entite_id, c.betail, c.jour, l.genre, m.base_id, c.ramification_id, c.statut, m.signe, l.quantite)::mouvement_base)
    from (
      select entite_id, id, base_id, min(signe) as signe from (
        select entite_id, id, type_equipement_id as base_id, 1 as signe from nouveaux
        union all
        select entite_id, id, type_equipement_id, -1 from anciens
      ) avant_apres
      group by 1, 2, 3 having count(*) = 1
    ) m
    join ligne_ouverte l on l.entite_id = m.entite_id and l.equipement_id = m.id
    join contribuable c on c.entite_id = l.entite_id and c.id = l.contribuable_id));
  return null;
end
$$;
create or replace trigger total_update_lignes after update on equipement referencing old table as anciens new table as nouveaux
  for each statement execute function changer_type_lignes();

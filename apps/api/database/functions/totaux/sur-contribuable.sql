-- Effect on the totals of taxpayers created, deleted, moved or with a changed statut.
create or replace function totaliser_contribuables() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
declare
  mouvements mouvement_enrolement[];
begin
  if tg_op = 'INSERT' then
    select array_agg(row(n.entite_id, n.betail, n.jour, n.ramification_id, n.created_by_id, 1,
        (n.statut = 'Corrigé')::int, (n.statut = 'Validé')::int)::mouvement_enrolement)
    into mouvements from nouveaux n where not n.systeme;
    insert into attente_montant (entite_id, annee, betail, jour, ramification_id, y, x, contribuables, prevu, paye, soldes, partiels,
      impayes)
    select entite_id, 0, betail, jour, ramification_id, maille_carte(latitude), maille_carte(longitude), count(*), 0, 0, 0, 0, 0
    from nouveaux where latitude is not null and longitude is not null group by 1, 2, 3, 4, 5, 6, 7;
    insert into attente_enveloppe (entite_id, ramification_id)
    select distinct entite_id, ramification_id from nouveaux where latitude is not null and longitude is not null;
  elsif tg_op = 'DELETE' then
    select array_agg(row(o.entite_id, o.betail, o.jour, o.ramification_id, o.created_by_id, -1,
        -(o.statut = 'Corrigé')::int, -(o.statut = 'Validé')::int)::mouvement_enrolement)
    into mouvements from anciens o;
    insert into attente_montant (entite_id, annee, betail, jour, ramification_id, y, x, contribuables, prevu, paye, soldes, partiels,
      impayes)
    select entite_id, 0, betail, jour, ramification_id, maille_carte(latitude), maille_carte(longitude), -count(*), 0, 0, 0, 0, 0
    from anciens where latitude is not null and longitude is not null group by 1, 2, 3, 4, 5, 6, 7;
    insert into attente_enveloppe (entite_id, ramification_id)
    select distinct entite_id, ramification_id from anciens where latitude is not null and longitude is not null;
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
    perform porter_agents(mouvements);

    -- other writers of these rows share-lock the taxpayer, so this does not wait for them
    update total_contribuable t set betail = n.betail, statut = n.statut from nouveaux n
    where t.entite_id = n.entite_id and t.contribuable_id = n.id and (t.betail, t.statut) <> (n.betail, n.statut);
    update du_contribuable t set betail = n.betail, ramification_id = n.ramification_id from nouveaux n
    where t.entite_id = n.entite_id and t.contribuable_id = n.id and (t.betail, t.ramification_id) <> (n.betail, n.ramification_id);

    insert into attente_montant (entite_id, annee, betail, jour, ramification_id, y, x, contribuables, prevu, paye, soldes, partiels,
      impayes)
    select m.entite_id, t.annee, m.betail, m.jour, m.ramification_id, maille_carte(m.latitude), maille_carte(m.longitude),
      sum(m.signe * t.nombre), sum(m.signe * t.prevu), sum(m.signe * t.paye), sum(m.signe * est_solde(t.prevu, t.paye)),
      sum(m.signe * est_partiel(t.prevu, t.paye)), sum(m.signe * est_impaye(t.prevu, t.paye))
    from (
      select entite_id, id, betail, jour, ramification_id, latitude, longitude, min(signe) as signe from (
        select entite_id, id, betail, jour, ramification_id, latitude, longitude, 1 as signe from nouveaux
        union all
        select entite_id, id, betail, jour, ramification_id, latitude, longitude, -1 from anciens
      ) avant_apres
      -- rows unchanged in these columns occur twice
      group by 1, 2, 3, 4, 5, 6, 7 having count(*) = 1
    ) m
    cross join lateral (
      select 0::smallint as annee, 1 as nombre, 0::bigint as prevu, 0::bigint as paye
      union all
      select annee, 0, prevu, paye from total_contribuable where entite_id = m.entite_id and contribuable_id = m.id
    ) t
    group by 1, 2, 3, 4, 5, 6, 7;

    insert into attente_enveloppe (entite_id, ramification_id)
    select distinct entite_id, ramification_id from (
      select entite_id, id, ramification_id, latitude, longitude from nouveaux
      union all
      select entite_id, id, ramification_id, latitude, longitude from anciens
    ) m
    where latitude is not null and longitude is not null
    -- unchanged positions occur twice
    group by entite_id, id, ramification_id, latitude, longitude having count(*) = 1;

    perform porter_exigibles((
      select array_agg(row(e.entite_id, m.betail, e.exigible_le, e.ramification_id, m.signe * e.montant)::mouvement_exigible)
      from (
        select entite_id, id, betail, min(signe) as signe from (
          select entite_id, id, betail, 1 as signe from nouveaux union all select entite_id, id, betail, -1 from anciens
        ) avant_apres
        group by 1, 2, 3 having count(*) = 1
      ) m
      join echeance e on e.entite_id = m.entite_id and e.contribuable_id = m.id));

    insert into attente_reste (entite_id, ramification_id, betail, annee, exigible_le, reste)
    select m.entite_id, m.ramification_id, m.betail, x.annee, x.exigible_le, sum(m.signe * x.reste)
    from (
      select entite_id, id, ramification_id, betail, min(signe) as signe from (
        select entite_id, id, ramification_id, betail, 1 as signe from nouveaux
        union all
        select entite_id, id, ramification_id, betail, -1 from anciens
      ) avant_apres
      group by 1, 2, 3, 4 having count(*) = 1
    ) m
    cross join lateral (
      select annee, exigible_le, montant - paye as reste from echeance
      where entite_id = m.entite_id and contribuable_id = m.id and montant > paye and closed_at is null offset 0) x
    group by 1, 2, 3, 4, 5;

    perform porter_avis((
      select array_agg(row(m.entite_id, a.annee, m.ramification_id, m.signe * a.emis, m.signe * a.remis, m.signe * a.refuses)::mouvement_avis)
      from (
        select entite_id, id, ramification_id, min(signe) as signe from (
          select entite_id, id, ramification_id, 1 as signe from nouveaux
          union all
          select entite_id, id, ramification_id, -1 from anciens
        ) avant_apres
        group by 1, 2, 3 having count(*) = 1
      ) m
      cross join lateral (
        select annee, emis, remis, refuses from avis_en_vigueur where entite_id = m.entite_id and contribuable_id = m.id offset 0) a));

    -- each échéance is at the place of the stay on the first day of its period
    update echeance e set ramification_id = s.ramification_id
    from (select entite_id, id, ramification_id from nouveaux except select entite_id, id, ramification_id from anciens) n
    join echeance x on x.entite_id = n.entite_id and x.contribuable_id = n.id
    join taxe t on t.entite_id = x.entite_id and t.id = x.taxe_id
    join frequence f on f.id = t.frequence_id
    cross join lateral (
      select s.ramification_id from sejour s where s.entite_id = n.entite_id and s.contribuable_id = n.id
        and s.du <= debut_periode(x.annee, x.periode, f.occurrences) order by s.du desc limit 1) s
    where e.entite_id = x.entite_id and e.id = x.id
      and x.ramification_id <> s.ramification_id;
    return null;
  end if;
  perform porter_enrolements(mouvements);
  perform porter_agents(mouvements);
  return null;
end
$$;
create or replace trigger total_insert after insert on contribuable referencing new table as nouveaux
  for each statement execute function totaliser_contribuables();
create or replace trigger total_update after update on contribuable referencing old table as anciens new table as nouveaux
  for each statement execute function totaliser_contribuables();
create or replace trigger total_delete after delete on contribuable referencing old table as anciens
  for each statement execute function totaliser_contribuables();

-- Deleting a taxpayer starts with its dues, so with amounts: the enrolments must be locked before.
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
end
$$;

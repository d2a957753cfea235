-- What the totals must be, summed by day before a day is spread over its periods: a fifth of the rows to group, so that
-- a verification at a million taxpayers is a matter of minutes.

create or replace view calcul_montant as
  with jours as (
    select t.entite_id, t.annee, c.betail, c.jour, c.ramification_id, sum(t.prevu) as prevu, sum(t.paye) as paye
    from calcul_contribuable t
    join contribuable c on c.entite_id = t.entite_id and c.id = t.contribuable_id
    group by 1, 2, 3, 4, 5
  )
  select entite_id, annee, betail, g.grain, g.debut, ramification_id,
    sum(prevu)::bigint as prevu, sum(paye)::bigint as paye
  from jours cross join lateral grains(jour) g
  group by 1, 2, 3, 4, 5, 6;

create or replace view calcul_exigible as
  with jours as (
    select e.entite_id, c.betail, e.exigible_le, e.ramification_id, sum(e.montant) as prevu
    from echeance e
    join contribuable c on c.entite_id = e.entite_id and c.id = e.contribuable_id
    group by 1, 2, 3, 4
  )
  select entite_id, betail, g.grain, g.debut, ramification_id, sum(prevu)::bigint as prevu
  from jours cross join lateral grains(exigible_le) g
  group by 1, 2, 3, 4, 5;

create or replace view calcul_encaissement as
  with jours as (
    select entite_id, betail, jour, ramification_id, moyen_paiement_id,
      sum(greatest(montant, 0)) as recu, sum(greatest(-montant, 0)) as rembourse, count(*) as nombre
    from transaction
    where statut = 'Confirmé'
    group by 1, 2, 3, 4, 5
  )
  select entite_id, betail, g.grain, g.debut, ramification_id, moyen_paiement_id,
    sum(recu)::bigint as recu, sum(rembourse)::bigint as rembourse, sum(nombre)::bigint as nombre
  from jours cross join lateral grains(jour) g
  group by 1, 2, 3, 4, 5, 6;

create or replace view calcul_encaissement_agent as
  with jours as (
    select entite_id, betail, jour, coalesce(bureau_accepteur_id, 0) as agent_id, ramification_id,
      sum(greatest(montant, 0)) as recu, sum(greatest(-montant, 0)) as rembourse, count(*) as nombre
    from transaction
    where statut = 'Confirmé'
    group by 1, 2, 3, 4, 5
  )
  select entite_id, betail, g.grain, g.debut, agent_id, ramification_id,
    sum(recu)::bigint as recu, sum(rembourse)::bigint as rembourse, sum(nombre)::bigint as nombre
  from jours cross join lateral grains(jour) g
  group by 1, 2, 3, 4, 5, 6;

create or replace view calcul_encaissement_taxe as
  with jours as (
    select t.entite_id, t.betail, t.jour, coalesce(e.taxe_id, 0) as taxe_id, t.ramification_id,
      sum(greatest(i.montant, 0)) as recu, sum(greatest(-i.montant, 0)) as rembourse
    from imputation i
    join transaction t on t.entite_id = i.entite_id and t.id = i.transaction_id
    left join echeance e on e.entite_id = i.entite_id and e.id = i.echeance_id
    group by 1, 2, 3, 4, 5
  )
  select entite_id, betail, g.grain, g.debut, taxe_id, ramification_id,
    sum(recu)::bigint as recu, sum(rembourse)::bigint as rembourse
  from jours cross join lateral grains(jour) g
  group by 1, 2, 3, 4, 5, 6;

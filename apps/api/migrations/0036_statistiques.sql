-- What is received without its method, and how many parts of payments went to a tax.

-- Most figures ask for what came in, whatever the method: a row a node and day instead of one a method.
create table total_recette (
  entite_id integer not null,
  betail boolean not null,
  grain "char" not null,
  debut date not null,
  ramification_id integer not null,
  recu bigint not null default 0,
  rembourse bigint not null default 0,
  nombre bigint not null default 0,
  primary key (entite_id, betail, grain, debut, ramification_id) include (recu, rembourse, nombre)
) with (fillfactor = 80);
revoke insert, update, delete on total_recette from octroi_app;

create view calcul_recette as
  select t.entite_id, t.betail, g.grain, g.debut, t.ramification_id,
    sum(greatest(t.montant, 0))::bigint as recu, sum(greatest(-t.montant, 0))::bigint as rembourse, count(*) as nombre
  from transaction t cross join lateral grains(t.jour) g
  where t.statut = 'Confirmé'
  group by 1, 2, 3, 4, 5;

-- In the order of locks (0007) receipts come together: by method, by agent, then without either.
create or replace function porter_encaissements(mouvements mouvement_encaissement[]) returns void language plpgsql as $$
begin
  insert into total_encaissement as t (entite_id, betail, grain, debut, ramification_id, moyen_paiement_id, recu, rembourse, nombre)
  select m.entite_id, m.betail, g.grain, g.debut, m.ramification_id, m.moyen_paiement_id,
    sum(greatest(m.montant, 0)), sum(greatest(-m.montant, 0)), count(*)
  from unnest(mouvements) m cross join lateral grains(m.jour) g
  group by 1, 2, 3, 4, 5, 6 order by 1, 2, 3, 4, 5, 6
  on conflict (entite_id, betail, grain, debut, ramification_id, moyen_paiement_id) do update
    set recu = t.recu + excluded.recu, rembourse = t.rembourse + excluded.rembourse, nombre = t.nombre + excluded.nombre;

  insert into total_encaissement_agent as t (entite_id, betail, grain, debut, agent_id, ramification_id, recu, rembourse, nombre)
  select m.entite_id, m.betail, g.grain, g.debut, m.agent_id, m.ramification_id,
    sum(greatest(m.montant, 0)), sum(greatest(-m.montant, 0)), count(*)
  from unnest(mouvements) m cross join lateral grains(m.jour) g
  group by 1, 2, 3, 4, 5, 6 order by 1, 2, 3, 4, 5, 6
  on conflict (entite_id, betail, grain, debut, agent_id, ramification_id) do update
    set recu = t.recu + excluded.recu, rembourse = t.rembourse + excluded.rembourse, nombre = t.nombre + excluded.nombre;

  insert into total_recette as t (entite_id, betail, grain, debut, ramification_id, recu, rembourse, nombre)
  select m.entite_id, m.betail, g.grain, g.debut, m.ramification_id,
    sum(greatest(m.montant, 0)), sum(greatest(-m.montant, 0)), count(*)
  from unnest(mouvements) m cross join lateral grains(m.jour) g
  group by 1, 2, 3, 4, 5 order by 1, 2, 3, 4, 5
  on conflict (entite_id, betail, grain, debut, ramification_id) do update
    set recu = t.recu + excluded.recu, rembourse = t.rembourse + excluded.rembourse, nombre = t.nombre + excluded.nombre;
end
$$;

-- The list that a tax opens is one of imputations: it is counted without being read.
alter table total_encaissement_taxe add column nombre bigint not null default 0;
comment on column total_encaissement_taxe.nombre is 'Imputations: parts of payments, and of refunds';

create or replace view calcul_encaissement_taxe as
  select t.entite_id, t.betail, g.grain, g.debut, coalesce(e.taxe_id, 0) as taxe_id, t.ramification_id,
    sum(greatest(i.montant, 0))::bigint as recu, sum(greatest(-i.montant, 0))::bigint as rembourse, count(*) as nombre
  from imputation i
  join transaction t on t.entite_id = i.entite_id and t.id = i.transaction_id
  left join echeance e on e.entite_id = i.entite_id and e.id = i.echeance_id
  cross join lateral grains(t.jour) g
  group by 1, 2, 3, 4, 5, 6;

create or replace function porter_imputations(mouvements mouvement_imputation[]) returns void language plpgsql as $$
declare
  e integer[]; c bigint[]; a smallint[]; q bigint[];
begin
  perform from contribuable where (entite_id, id) in (select entite_id, contribuable_id from unnest(mouvements))
    order by entite_id, id for share;
  perform from echeance where (entite_id, id) in (select entite_id, echeance_id from unnest(mouvements))
    order by entite_id, id for no key update;
  update echeance x set paye = x.paye + m.montant
  from (
    select entite_id, echeance_id, sum(recu - rembourse) as montant from unnest(mouvements)
    where echeance_id is not null group by 1, 2 having sum(recu - rembourse) <> 0
  ) m
  where x.entite_id = m.entite_id and x.id = m.echeance_id;

  select array_agg(entite_id), array_agg(contribuable_id), array_agg(annee), array_agg(montant) into e, c, a, q
  from (
    select entite_id, contribuable_id, annee, sum(recu - rembourse) as montant from unnest(mouvements) group by 1, 2, 3
    having sum(recu - rembourse) <> 0
  ) m;
  if e is not null then
    perform porter_contribuables(e, c, a, array_fill(0::bigint, array[cardinality(e)]), q);
  end if;

  -- no imputation is of nothing: what comes is above zero on one of its sides, what goes below
  insert into total_encaissement_taxe as t (entite_id, betail, grain, debut, taxe_id, ramification_id, recu, rembourse, nombre)
  select m.entite_id, tr.betail, g.grain, g.debut, coalesce(x.taxe_id, 0), tr.ramification_id, sum(m.recu), sum(m.rembourse),
    sum(sign(m.recu + m.rembourse)::int)
  from unnest(mouvements) m
  join transaction tr on tr.entite_id = m.entite_id and tr.id = m.transaction_id
  left join echeance x on x.entite_id = m.entite_id and x.id = m.echeance_id
  cross join lateral grains(tr.jour) g
  group by 1, 2, 3, 4, 5, 6
  having sum(m.recu) <> 0 or sum(m.rembourse) <> 0 or sum(sign(m.recu + m.rembourse)::int) <> 0
  order by 1, 2, 3, 4, 5, 6
  on conflict (entite_id, betail, grain, debut, taxe_id, ramification_id) do update
    set recu = t.recu + excluded.recu, rembourse = t.rembourse + excluded.rembourse, nombre = t.nombre + excluded.nombre;
end
$$;

insert into total_recette select * from calcul_recette order by 1, 4;
truncate total_encaissement_taxe;
-- in the order in which days write them, so that what a period reads lies together
insert into total_encaissement_taxe select * from calcul_encaissement_taxe order by 1, 4;
analyze total_recette, total_encaissement_taxe;

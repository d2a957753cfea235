-- Stored totals. Each is kept by day, month and year ("grain" j, m, a) at the taxpayer's own node, in the transaction
-- of its base rows, by statement-level triggers that fold a statement into one sorted upsert a total. Subtrees are
-- summed when read, so moving a sub-entity rewrites nothing. The views calcul_* say what each total must be:
-- the bulk load fills the tables from them and the verification compares with them.

create table total_contribuable (
  entite_id integer not null,
  contribuable_id bigint not null,
  annee smallint not null,
  prevu bigint not null default 0,
  paye bigint not null default 0,
  primary key (entite_id, contribuable_id, annee)
) with (fillfactor = 80);

create table total_enrolement (
  entite_id integer not null,
  betail boolean not null,
  grain "char" not null,
  debut date not null,
  ramification_id integer not null,
  total bigint not null default 0,
  corrige bigint not null default 0,
  valide bigint not null default 0,
  primary key (entite_id, betail, grain, debut, ramification_id) include (total, corrige, valide)
) with (fillfactor = 80);

create table total_agent (
  entite_id integer not null,
  betail boolean not null,
  grain "char" not null,
  debut date not null,
  agent_id integer not null,
  ramification_id integer not null,
  total bigint not null default 0,
  corrige bigint not null default 0,
  valide bigint not null default 0,
  primary key (entite_id, betail, grain, debut, agent_id, ramification_id) include (total, corrige, valide)
) with (fillfactor = 80);

create table total_montant (
  entite_id integer not null,
  annee smallint not null,
  betail boolean not null,
  grain "char" not null,
  debut date not null,
  ramification_id integer not null,
  prevu bigint not null default 0,
  paye bigint not null default 0,
  primary key (entite_id, annee, betail, grain, debut, ramification_id) include (prevu, paye)
) with (fillfactor = 80);
comment on table total_montant is 'Dues and payments of a fiscal year, by the enrolment day of their taxpayers';

create table total_exigible (
  entite_id integer not null,
  betail boolean not null,
  grain "char" not null,
  debut date not null,
  ramification_id integer not null,
  prevu bigint not null default 0,
  primary key (entite_id, betail, grain, debut, ramification_id) include (prevu)
) with (fillfactor = 80);
comment on table total_exigible is 'Dues by the day on which they fall due';

create table total_encaissement (
  entite_id integer not null,
  betail boolean not null,
  grain "char" not null,
  debut date not null,
  ramification_id integer not null,
  moyen_paiement_id integer not null,
  recu bigint not null default 0,
  rembourse bigint not null default 0,
  nombre bigint not null default 0,
  primary key (entite_id, betail, grain, debut, ramification_id, moyen_paiement_id) include (recu, rembourse, nombre)
) with (fillfactor = 80);

create table total_encaissement_agent (
  entite_id integer not null,
  betail boolean not null,
  grain "char" not null,
  debut date not null,
  agent_id integer not null,
  ramification_id integer not null,
  recu bigint not null default 0,
  rembourse bigint not null default 0,
  nombre bigint not null default 0,
  primary key (entite_id, betail, grain, debut, agent_id, ramification_id)
) with (fillfactor = 80);
create index total_encaissement_agent_agent on total_encaissement_agent (agent_id, grain, debut);
comment on column total_encaissement_agent.agent_id is '0 where no agent took the payment';

create table total_encaissement_taxe (
  entite_id integer not null,
  betail boolean not null,
  grain "char" not null,
  debut date not null,
  taxe_id integer not null,
  ramification_id integer not null,
  recu bigint not null default 0,
  rembourse bigint not null default 0,
  primary key (entite_id, betail, grain, debut, taxe_id, ramification_id)
) with (fillfactor = 80);
comment on column total_encaissement_taxe.taxe_id is '0 for advances';

revoke insert, update, delete on total_contribuable, total_enrolement, total_agent, total_montant, total_exigible,
  total_encaissement, total_encaissement_agent, total_encaissement_taxe from octroi_app;

-- What each total must be -------------------------------------------------------------------------------------

create view calcul_contribuable as
  select entite_id, contribuable_id, annee, sum(prevu)::bigint as prevu, sum(paye)::bigint as paye
  from (
    select entite_id, contribuable_id, annee, montant as prevu, 0 as paye from echeance
    union all
    select entite_id, contribuable_id, annee, 0, montant from imputation
  ) mouvement
  group by 1, 2, 3;

create view calcul_enrolement as
  select c.entite_id, c.betail, g.grain, g.debut, c.ramification_id, count(*) as total,
    count(*) filter (where c.statut = 'Corrigé') as corrige, count(*) filter (where c.statut = 'Validé') as valide
  from contribuable c cross join lateral grains(c.jour) g
  group by 1, 2, 3, 4, 5;

create view calcul_agent as
  select c.entite_id, c.betail, g.grain, g.debut, c.created_by_id as agent_id, c.ramification_id, count(*) as total,
    count(*) filter (where c.statut = 'Corrigé') as corrige, count(*) filter (where c.statut = 'Validé') as valide
  from contribuable c cross join lateral grains(c.jour) g
  group by 1, 2, 3, 4, 5, 6;

create view calcul_montant as
  select t.entite_id, t.annee, c.betail, g.grain, g.debut, c.ramification_id,
    sum(t.prevu)::bigint as prevu, sum(t.paye)::bigint as paye
  from calcul_contribuable t
  join contribuable c on c.entite_id = t.entite_id and c.id = t.contribuable_id
  cross join lateral grains(c.jour) g
  group by 1, 2, 3, 4, 5, 6;

create view calcul_exigible as
  select e.entite_id, c.betail, g.grain, g.debut, e.ramification_id, sum(e.montant)::bigint as prevu
  from echeance e
  join contribuable c on c.entite_id = e.entite_id and c.id = e.contribuable_id
  cross join lateral grains(e.exigible_le) g
  group by 1, 2, 3, 4, 5;

create view calcul_encaissement as
  select t.entite_id, t.betail, g.grain, g.debut, t.ramification_id, t.moyen_paiement_id,
    sum(greatest(t.montant, 0))::bigint as recu, sum(greatest(-t.montant, 0))::bigint as rembourse, count(*) as nombre
  from transaction t cross join lateral grains(t.jour) g
  where t.statut = 'Confirmé'
  group by 1, 2, 3, 4, 5, 6;

create view calcul_encaissement_agent as
  select t.entite_id, t.betail, g.grain, g.debut, coalesce(t.bureau_accepteur_id, 0) as agent_id, t.ramification_id,
    sum(greatest(t.montant, 0))::bigint as recu, sum(greatest(-t.montant, 0))::bigint as rembourse, count(*) as nombre
  from transaction t cross join lateral grains(t.jour) g
  where t.statut = 'Confirmé'
  group by 1, 2, 3, 4, 5, 6;

create view calcul_encaissement_taxe as
  select t.entite_id, t.betail, g.grain, g.debut, coalesce(e.taxe_id, 0) as taxe_id, t.ramification_id,
    sum(greatest(i.montant, 0))::bigint as recu, sum(greatest(-i.montant, 0))::bigint as rembourse
  from imputation i
  join transaction t on t.entite_id = i.entite_id and t.id = i.transaction_id
  left join echeance e on e.entite_id = i.entite_id and e.id = i.echeance_id
  cross join lateral grains(t.jour) g
  group by 1, 2, 3, 4, 5, 6;

-- Upserts of folded movements ---------------------------------------------------------------------------------

-- Writers that meet wait for one another in one order, so that none waits in a circle: taxpayers, receipts, échéances,
-- enrolments, amounts, what falls due, receipts by tax; rows of a total by key. Whoever reads dues in order to pay them,
-- changes or deletes échéances, or changes several taxpayers, locks those taxpayers first, by id; a payment is booked
-- (confirmed) before it is imputed.

create type mouvement_enrolement as (
  entite_id integer, betail boolean, jour date, ramification_id integer, agent_id integer,
  total bigint, corrige bigint, valide bigint
);
create type mouvement_montant as (
  entite_id integer, annee smallint, betail boolean, jour date, ramification_id integer, prevu bigint, paye bigint
);
create type mouvement_exigible as (
  entite_id integer, betail boolean, jour date, ramification_id integer, prevu bigint
);

create function porter_enrolements(mouvements mouvement_enrolement[]) returns void language plpgsql as $$
begin
  insert into total_enrolement as t (entite_id, betail, grain, debut, ramification_id, total, corrige, valide)
  select m.entite_id, m.betail, g.grain, g.debut, m.ramification_id, sum(m.total), sum(m.corrige), sum(m.valide)
  from unnest(mouvements) m cross join lateral grains(m.jour) g
  group by 1, 2, 3, 4, 5
  having sum(m.total) <> 0 or sum(m.corrige) <> 0 or sum(m.valide) <> 0
  order by 1, 2, 3, 4, 5
  on conflict (entite_id, betail, grain, debut, ramification_id) do update
    set total = t.total + excluded.total, corrige = t.corrige + excluded.corrige, valide = t.valide + excluded.valide;

  insert into total_agent as t (entite_id, betail, grain, debut, agent_id, ramification_id, total, corrige, valide)
  select m.entite_id, m.betail, g.grain, g.debut, m.agent_id, m.ramification_id, sum(m.total), sum(m.corrige), sum(m.valide)
  from unnest(mouvements) m cross join lateral grains(m.jour) g
  group by 1, 2, 3, 4, 5, 6
  having sum(m.total) <> 0 or sum(m.corrige) <> 0 or sum(m.valide) <> 0
  order by 1, 2, 3, 4, 5, 6
  on conflict (entite_id, betail, grain, debut, agent_id, ramification_id) do update
    set total = t.total + excluded.total, corrige = t.corrige + excluded.corrige, valide = t.valide + excluded.valide;
end
$$;

create function porter_montants(mouvements mouvement_montant[]) returns void language plpgsql as $$
begin
  insert into total_montant as t (entite_id, annee, betail, grain, debut, ramification_id, prevu, paye)
  select m.entite_id, m.annee, m.betail, g.grain, g.debut, m.ramification_id, sum(m.prevu), sum(m.paye)
  from unnest(mouvements) m cross join lateral grains(m.jour) g
  group by 1, 2, 3, 4, 5, 6
  having sum(m.prevu) <> 0 or sum(m.paye) <> 0
  order by 1, 2, 3, 4, 5, 6
  on conflict (entite_id, annee, betail, grain, debut, ramification_id) do update
    set prevu = t.prevu + excluded.prevu, paye = t.paye + excluded.paye;
end
$$;

create function porter_exigibles(mouvements mouvement_exigible[]) returns void language plpgsql as $$
begin
  insert into total_exigible as t (entite_id, betail, grain, debut, ramification_id, prevu)
  select m.entite_id, m.betail, g.grain, g.debut, m.ramification_id, sum(m.prevu)
  from unnest(mouvements) m cross join lateral grains(m.jour) g
  group by 1, 2, 3, 4, 5
  having sum(m.prevu) <> 0
  order by 1, 2, 3, 4, 5
  on conflict (entite_id, betail, grain, debut, ramification_id) do update set prevu = t.prevu + excluded.prevu;
end
$$;

-- Dues and payments of taxpayers: by taxpayer, then by the node and day of enrolment. The share lock keeps a taxpayer
-- from moving between the reading of its node and the writing of the total.
create function porter_contribuables(e integer[], c bigint[], a smallint[], p bigint[], q bigint[])
  returns void language plpgsql as $$
begin
  perform from contribuable where (entite_id, id) in (select * from unnest(e, c)) order by entite_id, id for share;

  insert into total_contribuable as t (entite_id, contribuable_id, annee, prevu, paye)
  select m.e, m.c, m.a, sum(m.p), sum(m.q) from unnest(e, c, a, p, q) m (e, c, a, p, q)
  group by 1, 2, 3 order by 1, 2, 3
  on conflict (entite_id, contribuable_id, annee) do update set prevu = t.prevu + excluded.prevu, paye = t.paye + excluded.paye;

  perform porter_montants((
    select array_agg(row(m.e, m.a, k.betail, k.jour, k.ramification_id, m.p, m.q)::mouvement_montant)
    from unnest(e, c, a, p, q) m (e, c, a, p, q) join contribuable k on k.entite_id = m.e and k.id = m.c));
end
$$;

-- Triggers ----------------------------------------------------------------------------------------------------

create function totaliser_contribuables() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
declare
  mouvements mouvement_enrolement[];
begin
  if tg_op = 'INSERT' then
    select array_agg(row(n.entite_id, n.betail, n.jour, n.ramification_id, n.created_by_id, 1,
      (n.statut = 'Corrigé')::int, (n.statut = 'Validé')::int)::mouvement_enrolement) into mouvements from nouveaux n;
  elsif tg_op = 'DELETE' then
    select array_agg(row(o.entite_id, o.betail, o.jour, o.ramification_id, o.created_by_id, -1,
      -(o.statut = 'Corrigé')::int, -(o.statut = 'Validé')::int)::mouvement_enrolement) into mouvements from anciens o;
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
  return null;
end
$$;
create trigger total_insert after insert on contribuable referencing new table as nouveaux
  for each statement execute function totaliser_contribuables();
create trigger total_update after update on contribuable referencing old table as anciens new table as nouveaux
  for each statement execute function totaliser_contribuables();
create trigger total_delete after delete on contribuable referencing old table as anciens
  for each statement execute function totaliser_contribuables();

create function totaliser_echeances() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
declare
  e integer[]; c bigint[]; a smallint[]; p bigint[];
  exigibles mouvement_exigible[];
begin
  if tg_op = 'UPDATE' then
    if not exists (
      select from nouveaux n join anciens o on o.entite_id = n.entite_id and o.id = n.id
      where (n.montant, n.ramification_id, n.exigible_le) is distinct from (o.montant, o.ramification_id, o.exigible_le)
    ) then
      return null; -- only the paid amount changed: its imputations carry that
    end if;
    select array_agg(m.entite_id), array_agg(m.contribuable_id), array_agg(m.annee), array_agg(m.montant)
    into e, c, a, p
    from (
      select n.entite_id, n.contribuable_id, n.annee, n.montant - o.montant as montant
      from nouveaux n join anciens o on o.entite_id = n.entite_id and o.id = n.id where n.montant <> o.montant
    ) m;
    select array_agg(row(m.entite_id, k.betail, m.exigible_le, m.ramification_id, m.montant)::mouvement_exigible) into exigibles
    from (
      select entite_id, contribuable_id, exigible_le, ramification_id, montant from nouveaux
      union all
      select entite_id, contribuable_id, exigible_le, ramification_id, -montant from anciens
    ) m
    join contribuable k on k.entite_id = m.entite_id and k.id = m.contribuable_id;
  elsif tg_op = 'INSERT' then
    select array_agg(entite_id), array_agg(contribuable_id), array_agg(annee), array_agg(montant) into e, c, a, p
    from (select entite_id, contribuable_id, annee, sum(montant) as montant from nouveaux group by 1, 2, 3) m;
    select array_agg(row(m.entite_id, k.betail, m.exigible_le, m.ramification_id, m.montant)::mouvement_exigible) into exigibles
    from nouveaux m join contribuable k on k.entite_id = m.entite_id and k.id = m.contribuable_id;
  else
    select array_agg(entite_id), array_agg(contribuable_id), array_agg(annee), array_agg(-montant) into e, c, a, p
    from (select entite_id, contribuable_id, annee, sum(montant) as montant from anciens group by 1, 2, 3) m;
    select array_agg(row(m.entite_id, k.betail, m.exigible_le, m.ramification_id, -m.montant)::mouvement_exigible) into exigibles
    from anciens m join contribuable k on k.entite_id = m.entite_id and k.id = m.contribuable_id;
  end if;
  if e is not null then
    perform porter_contribuables(e, c, a, p, array_fill(0::bigint, array[cardinality(e)]));
  end if;
  perform porter_exigibles(exigibles);
  return null;
end
$$;
create trigger total_insert after insert on echeance referencing new table as nouveaux
  for each statement execute function totaliser_echeances();
create trigger total_update after update on echeance referencing old table as anciens new table as nouveaux
  for each statement execute function totaliser_echeances();
create trigger total_delete after delete on echeance referencing old table as anciens
  for each statement execute function totaliser_echeances();

-- The same fold serves an imputation that comes, goes or changes: its signed movements.
create type mouvement_imputation as (
  entite_id integer, transaction_id bigint, contribuable_id bigint, annee smallint, echeance_id bigint, recu bigint, rembourse bigint
);

create function porter_imputations(mouvements mouvement_imputation[]) returns void language plpgsql as $$
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

  insert into total_encaissement_taxe as t (entite_id, betail, grain, debut, taxe_id, ramification_id, recu, rembourse)
  select m.entite_id, tr.betail, g.grain, g.debut, coalesce(x.taxe_id, 0), tr.ramification_id, sum(m.recu), sum(m.rembourse)
  from unnest(mouvements) m
  join transaction tr on tr.entite_id = m.entite_id and tr.id = m.transaction_id
  left join echeance x on x.entite_id = m.entite_id and x.id = m.echeance_id
  cross join lateral grains(tr.jour) g
  group by 1, 2, 3, 4, 5, 6
  having sum(m.recu) <> 0 or sum(m.rembourse) <> 0
  order by 1, 2, 3, 4, 5, 6
  on conflict (entite_id, betail, grain, debut, taxe_id, ramification_id) do update
    set recu = t.recu + excluded.recu, rembourse = t.rembourse + excluded.rembourse;
end
$$;

create function totaliser_imputations() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
declare
  partis mouvement_imputation[];
  venus mouvement_imputation[];
begin
  if tg_op in ('DELETE', 'UPDATE') then
    select array_agg(row(entite_id, transaction_id, contribuable_id, annee, echeance_id,
      -greatest(montant, 0), -greatest(-montant, 0))::mouvement_imputation) into partis from anciens;
  end if;
  if tg_op in ('INSERT', 'UPDATE') then
    select array_agg(row(entite_id, transaction_id, contribuable_id, annee, echeance_id,
      greatest(montant, 0), greatest(-montant, 0))::mouvement_imputation) into venus from nouveaux;
  end if;
  perform porter_imputations(partis || venus);
  return null;
end
$$;
create trigger total_insert after insert on imputation referencing new table as nouveaux
  for each statement execute function totaliser_imputations();
create trigger total_update after update on imputation referencing old table as anciens new table as nouveaux
  for each statement execute function totaliser_imputations();
create trigger total_delete after delete on imputation referencing old table as anciens
  for each statement execute function totaliser_imputations();

-- A transaction counts once it is confirmed; the trigger of its own migration keeps it unchanged from then on.
create type mouvement_encaissement as (
  entite_id integer, betail boolean, jour date, ramification_id integer, moyen_paiement_id integer, agent_id integer, montant bigint
);
create function porter_encaissements(mouvements mouvement_encaissement[]) returns void language plpgsql as $$
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
end
$$;

create function totaliser_transactions() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
declare
  mouvements mouvement_encaissement[];
begin
  if tg_op = 'INSERT' then
    select array_agg(row(entite_id, betail, jour, ramification_id, moyen_paiement_id, coalesce(bureau_accepteur_id, 0), montant)::mouvement_encaissement)
    into mouvements from nouveaux where statut = 'Confirmé';
  else
    select array_agg(row(n.entite_id, n.betail, n.jour, n.ramification_id, n.moyen_paiement_id, coalesce(n.bureau_accepteur_id, 0), n.montant)::mouvement_encaissement)
    into mouvements
    from nouveaux n join anciens o on o.entite_id = n.entite_id and o.id = n.id
    where n.statut = 'Confirmé' and o.statut <> 'Confirmé';
  end if;
  perform from contribuable where (entite_id, id) in (select entite_id, contribuable_id from nouveaux where statut = 'Confirmé')
    order by entite_id, id for share;
  perform porter_encaissements(mouvements);
  return null;
end
$$;
create trigger total_insert after insert on transaction referencing new table as nouveaux
  for each statement execute function totaliser_transactions();
create trigger total_update after update on transaction referencing old table as anciens new table as nouveaux
  for each statement execute function totaliser_transactions();

-- Removing a taxpayer begins with its dues, that is with amounts: whoever does takes hold of the enrolments before.
create function retenir_contribuable(e integer, c bigint) returns void
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

revoke execute on function porter_enrolements, porter_montants, porter_exigibles, porter_contribuables,
  porter_imputations, porter_encaissements from public;

-- Which totals exist, for the load and the verification -------------------------------------------------------

create function refaire_totaux() returns void language plpgsql as $$
declare
  nom text;
begin
  foreach nom in array array['contribuable', 'enrolement', 'agent', 'montant', 'exigible', 'encaissement', 'encaissement_agent', 'encaissement_taxe'] loop
    execute format('truncate total_%I', nom);
    execute format('insert into total_%1$I select * from calcul_%1$I', nom);
  end loop;
end
$$;
revoke execute on function refaire_totaux from public;
comment on function refaire_totaux is 'Computes every stored total anew, after rows were loaded with the triggers off';

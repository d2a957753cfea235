-- Effect on the totals of imputations.
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
  -- no imputation is zero: one of its two rows is positive
  insert into attente_imputation (entite_id, betail, jour, ramification_id, taxe_id, annee, recu, rembourse, nombre)
  select m.entite_id, t.betail, t.jour, t.ramification_id, coalesce(x.taxe_id, 0), m.annee, sum(m.recu), sum(m.rembourse),
    sum(sign(m.recu + m.rembourse)::int)
  from unnest(mouvements) m
  join transaction t on t.entite_id = m.entite_id and t.id = m.transaction_id
  left join echeance x on x.entite_id = m.entite_id and x.id = m.echeance_id
  where not t.a_classer
  group by 1, 2, 3, 4, 5, 6
  having sum(m.recu) <> 0 or sum(m.rembourse) <> 0 or sum(sign(m.recu + m.rembourse)::int) <> 0;
end
$$;
revoke execute on function porter_imputations from public;

create or replace function totaliser_imputations() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
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
create or replace trigger total_insert after insert on imputation referencing new table as nouveaux
  for each statement execute function totaliser_imputations();
create or replace trigger total_update after update on imputation referencing old table as anciens new table as nouveaux
  for each statement execute function totaliser_imputations();
create or replace trigger total_delete after delete on imputation referencing old table as anciens
  for each statement execute function totaliser_imputations();

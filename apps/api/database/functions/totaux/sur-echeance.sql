-- What dues add to the totals, and take from them.
create or replace function totaliser_echeances() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
declare
  e integer[]; c bigint[]; a smallint[]; p bigint[];
  exigibles mouvement_exigible[];
begin
  if tg_op = 'UPDATE' then
    select array_agg(m.entite_id), array_agg(m.contribuable_id) into e, c
    from (
      select distinct n.entite_id, n.contribuable_id from nouveaux n join anciens o on o.entite_id = n.entite_id and o.id = n.id
      where (n.montant, n.paye, n.exigible_le, n.closed_at is null)
        is distinct from (o.montant, o.paye, o.exigible_le, o.closed_at is null)
    ) m;
    if e is not null then
      perform porter_dus(e, c);
    end if;
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
    if e is not null then
      perform porter_dus(e, c);
    end if;
    -- a year's dues of a place fall due on a few days: they are summed by day before a movement is made of them
    select array_agg(row(m.entite_id, m.betail, m.exigible_le, m.ramification_id, m.montant)::mouvement_exigible) into exigibles
    from (
      select n.entite_id, k.betail, n.exigible_le, n.ramification_id, sum(n.montant) as montant
      from nouveaux n join contribuable k on k.entite_id = n.entite_id and k.id = n.contribuable_id
      group by 1, 2, 3, 4
    ) m;
  else
    select array_agg(entite_id), array_agg(contribuable_id), array_agg(annee), array_agg(-montant) into e, c, a, p
    from (select entite_id, contribuable_id, annee, sum(montant) as montant from anciens group by 1, 2, 3) m;
    if e is not null then
      perform porter_dus(e, c);
    end if;
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
create or replace trigger total_insert after insert on echeance referencing new table as nouveaux
  for each statement execute function totaliser_echeances();
create or replace trigger total_update after update on echeance referencing old table as anciens new table as nouveaux
  for each statement execute function totaliser_echeances();
create or replace trigger total_delete after delete on echeance referencing old table as anciens
  for each statement execute function totaliser_echeances();

-- What booking a payment costs beside its rows.

-- As it is not strict, the planner writes it into the statement that asks for it, instead of calling a function for each row of
-- each total that follows a write. No total has a null day.
create or replace function grains(jour date) returns table (grain "char", debut date)
  language sql immutable parallel safe rows 3
  as $$ values ('j'::"char", jour), ('m', date_trunc('month', jour)::date), ('a', date_trunc('year', jour)::date) $$;

-- A note or a number that changes nothing that is counted holds no taxpayer. In the order of locks (0007) the counter of receipts
-- comes behind the taxpayers and before the receipts: a number is taken in the statement that confirms.
create or replace function totaliser_transactions() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
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
  if mouvements is null then
    return null;
  end if;
  perform from contribuable where (entite_id, id) in (select entite_id, contribuable_id from nouveaux where statut = 'Confirmé')
    order by entite_id, id for share;
  perform porter_encaissements(mouvements);
  return null;
end
$$;

comment on column transaction.numero_recu is
  'Receipt number CODE-ANNEE-000123, without gaps in a collectivité and year: taken from compteur as the payment is confirmed '
  '(neither refunds nor reversals have one)';

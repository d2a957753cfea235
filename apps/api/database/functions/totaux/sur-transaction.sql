-- What a payment adds to the totals of receipts.
-- A transaction counts once it is confirmed; transaction_confirmee keeps it unchanged from then on. A note or a number that
-- changes nothing that is counted holds no taxpayer.
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
  perform porter_encaissements_agents(mouvements);
  perform porter_recettes(mouvements);
  return null;
end
$$;
create or replace trigger total_insert after insert on transaction referencing new table as nouveaux
  for each statement execute function totaliser_transactions();
create or replace trigger total_update after update on transaction referencing old table as anciens new table as nouveaux
  for each statement execute function totaliser_transactions();

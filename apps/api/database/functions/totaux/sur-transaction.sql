-- Effect on the totals of receipts. A transaction counts when it is confirmed; transaction_confirmee keeps it unchanged
-- afterwards.
create or replace function totaliser_transactions() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if tg_op = 'INSERT' then
    insert into attente_encaissement (entite_id, betail, jour, ramification_id, moyen_paiement_id, agent_id, recu, rembourse, nombre,
      nombre_rembourse)
    select entite_id, betail, jour, ramification_id, moyen_paiement_id, coalesce(bureau_accepteur_id, 0),
      sum(greatest(montant, 0)), sum(greatest(-montant, 0)), count(*), count(*) filter (where montant < 0)
    from nouveaux where statut = 'Confirmé' and not a_classer group by 1, 2, 3, 4, 5, 6;
  else
    insert into attente_encaissement (entite_id, betail, jour, ramification_id, moyen_paiement_id, agent_id, recu, rembourse, nombre,
      nombre_rembourse)
    select n.entite_id, n.betail, n.jour, n.ramification_id, n.moyen_paiement_id, coalesce(n.bureau_accepteur_id, 0),
      sum(greatest(n.montant, 0)), sum(greatest(-n.montant, 0)), count(*), count(*) filter (where n.montant < 0)
    from (select entite_id, id from nouveaux where statut = 'Confirmé' except select entite_id, id from anciens where statut = 'Confirmé') c
    join nouveaux n on n.entite_id = c.entite_id and n.id = c.id
    where not n.a_classer group by 1, 2, 3, 4, 5, 6;
  end if;
  return null;
end
$$;
create or replace trigger total_insert after insert on transaction referencing new table as nouveaux
  for each statement execute function totaliser_transactions();
create or replace trigger total_update after update on transaction referencing old table as anciens new table as nouveaux
  for each statement execute function totaliser_transactions();

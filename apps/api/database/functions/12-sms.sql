-- One message for each payment that a device took and that is applied: written with the command, in its transaction, so that
-- a batch that is sent again, or a server that ends between, makes neither none nor two. Nothing for « Recettes à classer »:
-- nobody knows yet who paid.
create or replace function annoncer_paiement() returns trigger language plpgsql as $$
begin
  insert into message_sms (entite_id, transaction_id)
  select new.entite_id, new.transaction_id from entite where id = new.entite_id and sms_recus
  on conflict (entite_id, transaction_id) do nothing;
  return null;
end
$$;
create or replace trigger message_du_paiement after insert on commande_terrain
  for each row when (new.type = 'paiement' and new.etat = 'accepte' and new.transaction_id is not null
    and new.cas is distinct from 'à classer')
  execute function annoncer_paiement();

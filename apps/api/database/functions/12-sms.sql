-- One message per applied payment of a device, written in the transaction of its command, so that a repeated batch or a
-- crash creates neither none nor two. None for « Recettes à classer », whose payer is unknown.
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

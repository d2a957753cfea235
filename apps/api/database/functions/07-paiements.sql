-- Rules of confirmed payments, and of their complete split.

-- A confirmed payment can be neither changed nor removed.
create or replace function proteger_transaction() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' then
    raise exception 'Une transaction confirmée ne se supprime pas : elle s''extourne.'
      using errcode = 'check_violation', constraint = 'transaction_confirmee';
  end if;
  if (new.montant, new.frais, new.contribuable_id, new.date_transaction, new.statut, new.moyen_paiement_id,
      new.bureau_accepteur_id, new.entite_id, new.ramification_id, new.betail, new.session_caisse_id, new.remplace_id, new.avis_rejet,
      new.origine)
    is distinct from
    (old.montant, old.frais, old.contribuable_id, old.date_transaction, old.statut, old.moyen_paiement_id,
      old.bureau_accepteur_id, old.entite_id, old.ramification_id, old.betail, old.session_caisse_id, old.remplace_id, old.avis_rejet,
      old.origine) then
    raise exception 'Le montant, le contribuable et le jour d''une transaction confirmée ne changent plus.'
      using errcode = 'check_violation', constraint = 'transaction_confirmee';
  end if;
  return new;
end
$$;
create or replace trigger transaction_confirmee before update or delete on transaction
  for each row when (old.statut = 'Confirmé') execute function proteger_transaction();

-- Only a bank rejection ends a cheque, and only one that was confirmed.
create or replace function rejeter_cheque() returns trigger language plpgsql as $$
begin
  if new.statut <> 'Confirmé' or new.montant >= 0 or not exists (
    select from moyen_paiement where id = new.moyen_paiement_id and nature = 'chèque') then
    raise exception 'Seul un chèque confirmé est rejeté par sa banque.'
      using errcode = 'check_violation', constraint = 'transaction_avis_rejet';
  end if;
  return new;
end
$$;
create or replace trigger transaction_avis_rejet before insert on transaction
  for each row when (new.avis_rejet is not null) execute function rejeter_cheque();

-- Day and place of a payment are fixed from its first imputation on.
create or replace function proteger_transaction_imputee() returns trigger language plpgsql as $$
begin
  if exists (select from imputation where entite_id = old.entite_id and transaction_id = old.id) then
    raise exception 'Le lieu et le jour d''une transaction déjà imputée ne changent plus.'
      using errcode = 'check_violation', constraint = 'transaction_deja_imputee';
  end if;
  return new;
end
$$;
create or replace trigger transaction_deja_imputee before update on transaction
  for each row when (
    old.statut <> 'Confirmé'
    and (new.ramification_id, new.date_transaction, new.betail)
      is distinct from (old.ramification_id, old.date_transaction, old.betail))
  execute function proteger_transaction_imputee();

-- A confirmed transaction is split completely; any other has no imputations. Each imputation pays dues of its own
-- taxpayer and year. Checked at commit.
create or replace function verifier_transaction(e integer, t bigint) returns void language plpgsql as $$
declare
  ecart bigint;
  etrangere boolean;
begin
  select case when tr.statut = 'Confirmé' then tr.montant else 0 end
       - coalesce((select sum(i.montant) from imputation i where i.entite_id = e and i.transaction_id = t), 0),
    exists (
      select from imputation i left join echeance x on x.entite_id = i.entite_id and x.id = i.echeance_id
      where i.entite_id = e and i.transaction_id = t
        and (i.contribuable_id <> tr.contribuable_id or (x.contribuable_id, x.annee) <> (i.contribuable_id, i.annee)))
    into ecart, etrangere from transaction tr where tr.entite_id = e and tr.id = t;
  if ecart <> 0 then
    raise exception 'La transaction % n''est pas imputée au franc près (écart %).', t, ecart
      using errcode = 'check_violation', constraint = 'transaction_imputee';
  end if;
  if etrangere then
    raise exception 'La transaction % est imputée à un autre contribuable ou à une autre année.', t
      using errcode = 'check_violation', constraint = 'transaction_imputee';
  end if;
end
$$;
create or replace function verifier_imputations() returns trigger language plpgsql as $$
begin
  if tg_table_name = 'transaction' then
    perform verifier_transaction(new.entite_id, new.id);
    return null;
  end if;
  if tg_op <> 'INSERT' then perform verifier_transaction(old.entite_id, old.transaction_id); end if;
  if tg_op = 'INSERT' or tg_op = 'UPDATE' and new.transaction_id <> old.transaction_id then
    perform verifier_transaction(new.entite_id, new.transaction_id);
  end if;
  return null;
end
$$;
-- Receipt numbers and notes do not change imputations, so only other changes are checked.
drop trigger if exists transaction_imputee on transaction;
create constraint trigger transaction_imputee
  after insert or update of statut, montant, contribuable_id, entite_id on transaction
  deferrable initially deferred for each row execute function verifier_imputations();
drop trigger if exists imputation_imputee on imputation;
create constraint trigger imputation_imputee after insert or update or delete on imputation
  deferrable initially deferred for each row execute function verifier_imputations();

-- A method without nature, from an older program, gets the one that matches whether it waits.
create or replace function nature_du_moyen() returns trigger language plpgsql as $$
begin
  new.nature := coalesce(new.nature, case when new.a_confirmer then 'mobile' else 'espèces' end);
  if new.nature = 'espèces' and new.a_confirmer then
    raise exception 'Des espèces remises sont sûres : ce moyen ne se confirme pas.'
      using errcode = 'check_violation', constraint = 'moyen_paiement_especes_sures';
  end if;
  return new;
end
$$;
create or replace trigger moyen_paiement_nature before insert or update on moyen_paiement
  for each row execute function nature_du_moyen();

-- The parts of an encaissement are confirmed or fail together.
create or replace function proteger_part_d_encaissement() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE'
    or (new.montant, new.contribuable_id, new.moyen_paiement_id, new.entite_id, new.encaissement_id)
      is distinct from (old.montant, old.contribuable_id, old.moyen_paiement_id, old.entite_id, old.encaissement_id) then
    raise exception 'Un paiement fait au guichet ne se change ni ne se supprime : il s''annule.'
      using errcode = 'check_violation', constraint = 'transaction_d_encaissement';
  end if;
  return new;
end
$$;
create or replace trigger transaction_d_encaissement before update or delete on transaction
  for each row when (old.encaissement_id is not null) execute function proteger_part_d_encaissement();

-- An encaissement is the sum of its original transactions. Checked at commit.
create or replace function verifier_encaissement() returns trigger language plpgsql as $$
begin
  if new.montant <> (
    select coalesce(sum(montant), 0) from transaction
    where entite_id = new.entite_id and encaissement_id = new.id and remplace_id is null) then
    raise exception 'L''encaissement % n''est pas la somme de ses paiements.', new.id
      using errcode = 'check_violation', constraint = 'encaissement_reparti';
  end if;
  return null;
end
$$;
drop trigger if exists encaissement_reparti on encaissement;
create constraint trigger encaissement_reparti after insert on encaissement
  deferrable initially deferred for each row execute function verifier_encaissement();

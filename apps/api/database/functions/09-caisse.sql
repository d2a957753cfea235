-- Rules of tills, for all writers (ADR 0034). Locks, in this order: taxpayers, the till (shared for receipts, exclusive
-- for its closing), the counter of receipts and what follows a payment; a versement or a count locks its person's row
-- first, and no taxpayer.

-- Sum of a count by denomination: {"10000": 3, "25": 1} is 30,025.
create or replace function somme_billets(billets jsonb) returns bigint language sql immutable strict as $$
  select coalesce(sum(key::bigint * value::bigint), 0)::bigint from jsonb_each_text(billets)
$$;

-- Movements of each till. Open sessions are summed from their rows; closed ones have their stored sums.
create or replace view mouvement_caisse as
  select s.entite_id, s.regie_id, s.titulaire_id as utilisateur_id, s.ouverte_le as le,
    s.fonds + coalesce(s.recu, t.recu, 0) - coalesce(s.annule, t.annule, 0) + s.vendu + coalesce(v.vendu, 0) as montant
  from session_caisse s
  left join lateral (
    select sum(montant) filter (where montant > 0)::bigint as recu, -sum(montant) filter (where montant < 0)::bigint as annule
    from transaction where s.fermee_le is null and entite_id = s.entite_id and session_caisse_id = s.id) t on true
  left join lateral (
    select sum(montant)::bigint as vendu from vente_valeur
    where s.fermee_le is null and entite_id = s.entite_id and session_caisse_id = s.id and annulee_le is null) v on true
  union all
  select entite_id, regie_id, declarant_id, decide_le, -recu from versement where recu > 0
  union all
  select entite_id, regie_id, decide_par_id, decide_le, recu from versement
  where recu > 0 and destination in ('régisseur', 'détenteur')
  union all
  select entite_id, regie_id, titulaire_id, regle_le, effet from ecart where effet <> 0;

-- Responsibility of each person by régie: held = floats + received - cancelled + sold - handed over. `attendu` is the
-- cash that should be present, without versements in transit and found shortages. `disponible` may be handed over:
-- without a surplus of a count until it is settled; a surplus of a reception has left already. A versement takes
-- `emporte` out of what is held; `declare` is the declared sum. Cash leaves in order of arrival, so the held cash is as
-- old as the first receipt not completely handed over.
create or replace view detention as
  with suite as (
    select m.*, sum(greatest(montant, 0)) over (partition by entite_id, regie_id, utilisateur_id order by le) as entre,
      sum(greatest(-montant, 0)) over (partition by entite_id, regie_id, utilisateur_id) as sorti
    from mouvement_caisse m
  ), tenu as (
    select entite_id, regie_id, utilisateur_id, sum(montant)::bigint as detenu,
      min(le) filter (where montant > 0 and entre > sorti) as depuis
    from suite group by entite_id, regie_id, utilisateur_id
  ), envoi as (
    select entite_id, regie_id, declarant_id, sum(emporte)::bigint as montant, sum(montant)::bigint as declare
    from versement where statut = 'déclaré' group by 1, 2, 3
  ), manque as (
    select entite_id, regie_id, titulaire_id, sum(montant)::bigint as montant,
      least(coalesce(sum(montant) filter (where session_caisse_id is not null), 0), 0)::bigint
        + coalesce(sum(montant) filter (where versement_id is not null), 0)::bigint as manquant
    from ecart where statut <> 'réglé' group by 1, 2, 3
  )
  select t.entite_id, t.regie_id, t.utilisateur_id, t.detenu, coalesce(e.montant, 0) as en_transit, coalesce(m.montant, 0) as ecarts,
    t.detenu - coalesce(e.montant, 0) + coalesce(m.montant, 0) as attendu,
    t.detenu - coalesce(e.montant, 0) + coalesce(m.manquant, 0) as disponible, t.depuis,
    coalesce(e.declare, 0) as declare
  from tenu t
  left join envoi e on (e.entite_id, e.regie_id, e.declarant_id) = (t.entite_id, t.regie_id, t.utilisateur_id)
  left join manque m on (m.entite_id, m.regie_id, m.titulaire_id) = (t.entite_id, t.regie_id, t.utilisateur_id);

-- Receipts need an open till, of that day and of the person who takes them; a closing waits for them.
create or replace function entrer_en_caisse() returns trigger language plpgsql as $$
declare
  caisse session_caisse;
begin
  select * into caisse from session_caisse where entite_id = new.entite_id and id = new.session_caisse_id for share;
  if caisse.fermee_le is not null then
    raise exception 'La session de caisse est fermée : rien n''y entre plus.' using errcode = 'check_violation', constraint = 'session_caisse_fermee';
  end if;
  if caisse.jour <> jour_local(new.date_transaction) then
    raise exception 'La session de caisse est d''un autre jour : comptez-la avant d''en ouvrir une autre.'
      using errcode = 'check_violation', constraint = 'session_caisse_jour';
  end if;
  if new.statut <> 'Confirmé' or new.montant > 0 and new.bureau_accepteur_id is distinct from caisse.titulaire_id then
    raise exception 'Seul ce que le titulaire a reçu entre dans sa caisse.' using errcode = 'check_violation', constraint = 'session_caisse_titulaire';
  end if;
  return new;
end
$$;
create or replace trigger session_caisse_entree before insert or update of session_caisse_id on transaction
  for each row when (new.session_caisse_id is not null) execute function entrer_en_caisse();

-- A refund needs the cash in the till: cash in transit can only be refunded by the treasury. Checked at commit, since a
-- rebooked payment leaves and comes back; the holder is locked as for a versement.
create or replace function verifier_detenu() returns trigger language plpgsql as $$
declare
  caisse session_caisse;
begin
  select * into strict caisse from session_caisse where entite_id = new.entite_id and id = new.session_caisse_id;
  perform from utilisateur where id = caisse.titulaire_id for no key update;
  if (select disponible from detention where entite_id = caisse.entite_id and regie_id = caisse.regie_id
      and utilisateur_id = caisse.titulaire_id) < 0 then
    raise exception 'Cet argent n’est plus dans la caisse : il est déjà versé. Demandez au comptable de le rembourser.'
      using errcode = 'check_violation', constraint = 'session_caisse_detenu';
  end if;
  return null;
end
$$;
drop trigger if exists session_caisse_sortie on transaction;
create constraint trigger session_caisse_sortie after insert on transaction deferrable initially deferred
  for each row when (new.session_caisse_id is not null and new.montant < 0) execute function verifier_detenu();

-- A count at the opening stores what should be in the till then: what its holder held, and the float. The holder is
-- locked, so that no versement leaves meanwhile.
create or replace function compter_ouverture() returns trigger language plpgsql as $$
begin
  perform from utilisateur where id = new.titulaire_id for no key update;
  new.attendu_ouverture := new.fonds + coalesce((
    select attendu from detention
    where entite_id = new.entite_id and regie_id = new.regie_id and utilisateur_id = new.titulaire_id), 0);
  new.compte_ouverture := somme_billets(new.billets_ouverture);
  return new;
end
$$;
create or replace trigger session_caisse_comptee before insert on session_caisse
  for each row when (new.billets_ouverture is not null) execute function compter_ouverture();

-- A session changes once: at its closing, which stores its sums.
create or replace function fermer_session_caisse() returns trigger language plpgsql as $$
begin
  if old.fermee_le is not null then
    raise exception 'Cette session de caisse est fermée : elle ne change plus.' using errcode = 'check_violation', constraint = 'session_caisse_close';
  end if;
  if tg_op = 'DELETE' or new.fermee_le is null
    or (old.entite_id, old.id, old.regie_id, old.titulaire_id, old.fonds, old.ouverte_le, old.billets_ouverture, old.compte_ouverture, old.attendu_ouverture)
      is distinct from (new.entite_id, new.id, new.regie_id, new.titulaire_id, new.fonds, new.ouverte_le, new.billets_ouverture, new.compte_ouverture, new.attendu_ouverture) then
    raise exception 'Une session de caisse ouverte ne fait que se fermer.' using errcode = 'check_violation', constraint = 'session_caisse_close';
  end if;
  select coalesce(sum(montant) filter (where montant > 0), 0), coalesce(-sum(montant) filter (where montant < 0), 0)
    into new.recu, new.annule from transaction where entite_id = old.entite_id and session_caisse_id = old.id;
  select coalesce(sum(montant), 0) into new.vendu from vente_valeur
    where entite_id = old.entite_id and session_caisse_id = old.id and annulee_le is null;
  select attendu into new.attendu from detention
    where entite_id = old.entite_id and regie_id = old.regie_id and utilisateur_id = old.titulaire_id;
  new.compte := somme_billets(new.billets);
  return new;
end
$$;
create or replace trigger session_caisse_close before update or delete on session_caisse
  for each row execute function fermer_session_caisse();

-- A surprise count stores the expected sum itself.
create or replace function controler_caisse() returns trigger language plpgsql as $$
declare
  caisse session_caisse;
begin
  select * into strict caisse from session_caisse where entite_id = new.entite_id and id = new.session_caisse_id for update;
  if caisse.fermee_le is not null or caisse.titulaire_id = new.controleur_id then
    raise exception 'Une autre personne que le titulaire contrôle une caisse ouverte.'
      using errcode = 'check_violation', constraint = 'controle_caisse_autre';
  end if;
  select attendu into strict new.attendu from detention
    where entite_id = caisse.entite_id and regie_id = caisse.regie_id and utilisateur_id = caisse.titulaire_id;
  new.compte := somme_billets(new.billets);
  return new;
end
$$;
create or replace trigger controle_caisse_compte before insert on controle_caisse
  for each row execute function controler_caisse();

-- A difference between count and expectation becomes an écart; none can be written by hand.
create or replace function constater_ecart() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if tg_table_name = 'session_caisse' and tg_op = 'INSERT' then
    insert into ecart (entite_id, regie_id, titulaire_id, session_caisse_id, ouverture, montant)
    select new.entite_id, new.regie_id, new.titulaire_id, new.id, true, new.compte_ouverture - new.attendu_ouverture
    where new.compte_ouverture <> new.attendu_ouverture;
  elsif tg_table_name = 'session_caisse' then
    insert into ecart (entite_id, regie_id, titulaire_id, session_caisse_id, montant)
    select new.entite_id, new.regie_id, new.titulaire_id, new.id, new.compte - new.attendu where new.compte <> new.attendu;
  else
    insert into ecart (entite_id, regie_id, titulaire_id, versement_id, montant)
    select new.entite_id, new.regie_id, new.declarant_id, new.id, new.recu - new.emporte where new.recu <> new.emporte;
  end if;
  return null;
end
$$;
create or replace trigger session_caisse_ecart after update on session_caisse for each row execute function constater_ecart();
create or replace trigger session_caisse_ecart_ouverture after insert on session_caisse for each row
  when (new.billets_ouverture is not null) execute function constater_ecart();
create or replace trigger versement_ecart after update on versement for each row
  when (old.statut = 'déclaré' and new.recu is not null) execute function constater_ecart();

-- A versement takes cash that is held. After the count of the till, it cannot exceed it. Before, any sum is accepted,
-- since a refusal would reveal the expected count; an excess is found at the reception. The declarer is locked, so that
-- concurrent declarations cannot use the same francs.
create or replace function declarer_versement() returns trigger language plpgsql as $$
begin
  perform from utilisateur where id = new.declarant_id for no key update;
  if new.statut <> 'déclaré' then
    raise exception 'Un versement commence par être déclaré.' using errcode = 'check_violation', constraint = 'versement_declare';
  end if;
  select least(new.montant, greatest(disponible, 0)) into new.emporte from detention
    where entite_id = new.entite_id and regie_id = new.regie_id and utilisateur_id = new.declarant_id;
  new.emporte := coalesce(new.emporte, 0);
  if new.montant > new.emporte and not exists (
    select from session_caisse where entite_id = new.entite_id and regie_id = new.regie_id and titulaire_id = new.declarant_id
      and fermee_le is null) then
    raise exception 'Ce versement dépasse ce que vous détenez.' using errcode = 'check_violation', constraint = 'versement_detenu';
  end if;
  return new;
end
$$;
create or replace trigger versement_declare before insert on versement for each row execute function declarer_versement();

-- A versement is decided once, by its recipient; its slip can be added once.
create or replace function decider_versement() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE'
    or (old.entite_id, old.id, old.regie_id, old.declarant_id, old.destination, old.destinataire_id, old.montant, old.emporte, old.reference, old.created_at)
      is distinct from (new.entite_id, new.id, new.regie_id, new.declarant_id, new.destination, new.destinataire_id, new.montant, new.emporte, new.reference, new.created_at)
    or old.bordereau is not null and new.bordereau is distinct from old.bordereau
    or old.statut <> 'déclaré' and (old.statut, old.recu, old.decide_par_id, old.decide_le, old.motif)
      is distinct from (new.statut, new.recu, new.decide_par_id, new.decide_le, new.motif) then
    raise exception 'Un versement déclaré ne change plus, et il est reçu ou refusé une fois.' using errcode = 'check_violation', constraint = 'versement_decide_une_fois';
  end if;
  if old.statut = 'déclaré' and new.statut <> 'déclaré' then
    perform from utilisateur where id = new.declarant_id for no key update;
    if new.destination = 'détenteur' and new.decide_par_id <> new.destinataire_id
      or new.destination = 'régisseur' and not exists (
        select from regie where id = new.regie_id and regisseur_id = new.decide_par_id
        union all
        select from mandat where regie_id = new.regie_id and suppleant_id = new.decide_par_id
          and jour_local(new.decide_le) between debut and coalesce(fin, 'infinity'))
      or new.destination = 'comptable' and exists (
        select from regie where id = new.regie_id and comptable_id <> new.decide_par_id) then
      raise exception 'Ce versement est pour quelqu''un d''autre : lui seul le reçoit ou le refuse.'
        using errcode = 'check_violation', constraint = 'versement_pour_un_autre';
    end if;
  end if;
  return new;
end
$$;
create or replace trigger versement_decide before update or delete on versement for each row execute function decider_versement();

-- An écart is explained, then settled; its amount never changes, nor a settled one.
create or replace function regler_ecart() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' or old.statut = 'réglé' or new.statut = 'ouvert'
    or (old.entite_id, old.id, old.regie_id, old.titulaire_id, old.session_caisse_id, old.versement_id, old.ouverture, old.montant, old.created_at)
      is distinct from (new.entite_id, new.id, new.regie_id, new.titulaire_id, new.session_caisse_id, new.versement_id, new.ouverture, new.montant, new.created_at) then
    raise exception 'Un écart constaté ne change plus : il s''explique, puis se règle une fois.'
      using errcode = 'check_violation', constraint = 'ecart_regle_une_fois';
  end if;
  perform from utilisateur where id = old.titulaire_id for no key update;
  -- a surplus of a reception has already left the till: its entry comes first
  if new.reglement = 'compensé' and old.versement_id is not null and old.montant > 0 and old.montant > (
    select disponible from detention
    where entite_id = old.entite_id and regie_id = old.regie_id and utilisateur_id = old.titulaire_id) then
    raise exception 'Aucune écriture de caisse ne rend compte de cet écart : saisissez-la d’abord, ou gardez-le comme excédent.'
      using errcode = 'check_violation', constraint = 'ecart_compense';
  end if;
  return new;
end
$$;
create or replace trigger ecart_regle before update or delete on ecart for each row execute function regler_ecart();

-- Origins of the cash of each session, by tax and day of its payments, or an advance.
create or replace view recette_session as
  select t.entite_id, t.session_caisse_id, case when t.a_classer then 'à classer' when x.taxe_id is null then 'avance' else 'taxe' end as origine, x.taxe_id, t.jour,
    i.montant
  from transaction t
  join imputation i on i.entite_id = t.entite_id and i.transaction_id = t.id
  left join echeance x on x.entite_id = i.entite_id and x.id = i.echeance_id
  where t.session_caisse_id is not null
  union all
  select entite_id, session_caisse_id, case when taxe_id is null then 'valeurs' else 'taxe' end, taxe_id, jour, montant
  from vente_valeur where session_caisse_id is not null and annulee_le is null;

-- Stores them for a closed session.
create or replace function detailler_session(s session_caisse) returns void language sql as $$
  insert into session_caisse_ligne (entite_id, session_caisse_id, rang, origine, taxe_id, jour, montant)
  select s.entite_id, s.id, row_number() over (order by jour, taxe_id, origine), origine, taxe_id, jour, sum(montant)::bigint
  from recette_session where entite_id = s.entite_id and session_caisse_id = s.id
  group by origine, taxe_id, jour having sum(montant) <> 0
$$;
create or replace function detailler_fermeture() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform detailler_session(new);
  return null;
end
$$;
create or replace trigger session_caisse_detail after update on session_caisse for each row execute function detailler_fermeture();

-- Origins of the cash that each person received and handed over: tax and day of the payment, advance, écart found or
-- settled, float. Their sum is the held cash that is not in transit. Closed sessions are read from their stored lines.
create or replace view recette_detenue as
  select s.entite_id, s.regie_id, s.titulaire_id as utilisateur_id, l.origine, l.taxe_id, l.jour, l.montant
  from session_caisse s
  join session_caisse_ligne l on l.entite_id = s.entite_id and l.session_caisse_id = s.id
  union all
  select s.entite_id, s.regie_id, s.titulaire_id, r.origine, r.taxe_id, r.jour, r.montant
  from session_caisse s
  join recette_session r on r.entite_id = s.entite_id and r.session_caisse_id = s.id
  where s.fermee_le is null
  union all
  select entite_id, regie_id, titulaire_id, 'fonds', null, null, fonds from session_caisse where fonds > 0
  union all
  select v.entite_id, v.regie_id, v.declarant_id, l.origine, l.taxe_id, l.jour, -l.montant
  from versement v join versement_ligne l on l.entite_id = v.entite_id and l.versement_id = v.id
  where v.statut <> 'refusé'
  union all
  select v.entite_id, v.regie_id, v.decide_par_id, l.origine, l.taxe_id, l.jour, l.montant
  from versement v join versement_ligne l on l.entite_id = v.entite_id and l.versement_id = v.id
  where v.statut in ('reçu', 'reçu avec différence') and v.destination in ('régisseur', 'détenteur')
  union all
  select entite_id, regie_id, titulaire_id, 'écart', null, null, effet from ecart where effet <> 0;

-- Origins of the cash of a versement: cancellations first, then receipts by age, then settled shortages, and the float,
-- which stays in the till; shortages of a reception are not cash, and come last; a surplus of one has left already. The
-- lines sum up to the cash taken; any rest is an écart.
create or replace function repartir_versement(v versement) returns void language sql as $$
  with manque as (
    select -e.montant as montant from ecart e
    join versement_ligne l on l.entite_id = e.entite_id and l.versement_id = e.versement_id and l.a_la_reception
    where e.entite_id = v.entite_id and e.regie_id = v.regie_id and e.titulaire_id = v.declarant_id and e.statut <> 'réglé'
  ), part as (
    select origine, taxe_id, jour, montant, false as manque from recette_detenue
    where entite_id = v.entite_id and regie_id = v.regie_id and utilisateur_id = v.declarant_id
    union all
    select 'écart', null, null, -montant, false from manque
    union all
    select 'écart', null, null, montant, true from manque where montant > 0
  ), solde as (
    select origine, taxe_id, jour, case when manque then 3 when origine = 'fonds' then 2 when origine = 'écart' then 1 else 0 end as tour,
      sum(montant)::bigint as montant
    from part group by 1, 2, 3, 4 having sum(montant) <> 0
  ), placee as (
    select *, sum(least(montant, 0)) over () as repris, coalesce(sum(greatest(montant, 0)) over (order by tour, jour, taxe_id
      rows between unbounded preceding and 1 preceding), 0) as avant from solde
  ), prise as (
    select origine, taxe_id, jour, tour,
      case when montant < 0 then montant else least(montant, greatest(v.emporte - repris - avant, 0)) end as montant
    from placee
  ), complete as (
    select * from prise where montant <> 0
    union all
    select 'écart', null, null, 4, v.emporte - coalesce(sum(montant), 0) from prise having coalesce(sum(montant), 0) <> v.emporte
  )
  insert into versement_ligne (entite_id, versement_id, rang, origine, taxe_id, jour, code, libelle, montant)
  select v.entite_id, v.id, row_number() over (order by c.tour, c.jour, c.taxe_id), c.origine, c.taxe_id, c.jour, b.code,
    b.libelle, c.montant
  from complete c
  left join lateral (
    select code, libelle from imputation_budgetaire where taxe_id = c.taxe_id and debut <= c.jour order by debut desc limit 1) b on true
$$;

-- A shortage of a reception reduces the origins; a surplus has no origin.
create or replace function constater_versement(v versement) returns void language sql as $$
  insert into versement_ligne (entite_id, versement_id, rang, origine, montant, a_la_reception)
  select v.entite_id, v.id, coalesce(max(rang), 0) + 1, 'écart', v.recu - v.emporte, true
  from versement_ligne where entite_id = v.entite_id and versement_id = v.id having v.recu <> v.emporte
$$;

-- Stores the origins of a régie's versements that have none yet, in order.
create or replace function repartir_versements(de_entite integer, de_regie integer) returns void
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  v versement;
begin
  perform from regie where entite_id = de_entite and id = de_regie for no key update;
  for v in
    select * from versement d where entite_id = de_entite and regie_id = de_regie
      and not exists (select from versement_ligne l where l.entite_id = d.entite_id and l.versement_id = d.id) order by id
  loop
    perform repartir_versement(v);
    perform constater_versement(v);
  end loop;
end
$$;

create or replace function repartir_declare() returns trigger language plpgsql as $$
begin
  perform repartir_versements(new.entite_id, new.regie_id);
  return null;
end
$$;
create or replace trigger versement_reparti after insert on versement for each row execute function repartir_declare();

create or replace function repartir_recu() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if exists (select from versement_ligne where entite_id = new.entite_id and versement_id = new.id) then
    perform constater_versement(new);
  else
    perform repartir_versements(new.entite_id, new.regie_id);
  end if;
  return null;
end
$$;
create or replace trigger versement_recu after update on versement for each row
  when (old.statut = 'déclaré' and new.recu is not null) execute function repartir_recu();

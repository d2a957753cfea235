-- Holders of ticket numbers, for all writers (ADR 0038). Locks: the till if there is one, then the category,
-- exclusively: transfers and sales of a category wait for one another.

-- « 12 à 20, 31 »
create or replace function numeros_dits(numeros int8multirange) returns text language sql immutable strict as $$
  select string_agg(case when upper(n) - lower(n) = 1 then lower(n)::text else format('%s à %s', lower(n), upper(n) - 1) end, ', ' order by n)
  from unnest(numeros) n
$$;

-- Moves numbers from their holder; the state null is the accountant, whose numbers are not stored here.
create or replace function deplacer_valeurs(
  la_categorie integer, demandes int8range,
  de_etat text, de_regie integer, de_agent integer, vers_etat text, vers_regie integer, vers_agent integer
) returns void language plpgsql security definer set search_path = public, pg_temp as $$
declare
  la_valeur categorie_valeur;
  fautifs text;
  tenu int8range := demandes;
begin
  select * into strict la_valeur from categorie_valeur where id = la_categorie for no key update;
  with touchee as (
    select t.*, t.numeros * demandes as partie, de_etat is not null and t.etat = de_etat and t.regie_id = de_regie
      and t.agent_id is not distinct from de_agent as est_la
    from tranche_valeur t where t.categorie_id = la_categorie and t.numeros && demandes
  ), ailleurs as (
    select range_agg(partie) as numeros, case etat
        when 'vendu' then 'déjà vendus'
        when 'perdu' then 'déclarés perdus'
        else case when agent_id is null then 'en stock à la régie ' || (select nom from regie where id = regie_id)
          else 'détenus par ' || (select btrim(prenom || ' ' || nom) from utilisateur where id = agent_id) end end as ou
    from touchee where not est_la group by etat, regie_id, agent_id
    union all
    select int8multirange(demandes) - coalesce((select range_agg(partie) from touchee), '{}'), 'pas reçus du comptable'
    where de_etat is not null
  )
  select string_agg(format('%s (%s)', numeros_dits(numeros), ou), ' ; ' order by numeros) into fautifs
  from ailleurs where not isempty(numeros);
  if fautifs is not null then
    raise exception 'Numéros refusés de « % » : %.', la_valeur.nom, fautifs
      using errcode = 'check_violation', constraint = 'tranche_valeur_ailleurs';
  end if;
  with otee as (
    delete from tranche_valeur where categorie_id = la_categorie and numeros && demandes returning *
  )
  insert into tranche_valeur (entite_id, categorie_id, numeros, etat, regie_id, agent_id)
  select entite_id, categorie_id, reste, etat, regie_id, agent_id
  from otee, unnest(int8multirange(numeros) - int8multirange(demandes)) as reste;
  if vers_etat is null then
    return;
  end if;
  with voisine as (
    delete from tranche_valeur where categorie_id = la_categorie and numeros -|- demandes and etat = vers_etat
      and regie_id = vers_regie and agent_id is not distinct from vers_agent returning numeros
  )
  select range_merge(demandes, range_merge(numeros)) into tenu
  from (select range_agg(numeros) as numeros from voisine) v where v.numeros is not null;
  insert into tranche_valeur (entite_id, categorie_id, numeros, etat, regie_id, agent_id)
  values (la_valeur.entite_id, la_categorie, coalesce(tenu, demandes), vers_etat, vers_regie, vers_agent);
end
$$;
revoke execute on function deplacer_valeurs from public;

create or replace function mouvoir_valeurs() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
declare
  numeros int8range := int8range(new.de, new.a, '[]');
begin
  case new.acte
    when 'reçu' then
      perform deplacer_valeurs(new.categorie_id, numeros, null, null, null, 'détenu', new.regie_id, null);
    when 'remis' then
      perform deplacer_valeurs(new.categorie_id, numeros, 'détenu', new.regie_id, null, 'détenu', new.regie_id, new.agent_id);
    when 'rendu' then
      perform deplacer_valeurs(new.categorie_id, numeros, 'détenu', new.regie_id, new.agent_id, 'détenu', new.regie_id, null);
    when 'renvoyé' then
      perform deplacer_valeurs(new.categorie_id, numeros, 'détenu', new.regie_id, null, null, null, null);
    when 'perdu' then
      perform deplacer_valeurs(new.categorie_id, numeros, 'détenu', new.regie_id, new.agent_id, 'perdu', new.regie_id, new.agent_id);
  end case;
  return null;
end
$$;
create or replace trigger mouvement_valeur_deplace after insert on mouvement_valeur for each row execute function mouvoir_valeurs();

-- Only the holder can sell numbers, for cash in their open till of that régie and day; a sale can be cancelled while
-- the till is open, and does not change otherwise.
create or replace function vendre_valeurs() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
declare
  caisse session_caisse;
begin
  if tg_op = 'UPDATE' and (old.annulee_le is not null or new.annulee_le is null) then
    raise exception 'Cette vente est déjà annulée.' using errcode = 'check_violation', constraint = 'vente_valeur_annulee';
  end if;
  -- sales of an offline device arrive after their day
  if new.jour > aujourdhui() or tg_op = 'UPDATE' and new.jour <> aujourdhui() then
    raise exception 'Une vente s''enregistre et s''annule le jour même.' using errcode = 'check_violation', constraint = 'vente_valeur_jour';
  end if;
  if new.session_caisse_id is not null then
    select * into caisse from session_caisse where entite_id = new.entite_id and id = new.session_caisse_id for share;
    if caisse.fermee_le is not null then
      raise exception 'La session de caisse est fermée : rien n''y entre ni n''en sort plus.' using errcode = 'check_violation', constraint = 'session_caisse_fermee';
    end if;
    if caisse.jour <> new.jour then
      raise exception 'La session de caisse est d''un autre jour : comptez-la avant d''en ouvrir une autre.'
        using errcode = 'check_violation', constraint = 'session_caisse_jour';
    end if;
    if caisse.titulaire_id <> new.agent_id or caisse.regie_id <> new.regie_id then
      raise exception 'Ces valeurs sont d''une autre régie que la caisse ouverte.' using errcode = 'check_violation', constraint = 'session_caisse_titulaire';
    end if;
  end if;
  if tg_op = 'UPDATE' then
    perform deplacer_valeurs(new.categorie_id, int8range(new.de, new.a, '[]'), 'vendu', new.regie_id, new.agent_id, 'détenu', new.regie_id, new.agent_id);
    return new;
  end if;
  if new.annulee_le is not null then
    raise exception 'Une vente commence par être faite.' using errcode = 'check_violation', constraint = 'vente_valeur_annulee';
  end if;
  perform deplacer_valeurs(new.categorie_id, int8range(new.de, new.a, '[]'), 'détenu', new.regie_id, new.agent_id, 'vendu', new.regie_id, new.agent_id);
  select valeur, taxe_id into strict new.valeur, new.taxe_id from categorie_valeur where id = new.categorie_id;
  return new;
end
$$;
create or replace trigger vente_valeur_vend before insert or update on vente_valeur for each row execute function vendre_valeurs();
drop trigger if exists session_caisse_sortie on vente_valeur;
create constraint trigger session_caisse_sortie after update on vente_valeur deferrable initially deferred
  for each row when (new.session_caisse_id is not null and old.annulee_le is null and new.annulee_le is not null)
  execute function verifier_detenu();

-- The face value is printed on tickets: it cannot change after a delivery.
create or replace function fixer_categorie_valeur() returns trigger language plpgsql as $$
begin
  perform from mouvement_valeur where entite_id = old.entite_id and categorie_id = old.id limit 1;
  if found then
    raise exception 'Des numéros de cette catégorie sont reçus : sa valeur et sa sorte ne changent plus. Créez une autre catégorie.'
      using errcode = 'check_violation', constraint = 'categorie_valeur_fixe';
  end if;
  return new;
end
$$;
create or replace trigger categorie_valeur_fixe before update on categorie_valeur for each row
  when ((old.valeur, old.sorte) is distinct from (new.valeur, new.sorte)) execute function fixer_categorie_valeur();

-- Held numbers by holder and category, with their face value; without an agent: the stock of the régie.
create or replace view detention_valeur as
  select t.entite_id, t.regie_id, t.agent_id, t.categorie_id, range_agg(t.numeros) as numeros,
    sum(upper(t.numeros) - lower(t.numeros))::bigint as nombre,
    (sum(upper(t.numeros) - lower(t.numeros)) * c.valeur)::bigint as montant
  from tranche_valeur t
  join categorie_valeur c on c.id = t.categorie_id
  where t.etat = 'détenu'
  group by t.entite_id, t.regie_id, t.agent_id, t.categorie_id, c.valeur;

-- Transfers for the statement: of an agent from and to the régie; without an agent, of the whole régie from and to the
-- accountant.
create or replace view flux_valeur as
  select entite_id, regie_id, agent_id, categorie_id, jour, id, de, a, nombre, case acte when 'remis' then 'reçu' else acte end as sens
  from mouvement_valeur where agent_id is not null
  union all
  select entite_id, regie_id, agent_id, categorie_id, jour, id, de, a, nombre, 'vendu' from vente_valeur where annulee_le is null
  union all
  select entite_id, regie_id, null, categorie_id, jour, id, de, a, nombre, case acte when 'renvoyé' then 'rendu' else acte end
  from mouvement_valeur where acte in ('reçu', 'renvoyé', 'perdu')
  union all
  select entite_id, regie_id, null, categorie_id, jour, id, de, a, nombre, 'vendu' from vente_valeur where annulee_le is null;

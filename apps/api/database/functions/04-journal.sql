-- Sealing of the journal: rows wait for a batch, and batches are chained by hash (ADR 0009).

create or replace function attendre_sceau() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  insert into journal_attente select id from lignes;
  return null;
end
$$;
create or replace trigger journal_attend after insert on journal referencing new table as lignes for each statement
  execute function attendre_sceau();

-- Hash of a row over all its columns, as a text equal on any server: instants in microseconds, documents as jsonb.
-- Sealing and verification both use it. jsonb_build_array() is declared stable only for types whose text depends on
-- settings, which do not occur here.
create or replace function empreinte_ligne(ligne journal) returns bytea
  language sql immutable strict parallel safe
  return sha256(convert_to(jsonb_build_array(
    ligne.id, (extract(epoch from ligne.created_at at time zone 'UTC') * 1000000)::bigint, ligne.entite_id,
    ligne.utilisateur_id, ligne.acte, ligne.domaine, ligne.ressource, ligne.enregistrement_id, ligne.avant, ligne.apres,
    ligne.request_id)::text, 'UTF8'));

-- Hash of a batch: the hash of the batch before, then those of its rows by id.
create or replace function empreinte_sceau(precedente bytea, lignes journal_scelle[]) returns bytea
  language sql immutable strict parallel safe
  return sha256(precedente || (
    select coalesce(string_agg(ligne.empreinte, ''::bytea order by ligne.journal_id), ''::bytea) from unnest(lignes) ligne));

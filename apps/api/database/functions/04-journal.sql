-- How the journal is sealed: rows wait until a batch takes them, and batches are chained by hash (ADR 0009).

create or replace function attendre_sceau() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  insert into journal_attente select id from lignes;
  return null;
end
$$;
create or replace trigger journal_attend after insert on journal referencing new table as lignes for each statement
  execute function attendre_sceau();

-- Hash of a row over all its columns, as one text that reads the same on any server: instants in microseconds, documents
-- as jsonb writes them. Sealing and verification both come here. jsonb_build_array() is called stable for the sake of
-- types whose text depends on settings: none is among these.
create or replace function empreinte_ligne(ligne journal) returns bytea
  language sql immutable strict parallel safe
  return sha256(convert_to(jsonb_build_array(
    ligne.id, (extract(epoch from ligne.created_at at time zone 'UTC') * 1000000)::bigint, ligne.entite_id,
    ligne.utilisateur_id, ligne.acte, ligne.domaine, ligne.ressource, ligne.enregistrement_id, ligne.avant, ligne.apres,
    ligne.request_id)::text, 'UTF8'));

-- Hash of a batch: that of the batch before, then those of its rows in the order of their ids.
create or replace function empreinte_sceau(precedente bytea, lignes journal_scelle[]) returns bytea
  language sql immutable strict parallel safe
  return sha256(precedente || (
    select coalesce(string_agg(ligne.empreinte, ''::bytea order by ligne.journal_id), ''::bytea) from unnest(lignes) ligne));

-- The journal as it is read and sealed: indexes for its list, and batches of finished rows chained by hash.

-- Newest first: everybody's for who sees all, one collectivité's for the others; then what narrows both most often.
drop index journal_moment;
create index journal_moment on journal (created_at, id);
create index journal_entite_moment on journal (entite_id, created_at, id);
create index journal_entite_domaine on journal (entite_id, domaine, acte, created_at, id);
drop index journal_enregistrement;
create index journal_enregistrement on journal (ressource, enregistrement_id, created_at, id);

-- Rows that no batch holds yet. A row that commits late, with a lower id than those sealed, waits here like any other.
create table journal_attente (
  journal_id bigint primary key
);
insert into journal_attente select id from journal where id not in (select journal_id from journal_scelle);
revoke insert, update, truncate on journal_attente from octroi_app;

create function attendre_sceau() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  insert into journal_attente select id from lignes;
  return null;
end
$$;
create trigger journal_attend after insert on journal referencing new table as lignes for each statement
  execute function attendre_sceau();

-- The hash of each sealed row is kept beside its batch's, so that a row that was altered can be named.
alter table journal_scelle add column empreinte bytea not null;
comment on column journal_scelle.empreinte is 'empreinte_ligne() of the row when it was sealed';
comment on column journal_sceau.precedente is 'Hash of the batch before; empty for the first';

-- Hash of a row over all its columns, as one text that reads the same on any server: instants in microseconds, documents
-- as jsonb writes them. Sealing and verification both come here. jsonb_build_array() is called stable for the sake of
-- types whose text depends on settings: none is among these.
create function empreinte_ligne(ligne journal) returns bytea
  language sql immutable strict parallel safe
  return sha256(convert_to(jsonb_build_array(
    ligne.id, (extract(epoch from ligne.created_at at time zone 'UTC') * 1000000)::bigint, ligne.entite_id,
    ligne.utilisateur_id, ligne.acte, ligne.domaine, ligne.ressource, ligne.enregistrement_id, ligne.avant, ligne.apres,
    ligne.request_id)::text, 'UTF8'));

-- Hash of a batch: that of the batch before, then those of its rows in the order of their ids.
create function empreinte_sceau(precedente bytea, lignes journal_scelle[]) returns bytea
  language sql immutable strict parallel safe
  return sha256(precedente || (
    select coalesce(string_agg(ligne.empreinte, ''::bytea order by ligne.journal_id), ''::bytea) from unnest(lignes) ligne));

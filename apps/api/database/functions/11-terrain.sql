-- Data that devices of the field application read again or delete (ADR 0041).

-- Records that a taxpayer left a place, by removal or move.
create or replace function quitter_lieu() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  insert into depart (entite_id, contribuable_id, ramification_id) values (old.entite_id, old.id, old.ramification_id);
  return null;
end
$$;
revoke execute on function quitter_lieu from public;
create or replace trigger depart_supprime after delete on contribuable for each row execute function quitter_lieu();
create or replace trigger depart_deplace after update of entite_id, ramification_id on contribuable for each row
  when ((old.entite_id, old.ramification_id) is distinct from (new.entite_id, new.ramification_id))
  execute function quitter_lieu();

-- Records a deleted line or échéance, which leaves no row to read.
create or replace function perdre_ligne() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  insert into depart (entite_id, contribuable_id) select distinct entite_id, contribuable_id from anciens;
  return null;
end
$$;
revoke execute on function perdre_ligne from public;
create or replace trigger depart_ligne after delete on enrollement referencing old table as anciens
  for each statement execute function perdre_ligne();
create or replace trigger depart_echeance after delete on echeance referencing old table as anciens
  for each statement execute function perdre_ligne();

-- Whether a row's transaction may be invisible to a snapshot: it had not ended then, or started later. A row stores 32
-- bits of it; after more than two thousand million transactions it looks new, and is only read again. A savepoint has a
-- later number than its transaction.
create or replace function depuis_horizon(ecrit xid, horizon xid8) returns boolean
  language sql immutable parallel safe
  return ((ecrit::text::bigint - (horizon::text::numeric % 4294967296)::bigint + 4294967296) % 4294967296) < 2147483648;

-- Identifies the history of a snapshot: another server, one restored to an earlier moment, or another database differs.
create or replace function lignee() returns text language sql stable security definer set search_path = pg_catalog, pg_temp
  return (select format('%s.%s.%s', s.system_identifier, c.timeline_id, d.oid)
    from pg_control_system() s, pg_control_checkpoint() c, pg_database d where d.datname = current_database());

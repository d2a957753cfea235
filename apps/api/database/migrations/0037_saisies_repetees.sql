-- The addresses of « Point du mois » have a version: who saves them over another person's is told.
alter table envoi_point add column version integer not null default 1;
alter table envoi_point add column updated_at timestamptz not null default now();

-- A note, a versement or a count of a till that is sent again after a lost reply is kept once.
alter table note add column cle_idempotence text check (cle_idempotence <> '');
create unique index note_cle on note (entite_id, cle_idempotence) where cle_idempotence is not null;
alter table versement add column cle_idempotence text check (cle_idempotence <> '');
create unique index versement_cle on versement (entite_id, cle_idempotence) where cle_idempotence is not null;
alter table controle_caisse add column cle_idempotence text check (cle_idempotence <> '');
create unique index controle_caisse_cle on controle_caisse (entite_id, cle_idempotence) where cle_idempotence is not null;

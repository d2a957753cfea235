-- A person's own account: links to a new password, the second factor and its recovery codes.

-- One link an account: asking again replaces it. Only a hash is kept. Unlogged, so that no backup brings a used link
-- back; losing one in a crash costs asking again.
create unlogged table reinitialisation (
  utilisateur_id integer primary key references utilisateur on delete cascade,
  token_hash bytea not null unique,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null
);

-- A link dies with the password that it would replace, the mailbox that it went to, and the account.
create function annuler_reinitialisation() returns trigger
  language plpgsql security definer set search_path = public, pg_temp as $$
begin
  delete from reinitialisation where utilisateur_id = new.id;
  return null;
end
$$;
create trigger utilisateur_reinitialisation after update of enabled, password_hash, email on utilisateur for each row
  when (old.enabled <> new.enabled or old.password_hash <> new.password_hash or old.email <> new.email)
  execute function annuler_reinitialisation();

create table second_facteur (
  utilisateur_id integer primary key references utilisateur on delete cascade,
  secret text not null check (secret ~ '^[A-Z2-7]{32}$'),
  actif_depuis timestamptz,
  dernier_pas bigint,
  created_at timestamptz not null default now()
);
comment on column second_facteur.secret is 'TOTP secret (RFC 6238), 160 bits in base 32';
comment on column second_facteur.actif_depuis is 'Null until a first code has proved that the person''s device holds the secret';
comment on column second_facteur.dernier_pas is 'Time step of the last accepted code: neither it nor an earlier one is accepted again';

create table code_secours (
  utilisateur_id integer not null references second_facteur on delete cascade,
  code_hash bytea not null,
  primary key (utilisateur_id, code_hash)
);
comment on table code_secours is 'Recovery codes that are left, hashed; a used one is deleted';

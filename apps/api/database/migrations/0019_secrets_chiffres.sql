alter table second_facteur alter secret drop not null;
alter table second_facteur add chiffre bytea;
alter table second_facteur add cle text;
alter table second_facteur add constraint second_facteur_un_secret
  check (num_nonnulls(secret, chiffre) = 1 and num_nonnulls(chiffre, cle) <> 1);
comment on column second_facteur.secret is 'TOTP secret (RFC 6238), 160 bits in base 32, as it was kept before it was encrypted: the next start encrypts it';
comment on column second_facteur.chiffre is 'The secret encrypted (AES-256-GCM): nonce, tag, text';
comment on column second_facteur.cle is 'Names the key, which the database does not hold';

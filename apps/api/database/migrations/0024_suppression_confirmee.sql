-- A removal that is under way goes on as it was asked for: of what had come in.
alter table suppression_cible add confirmee boolean not null default true;
alter table suppression_cible alter confirmee drop default;
comment on column suppression_cible.confirmee is 'It had come in when the removal was asked for: only then may it be taken back';

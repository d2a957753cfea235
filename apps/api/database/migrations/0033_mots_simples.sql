-- The agents' app may show words of every day beside the office's.
alter table entite add column mots_simples boolean not null default false;
comment on column entite.mots_simples is 'Whether the agents'' app shows words of every day beside the office''s';

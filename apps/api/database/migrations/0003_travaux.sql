-- A work that is interrupted again and again without getting on is given up.
alter table travail add essais integer not null default 0;
comment on column travail.essais is 'How often it was begun since a step of it was done';

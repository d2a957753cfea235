-- Views shared with the author's group.
alter table vue add partagee boolean not null default false;
create index vue_partagee on vue (ecran) where partagee;
comment on column vue.partagee is 'Shown to the people of the same group in the same collectivités';

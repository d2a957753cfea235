-- Screens pinned to the menu follow the person to any device.
alter table affichage add column epingles text[] not null default '{}' check (cardinality(epingles) <= 5);
comment on column affichage.epingles is 'Screens that the person pinned to the menu, in order';

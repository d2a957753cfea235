-- Taxes collected once in the life of a line: a frequency of 0 occurrences, which a new installation has and the others create.
alter table frequence drop constraint frequence_occurrences_check;
alter table frequence add constraint frequence_occurrences_check check (occurrences between 0 and 366);
comment on column frequence.occurrences is
  'Periods in a year; above twelve the tax is billed by month, rate times days; 0: collected once in the life of a line';
alter table enrollement add column une_fois boolean not null default true;
comment on column enrollement.une_fois is
  'Whether it owes taxes collected once; false: imported, or they were collected for an earlier line of the same base';

alter table echeance add column unique_fois boolean not null default false;
grant insert (unique_fois) on echeance to octroi_app;
create unique index echeance_unique_fois on echeance (entite_id, enrollement_id, taxe_id) where unique_fois;
comment on column echeance.unique_fois is 'Of a tax collected once: its period is the month of the enrolment';

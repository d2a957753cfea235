-- Rates that begin within their year.
alter table application add column depuis date
  constraint application_depuis check (depuis > make_date(annee, 1, 1) and depuis <= make_date(annee, 12, 31));
comment on column application.depuis is 'Day of its year from which on it is the rate; null: the first day';
drop index application_unique;
create unique index application_unique on application (taxe_id, ramification_id, annee, coalesce(depuis, make_date(annee, 1, 1)))
  where taxe_id is not null;
create index application_depuis on application (entite_id, annee) where depuis is not null;

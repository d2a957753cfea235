alter table nature_activite
  add column unite text check (unite <> ''),
  add column unite_decimales smallint not null default 0 check (unite_decimales between 0 and 2);
comment on column nature_activite.unite is 'What its lines are counted in (m², personne…); null: each line counts for one';
alter table type_equipement
  add column unite text check (unite <> ''),
  add column unite_decimales smallint not null default 0 check (unite_decimales between 0 and 2);
comment on column type_equipement.unite is 'What its lines are counted in (m², personne…); null: each line counts for one';

alter table application
  add column par_unite boolean not null default false,
  add column franchise numeric(12, 2) check (franchise > 0),
  add column minimum bigint check (minimum > 0),
  add column maximum bigint check (maximum > 0),
  add column arrondi smallint not null default 1 check (arrondi between 1 and 1000),
  add constraint application_par_unite check (not par_unite or tarif is not null),
  add constraint application_minimum_maximum check (minimum <= maximum);
comment on column application.par_unite is 'The tarif is the price of one unit of the quantity of a line, instead of a line';
comment on column application.franchise is 'Part of the quantity that is not counted';
comment on column application.minimum is 'Lowest price of one period of the frequency, in francs, where something is counted';
comment on column application.maximum is 'Highest price of one period of the frequency, in francs';
comment on column application.arrondi is 'An échéance is a multiple of this many francs';
alter table precision_taxe add column par_unite boolean not null default false;
comment on column precision_taxe.par_unite is 'The tarif is the price of one unit of the quantity of a line, instead of a line';

alter table enrollement add column quantite numeric(12, 2) check (quantite > 0);
comment on column enrollement.quantite is
  'Present quantity, in the unit of its base; null: the base has no unit, or the quantity is not known yet';

-- What a line counted before a day: a period takes the quantity of its first day. A line whose quantity never changed has no row.
create table quantite_passee (
  entite_id integer not null,
  enrollement_id bigint not null,
  jusque date not null,
  quantite numeric(12, 2) not null check (quantite > 0),
  primary key (entite_id, enrollement_id, jusque),
  foreign key (entite_id, enrollement_id) references enrollement (entite_id, id) on delete cascade
);
comment on column quantite_passee.jusque is 'First day of the quantity that followed';

-- The précisions of a rate keep the order in which they were given; older ones stay by price and label.
alter table application_precision add rang smallint not null default 0;

create table version_noms (
  n bigint not null
);
create unique index version_noms_unique on version_noms ((true));
insert into version_noms (n) values (0);
comment on table version_noms is 'One row: the version of all names of places, accounts and payment methods. Whoever keeps names compares it';
revoke insert, update, delete, truncate on version_noms from octroi_app;

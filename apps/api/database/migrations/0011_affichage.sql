-- How a person has lists shown, on whatever machine.
create table affichage (
  utilisateur_id integer primary key references utilisateur on delete cascade,
  densite text not null default 'confortable' check (densite in ('confortable', 'compacte')),
  masquees jsonb not null default '{}' check (octet_length(masquees::text) <= 20000)
);
comment on column affichage.masquees is 'Ids of the columns that are left out, by list';

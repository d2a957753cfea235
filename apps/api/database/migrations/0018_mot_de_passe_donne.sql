alter table utilisateur add mot_de_passe_donne boolean not null default false;
comment on column utilisateur.mot_de_passe_donne is 'Somebody else gave the password: its owner chooses another before anything else is served';

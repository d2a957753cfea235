-- Whether a person chose the first screen; otherwise « Ma journée » is proposed.
alter table affichage add accueil_choisi boolean not null default false;
comment on column affichage.accueil_choisi is 'Whether the person chose that screen; otherwise it is proposed';
update affichage set accueil_choisi = true where accueil = 'journee';

-- Who gets « Point du mois » by mail.
create table envoi_point (
  entite_id integer primary key references entite on delete cascade,
  adresses text[] not null,
  utilisateur_id integer not null references utilisateur on delete cascade,
  envoye date not null check (envoye = date_trunc('month', envoye::timestamp)::date)
);
comment on column envoi_point.utilisateur_id is 'Who named the addresses: the paper is made with the rights of that account';
comment on column envoi_point.envoye is 'First day of the last month that was sent, or that was over when the addresses were named';

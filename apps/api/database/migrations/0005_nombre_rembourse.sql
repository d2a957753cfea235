-- How many transactions gave money back, beside how many there were. The totals of receipts are emptied, and made anew from
-- their views.
truncate total_encaissement, total_recette, total_encaissement_agent;
alter table total_encaissement add column nombre_rembourse bigint not null default 0, drop constraint total_encaissement_pkey;
alter table total_encaissement add primary key (entite_id, betail, grain, debut, ramification_id, moyen_paiement_id)
  include (recu, rembourse, nombre, nombre_rembourse);
alter table total_recette add column nombre_rembourse bigint not null default 0, drop constraint total_recette_pkey;
alter table total_recette add primary key (entite_id, betail, grain, debut, ramification_id)
  include (recu, rembourse, nombre, nombre_rembourse);
alter table total_encaissement_agent add column nombre_rembourse bigint not null default 0;
-- whatever waits is carried before the totals are made anew: it need not say this
alter table attente_encaissement add column nombre_rembourse bigint not null default 0;
alter table attente_encaissement alter column nombre_rembourse drop default;

drop index transaction_attente;
create index transaction_non_confirmee on transaction (entite_id, date_transaction)
  include (statut, betail, a_classer, montant, ramification_id) where statut <> 'Confirmé';

-- who paid in a period is found without reading its payments
drop index transaction_fenetre;
create index transaction_fenetre on transaction (entite_id, date_transaction desc, id desc)
  include (statut, betail, a_classer, montant, ramification_id, contribuable_id);
drop index transaction_fenetre_partout;
create index transaction_fenetre_partout on transaction (date_transaction desc, id desc)
  include (statut, betail, a_classer, montant, ramification_id, contribuable_id);

-- How a taxpayer stands is beside what it owes of a year, so that both are counted in one index (ADR 0055). The total is
-- emptied, and computed from its view afterwards.
drop view if exists calcul_contribuable cascade;
truncate total_contribuable;
alter table total_contribuable add column betail boolean not null, add column statut text not null;
drop index total_contribuable_restant;
create index total_contribuable_restant on total_contribuable (annee, statut, (prevu - paye), betail, entite_id, prevu, paye);

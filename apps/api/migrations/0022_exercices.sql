-- Who made a year's dues final.
alter table annee_close add column closed_by_id integer references utilisateur on delete set null;

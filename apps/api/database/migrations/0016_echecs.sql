-- A name that no account has may be a password, typed into the wrong field: such names are masked, and those that were
-- kept as they were typed go.
delete from echec_connexion where utilisateur_id is null;
comment on column echec_connexion.nom is 'As it was typed where it is an account''s, else masked; empty for the attempts beyond those that are told one by one';

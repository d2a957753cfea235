-- The lines of a period are counted as the stored totals of open ones and those that are closed, of which there are few.
create index enrollement_clos on enrollement (entite_id, contribuable_id) where closed_at is not null;

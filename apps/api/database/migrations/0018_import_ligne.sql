-- A file just sent is in no statistics, and was taken for one row: plans then read the whole file again for each of its rows.
-- Setting the type again deletes the statistics of the column; the table is not rewritten.
alter table import_ligne alter import_id type uuid, alter import_id set statistics 0;

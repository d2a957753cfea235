-- A till counted on a device keeps the hour of the count beside that of its reception.
alter table session_caisse add column comptee_le timestamptz;
comment on column session_caisse.comptee_le is 'When the holder counted it on a device, by its corrected clock; fermee_le is the reception then';

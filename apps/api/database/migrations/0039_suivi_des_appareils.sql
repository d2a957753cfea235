-- Devices that are not heard of any more, and the tail of a lost one's receipts.
alter table entite add delai_contact smallint check (delai_contact between 1 and 365);
comment on column entite.delai_contact is 'Days without contact after which a device of the field is overdue; the usual ones where null';
alter table appareil_terrain add recus_declares integer check (recus_declares >= 0);
comment on column appareil_terrain.recus_declares is 'Of a lost device: receipts declared given beyond the last that was received';

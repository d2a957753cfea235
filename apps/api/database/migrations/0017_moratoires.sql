-- A suspension may defer what is due instead of taking it away.
alter table suspension
  add column nature text not null default 'suspension' check (nature in ('moratoire', 'suspension')),
  alter column partielles drop not null,
  alter column payes drop not null,
  add constraint suspension_nature check (
    (nature = 'suspension') = (partielles is not null) and (nature = 'suspension') = (payes is not null));
comment on column suspension.nature is
  'moratoire: what would fall due on one of its days falls due after its last one; suspension: what begins in it is not due';

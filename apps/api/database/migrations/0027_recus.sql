-- Receipts on three papers, chosen by each person; a cheque has a provisional one until its bank has paid.
alter table affichage add format_recu text not null default 'A4' check (format_recu in ('A4', 'A5', '80mm'));
comment on column affichage.format_recu is 'The paper that receipts are printed on';
alter table piece drop constraint piece_nature_check;
alter table piece add constraint piece_nature_check check (nature in ('recu', 'provisoire', 'avis'));
alter table piece drop constraint piece_check;
alter table piece add constraint piece_check check ((transaction_id is not null) = (nature <> 'avis'));
create unique index piece_provisoire on piece (entite_id, transaction_id) where nature = 'provisoire';

-- An import tells the fate of each row, holds likely duplicates for a person to decide, and keeps the decisions.
alter table import_contribuable
  add column decisions jsonb not null default '{}',
  add column feuille text,
  add column feuilles text[] not null default '{}',
  add column classeur bytea,
  add column pages text[] not null default '{}';
comment on column import_contribuable.decisions is 'What its author decided for the whole file: how it writes numbers and days, what to do with likely duplicates';
comment on column import_contribuable.feuilles is 'Visible sheets of the workbook; empty if it has only one';
comment on column import_contribuable.classeur is 'The workbook itself, where another sheet may still be chosen';
comment on column import_contribuable.pages is 'Code pages in which the text may be written; empty for UTF-8 and for a workbook. Rows are kept as read in Windows-1252';

alter table import_ligne
  add column cle text,
  add column jumelle integer,
  add column jumelle_par text check (jumelle_par in ('personne', 'homonyme', 'nif', 'piece')),
  add column sort text check (sort in
    ('nouvelle', 'identique', 'différente', 'corrigée', 'répétée', 'à décider', 'écartée', 'rejetée')),
  add column details text[] not null default '{}',
  add column contribuable_id bigint,
  add column candidats jsonb not null default '[]',
  add column choix text check (choix in ('nouveau', 'existant', 'écarter')),
  add column choix_id bigint,
  add constraint import_ligne_choix check ((choix_id is not null) = (choix is not distinct from 'existant'));
create index import_ligne_cle on import_ligne (cle, import_id) where cle is not null;
comment on column import_ligne.cle is 'Who the row is, and the idempotency key of the enrolment: the same person in every file, whatever else the row says';
comment on column import_ligne.jumelle is 'An earlier row of the file with the same person, or with the same NIF or identity document';
comment on column import_ligne.sort is 'What became of the row the last time that the file was read; null: not read yet';
comment on column import_ligne.details is 'What explains the fate, in French: differences with the register, the earlier row';
comment on column import_ligne.contribuable_id is 'The taxpayer that the row is, if known';
comment on column import_ligne.candidats is 'Taxpayers whom the row may be, for a person to decide';
comment on column import_ligne.choix is 'What a person decided for this row; copied to a corrected file by its key';

-- Whether the operator has been told of a failed backup: a mail that could not be sent is sent again.
alter table sauvegarde add column prevenu boolean not null default false;
comment on column sauvegarde.prevenu is 'Whether the operator has been told, by mail, that it failed or was not copied everywhere';
-- of those before, mails have been sent
update sauvegarde set prevenu = true where ended_at is not null;

-- When each was last told by mail of cash that is held too long or too much: once a day at most.
create table rappel_caisse (
  utilisateur_id integer primary key references utilisateur on delete cascade,
  jour date not null
);

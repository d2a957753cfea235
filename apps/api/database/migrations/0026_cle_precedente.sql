-- A phone that was enrolled before a new code was given goes on with its log.
alter table appareil_terrain add column cle_precedente jsonb;
comment on column appareil_terrain.cle_precedente is 'Key of the last phone that was enrolled, kept when a new code is given: only that phone may go on with its log';

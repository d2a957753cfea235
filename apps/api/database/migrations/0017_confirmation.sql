alter table session add confirmed_at timestamptz not null default now();
comment on column session.confirmed_at is 'When its person last gave the password; opening it counts';
update session set confirmed_at = created_at;

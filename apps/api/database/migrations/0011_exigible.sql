-- When the échéances of a tax fall due.
alter table taxe
  add column limite text,
  add column delai smallint constraint taxe_delai check (delai between 0 and 90),
  add constraint taxe_limite check (limite is null or delai is null
    and limite ~ '^((0[1-9]|[12][0-9])/(0[1-9]|1[0-2])|30/(0[13-9]|1[0-2])|31/(0[13578]|1[02]))$');
comment on column taxe.limite is 'Day and month (31/03) on which the year of a yearly tax falls due; null: its first day';
comment on column taxe.delai is 'Days after the first day of its period on which an échéance of another tax falls due; null: none';

-- Every total: a table with its view.
create or replace function refaire_totaux() returns void language plpgsql as $$
declare
  nom text;
begin
  for nom in
    select substr(t.table_name, 7) from information_schema.tables t
    join information_schema.views v on v.table_schema = 'public' and v.table_name = 'calcul_' || substr(t.table_name, 7)
    where t.table_schema = 'public' and t.table_name like 'total\_%' and t.table_type = 'BASE TABLE'
    order by t.table_name
  loop
    execute format('truncate total_%I', nom);
    execute format('insert into total_%1$I select * from calcul_%1$I', nom);
  end loop;
end
$$;
revoke execute on function refaire_totaux from public;
comment on function refaire_totaux is 'Computes every stored total anew, after rows were loaded with the triggers off';

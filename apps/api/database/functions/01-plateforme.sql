-- The current day in the installation's time zone, and versions of records.

create or replace function aujourdhui() returns date language sql stable return jour_local(now());

-- Prevents parallel plans of a statement: when rows are read along an index until a page is full, parallel workers
-- would each read on for filtered rows. It is unsafe by declaration only, and removed during planning, so it costs
-- nothing.
create or replace function sans_parallele() returns boolean language sql immutable parallel unsafe return true;

-- Every change of a record increments its version, which the API compares with If-Match, on each table with a version.
create or replace function versionner() returns trigger language plpgsql as $$
begin
  if new is distinct from old then
    new.version := old.version + 1;
    new.updated_at := now();
  end if;
  return new;
end
$$;
-- What only a program writes, the contacts of a phone or the months that were mailed, does not change the record that
-- people edit: of these tables, the columns that people change.
do $$
declare
  nom text;
  colonnes text;
begin
  for nom, colonnes in
    select c.table_name, d.colonnes
    from information_schema.columns c join information_schema.tables t using (table_schema, table_name)
      left join (values
        ('appareil_terrain', 'nom, agent_id, plafond, statut, motif, proces_verbal, recus_declares, code_hash, version'),
        ('envoi_point', 'adresses, utilisateur_id')) as d (nom, colonnes) on d.nom = c.table_name
    where c.table_schema = 'public' and c.column_name = 'version' and t.table_type = 'BASE TABLE' order by 1
  loop
    execute format('create or replace trigger versionner before update %s on %I for each row execute function versionner()',
      'of ' || colonnes, nom);
  end loop;
end
$$;

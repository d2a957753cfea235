-- Subtrees and levels of the territory.

create or replace function tenir_descendance() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  -- concurrent changes of one territory wait, and then see the earlier result
  perform from entite where id = new.entite_id for no key update;
  if tg_op = 'UPDATE' then
    if exists (
      select from ramification_descendance
      where entite_id = new.entite_id and ancetre_id = new.id and descendant_id = new.parent_id
    ) then
      raise exception 'Une sous-entité ne peut pas être placée sous elle-même.' using errcode = 'check_violation', constraint = 'ramification_cercle';
    end if;
    delete from ramification_descendance lien
    using ramification_descendance sous
    where sous.entite_id = new.entite_id and sous.ancetre_id = new.id
      and lien.entite_id = new.entite_id and lien.descendant_id = sous.descendant_id
      and not exists (
        select from ramification_descendance interne
        where interne.entite_id = new.entite_id and interne.ancetre_id = new.id and interne.descendant_id = lien.ancetre_id
      );
  else
    insert into ramification_descendance values (new.entite_id, new.id, new.id, 0);
  end if;
  insert into ramification_descendance (entite_id, ancetre_id, descendant_id, distance)
  select new.entite_id, haut.ancetre_id, bas.descendant_id, haut.distance + bas.distance + 1
  from ramification_descendance haut
  join ramification_descendance bas on bas.entite_id = new.entite_id and bas.ancetre_id = new.id
  where haut.entite_id = new.entite_id and haut.descendant_id = new.parent_id;
  return null;
end
$$;
-- The technical node has no subtree, not even itself, so no selection of places contains it.
create or replace trigger ramification_creee after insert on ramification
  for each row when (not new.technique) execute function tenir_descendance();
create or replace trigger ramification_deplacee after update of parent_id on ramification
  for each row when (new.parent_id is distinct from old.parent_id) execute function tenir_descendance();

-- The path of names follows its own name, its parent and its parent's path; any other value is overwritten.
create or replace function tenir_chemin() returns trigger language plpgsql as $$
begin
  -- as above: a concurrent change above is awaited
  perform from entite where id = new.entite_id for no key update;
  new.chemin := coalesce((select chemin from ramification where entite_id = new.entite_id and id = new.parent_id), '{}') || new.nom::text;
  return new;
end
$$;
create or replace trigger ramification_situee before insert or update of nom, parent_id, chemin on ramification
  for each row execute function tenir_chemin();
create or replace function suivre_chemin() returns trigger language plpgsql as $$
begin
  update ramification set chemin = '{}' where entite_id = new.entite_id and parent_id = new.id;
  return null;
end
$$;
-- the name makes it run after the trigger that refuses cycles
create or replace trigger ramification_suivie after update of nom, parent_id, chemin on ramification
  for each row when (new.chemin is distinct from old.chemin) execute function suivre_chemin();

-- A sub-entity is below one of a higher level: checked when it is created or moved, when its type changes, and when the
-- level of a type changes. The parent is compared only within the collectivité: for another one the foreign key gives
-- the same error as for a missing one.
create or replace function verifier_niveau() returns trigger language plpgsql as $$
declare
  propre smallint;
begin
  if exists (select from ramification parent where parent.id = new.parent_id and parent.technique) then
    raise exception 'Une sous-entité ne se place pas sous « À classer », qui n''est pas un lieu.'
      using errcode = 'check_violation', constraint = 'ramification_niveau';
  end if;
  select niveau into propre from type_ramification where id = new.type_id;
  if exists (
    select from ramification parent join type_ramification t on t.id = parent.type_id
    where parent.id = new.parent_id and parent.entite_id = new.entite_id and t.niveau >= propre
  ) or exists (
    select from ramification enfant join type_ramification t on t.id = enfant.type_id
    where enfant.parent_id = new.id and t.niveau <= propre
  ) then
    raise exception 'Le type d''une sous-entité doit être d''un niveau inférieur à celui de son parent.'
      using errcode = 'check_violation', constraint = 'ramification_niveau';
  end if;
  return new;
end
$$;
create or replace trigger ramification_niveau before insert or update of parent_id, type_id on ramification
  for each row execute function verifier_niveau();

create or replace function verifier_niveau_type() returns trigger language plpgsql as $$
begin
  if exists (
    select from ramification enfant join ramification parent on parent.id = enfant.parent_id
    join type_ramification e on e.id = enfant.type_id join type_ramification p on p.id = parent.type_id
    where new.id in (enfant.type_id, parent.type_id) and e.niveau <= p.niveau
  ) then
    raise exception 'Des sous-entités de ce type se trouveraient sous d''autres qui ne sont pas d''un niveau supérieur.'
      using errcode = 'check_violation', constraint = 'ramification_niveau';
  end if;
  return null;
end
$$;
create or replace trigger type_ramification_niveau after update of niveau on type_ramification
  for each row when (new.niveau <> old.niveau) execute function verifier_niveau_type();

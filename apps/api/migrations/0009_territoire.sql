-- The level of a sub-entity is compared with its parent's only within their collectivité: of another's the foreign key
-- alone speaks, which says the same of it as of one that does not exist.
create or replace function verifier_niveau() returns trigger language plpgsql as $$
declare
  propre smallint;
begin
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

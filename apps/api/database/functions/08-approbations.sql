-- An approval is decided once.
create or replace function verrouiller_approbation() returns trigger language plpgsql as $$
begin
  if old.statut <> 'attente' then
    raise exception 'Cette demande d’approbation est déjà décidée.' using errcode = '23514';
  end if;
  if old.piece is not null and new.piece is distinct from old.piece then
    raise exception 'La pièce d’une demande ne change plus.' using errcode = '23514';
  end if;
  return new;
end
$$;
create or replace trigger verrouiller_approbation before update on approbation
  for each row execute function verrouiller_approbation();

-- Taxpayers are found however their names are spelt and their telephones and NIF spaced, in all collectivités at once.
create function cles_de_mot(mot text) returns text[]
  language sql immutable strict parallel safe
  return (select array_agg(left(mot, rang - 1) || substr(mot, rang + 1)) from generate_series(1, length(mot) + 1) rang
    where length(mot) > 2 or rang > length(mot));
create function cles_de_contribuable(nom text, prenom text, raison_sociale text, num_klis text, telephone text, nif text)
  returns text[] language sql immutable parallel restricted cost 10000
  return (select array_agg(distinct cle) from (
    select unnest(cles_de_mot(mot) || array(select left(mot, rang) || '*' from generate_series(1, length(mot) - 1) rang)) cle
    from regexp_split_to_table(sans_accent(nom || ' ' || prenom || ' ' || coalesce(raison_sociale, '')), '[^[:alnum:]]+') mot
    where length(mot) between 1 and 40
    union all
    select unnest(array['#' || ltrim(substring(num_klis from '\d+$'), '0'),
      '#' || telephone_compare(telephone), '#' || left(telephone_compare(telephone), 4) || '*',
      '#' || piece_comparee(nif), '#' || substring(nif from '^\d+')])) toutes
    where cle is not null);
create index contribuable_cles on contribuable
  using gin (entite_id, cles_de_contribuable(nom, prenom, raison_sociale, num_klis, telephone, nif) collate "C");
drop index contribuable_nom_semblable;
drop index contribuable_telephone;

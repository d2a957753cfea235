-- An empty phone is enrolled as a new device, which replaces the one that its code was given for.
alter table appareil_terrain
  add column remplace_par_id integer,
  add constraint appareil_terrain_successeur unique (entite_id, remplace_par_id),
  add foreign key (entite_id, remplace_par_id) references appareil_terrain (entite_id, id);
comment on column appareil_terrain.remplace_par_id is 'The device that its empty phone became: this one only hands over what it still holds (ADR 0093)';
-- A word of more than forty letters is found by its first forty; until now it was not found at all.
create or replace function cles_de_contribuable(nom text, prenom text, raison_sociale text, num_klis text, telephone text, nif text)
  returns text[] language sql immutable parallel restricted cost 10000
  return (select array_agg(distinct cle) from (
    select unnest(cles_de_mot(mot) || array(select left(mot, rang) || '*' from generate_series(1, length(mot) - 1) rang)
      || ('~' || cle_phonetique(mot))) cle
    from (select left(mot, 40) as mot
      from regexp_split_to_table(texte_compare(nom || ' ' || prenom || ' ' || coalesce(raison_sociale, '')),
        '[^[:alnum:]]+' collate public.francais) mot where mot <> '') mots
    union all
    select unnest(array['#' || ltrim(substring(num_klis from '\d+$'), '0'),
      '#' || telephone_compare(telephone), '#' || left(telephone_compare(telephone), 4) || '*',
      '#' || piece_comparee(nif), '#' || substring(nif from '^\d+')])) toutes
    where cle is not null);
reindex index contribuable_cles;

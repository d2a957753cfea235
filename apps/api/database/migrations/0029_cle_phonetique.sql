-- Taxpayers are found by the sound of their names too.
create function cle_phonetique(mot text) returns text
  language sql immutable strict parallel safe
  return (select case
      when length(consonnes) > 2 then consonnes
      when length(regexp_replace(sons, '[aiu]$', '')) > 2 then regexp_replace(sons, '[aiu]$', '')
      when length(sons) > 1 then sons end
    from (select sons, translate(sons, 'aiu', '') as consonnes from (select
      regexp_replace(regexp_replace(regexp_replace(regexp_replace(regexp_replace(translate(replace(regexp_replace(translate(
      regexp_replace(regexp_replace(regexp_replace(regexp_replace(replace(regexp_replace(regexp_replace(regexp_replace(
        mot collate "C",
        '^othm', 'usm'),
        '^elh', 'alh'),
        '^abd(ou|[aeou])?l(?=[^aeiouy]|ou[aei])', 'abd'),
        'ph', 'f'),
        'tch|sch|ch|sh', 's', 'g'),
        '^kh', 'h'),
        'dj|dy(?=[aeou])|di(?=[aou])|j', 'z', 'g'),
        'c(?=[eiy])', 's', 'g'),
        'cq', 'kk'),
        'gu(?=[eiy])', 'g', 'g'),
        'x', 'ks'),
        'oweyh', 'uuii'),
        'm(?=[^aiubmp])', 'n', 'g'),
        'n(?=[bp])', 'm', 'g'),
        '(.)\1+', '\1', 'g'),
        '^iu', 'i'),
        '([^aiu])[aiu]*([aiu])', '\1\2', 'g') as sons) s) c
    where mot collate "C" ~ '^[a-z]+$');
create or replace function cles_de_contribuable(nom text, prenom text, raison_sociale text, num_klis text, telephone text, nif text)
  returns text[] language sql immutable parallel restricted cost 10000
  return (select array_agg(distinct cle) from (
    select unnest(cles_de_mot(mot) || array(select left(mot, rang) || '*' from generate_series(1, length(mot) - 1) rang)
      || ('~' || cle_phonetique(mot))) cle
    from regexp_split_to_table(texte_compare(nom || ' ' || prenom || ' ' || coalesce(raison_sociale, '')),
      '[^[:alnum:]]+' collate public.francais) mot
    where length(mot) between 1 and 40
    union all
    select unnest(array['#' || ltrim(substring(num_klis from '\d+$'), '0'),
      '#' || telephone_compare(telephone), '#' || left(telephone_compare(telephone), 4) || '*',
      '#' || piece_comparee(nif), '#' || substring(nif from '^\d+')])) toutes
    where cle is not null);
reindex index contribuable_cles;

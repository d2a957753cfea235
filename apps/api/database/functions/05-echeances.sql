-- Price and first day of periods (docs/regles-de-calcul.md). Not strict, so that the planner can inline them: they run
-- for millions of lines.

-- Billed periods per year: those of the frequency, or twelve months if there are more. A tax collected once (0) is billed
-- for the month of the enrolment.
create or replace function periodes_facturees(occurrences smallint) returns smallint
  language sql immutable parallel safe
  return case when occurrences = 0 then 12 else least(occurrences, 12) end::smallint;

-- Whether an échéance is a carried-over debt: an import created it for a whole year before the line's enrolment.
create or replace function est_reportee(annee smallint, inscrite timestamptz) returns boolean
  language sql immutable parallel safe
  return annee < extract(year from jour_local(inscrite));

-- Periods per year of an échéance, for its name: those of the tax's frequency.
create or replace function periodes_de(annee smallint, inscrite timestamptz, occurrences smallint) returns smallint
  language sql immutable parallel safe
  return case when est_reportee(annee, inscrite) then 1::smallint else periodes_facturees(occurrences) end;

-- First billed period of an enrolment in a month (1 to 12), without pro rata.
create or replace function periode_du_mois(mois integer, occurrences smallint) returns integer
  language sql immutable parallel safe
  return (mois * periodes_facturees(occurrences) + 11) / 12;

-- The first day of a period. A period that a frequency changed since does not have any more begins in December.
drop function if exists exigible_le(smallint, integer, smallint);
create or replace function debut_periode(annee smallint, periode integer, occurrences smallint) returns date
  language sql immutable parallel safe
  return make_date(annee, least((periode - 1) * 12 / periodes_facturees(occurrences) + 1, 12), 1);

-- Day on which an échéance falls due, by its tax: a day and month (29/02 is 28/02 in other years), or some days after its period
-- begins. The line has a day of its own, and the later one counts.
create or replace function jour_exigible(debut date, limite text, delai smallint) returns date
  language sql immutable parallel safe
  return case
    when limite is null then debut + coalesce(delai, 0)
    else least(
      make_date(extract(year from debut)::int, right(limite, 2)::int, 1) + (left(limite, 2)::int - 1),
      (make_date(extract(year from debut)::int, right(limite, 2)::int, 1) + interval '1 month - 1 day')::date)
  end;

-- Price of a period at a rate. By month: for a daily frequency the rate times the days; otherwise the month's share of
-- the yearly occurrences, cumulated from January, so that twelve months make exactly rate times occurrences.
create or replace function montant_du(prix bigint, occurrences smallint, annee smallint, periode integer) returns bigint
  language sql immutable parallel safe
  return case
    when occurrences <= 12 then prix
    when occurrences >= 365 then prix * extract(day from make_date(annee, periode, 1) + interval '1 month - 1 day')::bigint
    else round(prix * occurrences * extract(doy from make_date(annee, periode, 1) + interval '1 month - 1 day')
             / extract(doy from make_date(annee, 12, 31)))::bigint
       - round(prix * occurrences * (extract(doy from make_date(annee, periode, 1)) - 1)
             / extract(doy from make_date(annee, 12, 31)))::bigint
  end;

-- Price of one period for the quantity of a line; null if the quantity is unknown. Zero if the franchise covers all: a
-- minimum applies only to a positive quantity. The contract has the same calculation (`fiscalite/tarifs/bareme.ts`).
create or replace function prix_au_bareme(tarif bigint, quantite numeric, franchise numeric, minimum bigint, maximum bigint)
  returns numeric language sql immutable parallel safe
  return case
    when quantite is null then null
    when quantite <= coalesce(franchise, 0) then 0
    else least(greatest(tarif * (quantite - coalesce(franchise, 0)), minimum), maximum)
  end;

-- `part` ÷ `tout` francs as a multiple of `pas`, a half upwards. Division of numerics rounds; `div` is exact.
create or replace function arrondi_au_pas(part numeric, tout bigint, pas smallint) returns bigint
  language sql immutable parallel safe
  return div(2 * part + tout * pas, 2 * tout * pas)::bigint * pas;

-- Price of a period for a fractional price: as montant_du(), then rounded once.
create or replace function montant_au_bareme(prix numeric, pas smallint, occurrences smallint, annee smallint, periode integer)
  returns bigint language sql immutable parallel safe
  return case
    when occurrences <= 12 then arrondi_au_pas(prix, 1, pas)
    when occurrences >= 365 then
      arrondi_au_pas(prix * extract(day from make_date(annee, periode, 1) + interval '1 month - 1 day'), 1, pas)
    else arrondi_au_pas(prix * occurrences * extract(doy from make_date(annee, periode, 1) + interval '1 month - 1 day'),
           extract(doy from make_date(annee, 12, 31))::bigint, pas)
       - arrondi_au_pas(prix * occurrences * (extract(doy from make_date(annee, periode, 1)) - 1),
           extract(doy from make_date(annee, 12, 31))::bigint, pas)
  end;

-- Whether a rate is that of a quantity: its tranche goes from `plancher` to before `suivant`; null: the rate has no tranche. An
-- unknown quantity is in the first one.
create or replace function dans_tranche(quantite numeric, plancher numeric, suivant numeric) returns boolean
  language sql immutable parallel safe
  return plancher is null or (coalesce(quantite, 0) >= plancher and coalesce(quantite, 0) < suivant);

-- The quantity of a line on a day.
create or replace function quantite_au(e integer, ligne bigint, presente numeric, jour date) returns numeric
  language sql stable parallel safe
  return coalesce((
    select q.quantite from quantite_passee q
    where q.entite_id = e and q.enrollement_id = ligne and q.jusque > jour order by q.jusque limit 1), presente);

-- The plural of a unit: `mètre carré` -> `mètres carrés`; symbols, and what follows a preposition, stay. The contract has the
-- same rule (`uniteAuPluriel`).
create or replace function unite_au_pluriel(unite text) returns text
  language sql immutable parallel safe
begin atomic
  select regexp_replace(
      regexp_replace(
        regexp_replace(tete, '(^| )([a-zà-öø-ÿœ]+[ae]u)(?= |$)', '\1\2x', 'g'),
        '(^| )([a-zà-öø-ÿœ]+)al(?= |$)', '\1\2aux', 'g'),
      '(^| )([a-zà-öø-ÿœ]{2,}(?![sxz])[a-zà-öø-ÿœ])(?= |$)', '\1\2s', 'g')
    || substr(unite, length(tete) + 1)
  from regexp_replace(unite, ' (?:de|du|des|par|à|au|en|sur|sous) .*$| d’.*$', '') tete;
end;

-- A quantity as screens show it: `12 400,5 m²`. Null without a quantity or a unit.
create or replace function quantite_texte(quantite numeric, unite text) returns text
  language sql immutable parallel safe
  return regexp_replace(trunc(quantite)::text, '(\d)(?=(\d{3})+$)', '\1' || chr(8239), 'g')
    || case when quantite = trunc(quantite) then '' else ',' || rtrim(split_part(quantite::text, '.', 2), '0') end
    || chr(160) || case when quantite < 2 then unite else unite_au_pluriel(unite) end;

-- A frequency stays « une fois » or periodic while échéances rest on it, whose keys differ, or rates that begin within a year.
create or replace function garder_une_fois() returns trigger language plpgsql as $$
begin
  if exists (
    select from taxe t where t.frequence_id = old.id
      and (exists (select from echeance x where x.entite_id = t.entite_id and x.taxe_id = t.id)
        or exists (select from application a where a.taxe_id = t.id and a.depuis is not null))) then
    raise exception 'Des échéances ou des tarifs reposent sur cette fréquence : créez-en une autre.' using errcode = 'check_violation';
  end if;
  return new;
end
$$;
create or replace trigger frequence_une_fois before update of occurrences on frequence
  for each row when ((old.occurrences = 0) <> (new.occurrences = 0)) execute function garder_une_fois();

-- The unit of a base cannot change while it is used: by lines with another quantity than 1, or rates that need a quantity.
create or replace function garder_unite() returns trigger language plpgsql as $$
declare
  equipement boolean := tg_table_name = 'type_equipement';
begin
  if exists (
    select from enrollement l left join equipement q on q.entite_id = l.entite_id and q.id = l.equipement_id
    where l.entite_id = old.entite_id and l.closed_at is null and l.quantite <> 1
      and case when equipement then q.type_equipement_id else l.nature_activite_id end = old.id) then
    raise exception 'Des lignes sont comptées en % : leur quantité serait perdue. Gardez l''unité.', old.unite using errcode = 'check_violation';
  end if;
  if exists (
    select from taxe t join application a on a.entite_id = t.entite_id and a.taxe_id = t.id
    where t.entite_id = old.entite_id and case when equipement then t.type_equipement_id else t.nature_activite_id end = old.id
      and (a.par_unite or exists (
        select from application_precision ap join precision_taxe p on p.id = ap.precision_id
        where ap.application_id = a.id and (p.par_unite or p.seuil is not null)))) then
    raise exception 'Une taxe a un tarif par % : enlevez d''abord ce tarif.', old.unite using errcode = 'check_violation';
  end if;
  return new;
end
$$;
create or replace trigger type_equipement_unite before update of unite on type_equipement
  for each row when (old.unite is not null and new.unite is null) execute function garder_unite();
create or replace trigger nature_activite_unite before update of unite on nature_activite
  for each row when (old.unite is not null and new.unite is null) execute function garder_unite();

-- Quantities keep the decimals they have: a unit does not get fewer while an open line needs them.
create or replace function garder_decimales() returns trigger language plpgsql as $$
declare
  nombre bigint;
  plus_fine numeric;
begin
  select count(*), max(l.quantite) into nombre, plus_fine
  from enrollement l left join equipement q on q.entite_id = l.entite_id and q.id = l.equipement_id
  where l.entite_id = old.entite_id and l.closed_at is null and l.quantite <> round(l.quantite, new.unite_decimales)
    and case when tg_table_name = 'type_equipement' then q.type_equipement_id else l.nature_activite_id end = old.id;
  if nombre > 0 then
    raise exception 'Des quantités sont plus précises (% ligne%, par exemple % %) : gardez les décimales, ou corrigez-les d''abord.',
      nombre, case when nombre > 1 then 's' else '' end, replace(trim_scale(plus_fine)::text, '.', ','),
      coalesce(new.unite, old.unite, '') using errcode = 'check_violation';
  end if;
  return new;
end
$$;
create or replace trigger type_equipement_decimales before update of unite_decimales on type_equipement
  for each row when (new.unite_decimales < old.unite_decimales) execute function garder_decimales();
create or replace trigger nature_activite_decimales before update of unite_decimales on nature_activite
  for each row when (new.unite_decimales < old.unite_decimales) execute function garder_decimales();

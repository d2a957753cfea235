-- What a period costs and when it begins (docs/regles-de-calcul.md). Not strict, so that the planner writes them into its
-- queries: they are worked out for millions of lines.

-- Periods that are billed in a year: those of the frequency, by month beyond twelve.
create or replace function periodes_facturees(occurrences smallint) returns smallint
  language sql immutable parallel safe
  return least(occurrences, 12)::smallint;

-- Whether an échéance is what a year before its line was enrolled left: an import brought it along, for the whole year.
create or replace function est_reportee(annee smallint, inscrite timestamptz) returns boolean
  language sql immutable parallel safe
  return annee < extract(year from jour_local(inscrite));

-- Periods of the year of an échéance, by which it is named: those of its tax's frequency.
create or replace function periodes_de(annee smallint, inscrite timestamptz, occurrences smallint) returns smallint
  language sql immutable parallel safe
  return case when est_reportee(annee, inscrite) then 1::smallint else periodes_facturees(occurrences) end;

-- The first period that is billed of what was enrolled in a month (1 to 12), without pro rata inside it.
create or replace function periode_du_mois(mois integer, occurrences smallint) returns integer
  language sql immutable parallel safe
  return (mois * periodes_facturees(occurrences) + 11) / 12;

-- The first day of a period. A period that a frequency changed since does not have any more begins in December.
drop function if exists exigible_le(smallint, integer, smallint);
create or replace function debut_periode(annee smallint, periode integer, occurrences smallint) returns date
  language sql immutable parallel safe
  return make_date(annee, least((periode - 1) * 12 / periodes_facturees(occurrences) + 1, 12), 1);

-- What a period costs at a rate. By month: the rate times its days for a daily frequency; otherwise the month's share of
-- the year's occurrences, cumulated from January so that the twelve months make exactly rate times occurrences.
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

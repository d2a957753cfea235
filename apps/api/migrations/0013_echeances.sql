-- Generation of what is due, and long work told while it runs (specification 1 section 7; docs/regles-de-calcul.md).

-- What a period costs and when it falls due. Not strict, so that the planner writes them into its queries: they are
-- worked out for millions of lines.

-- Periods that are billed in a year: those of the frequency, by month beyond twelve.
create function periodes_facturees(occurrences smallint) returns smallint
  language sql immutable parallel safe
  return least(occurrences, 12)::smallint;

-- The first period that is billed of what was enrolled in a month (1 to 12), without pro rata inside it.
create function periode_du_mois(mois integer, occurrences smallint) returns integer
  language sql immutable parallel safe
  return (mois * periodes_facturees(occurrences) + 11) / 12;

-- The first day of a period, on which it falls due.
create function exigible_le(annee smallint, periode integer, occurrences smallint) returns date
  language sql immutable parallel safe
  return make_date(annee, (periode - 1) * 12 / periodes_facturees(occurrences) + 1, 1);

-- What a period costs at a rate. By month: the rate times its days for a daily frequency; otherwise the month's share of
-- the year's occurrences, cumulated from January so that the twelve months make exactly rate times occurrences.
create function montant_du(prix bigint, occurrences smallint, annee smallint, periode integer) returns bigint
  language sql immutable parallel safe
  return case
    when occurrences <= 12 then prix
    when occurrences >= 365 then prix * extract(day from make_date(annee, periode, 1) + interval '1 month - 1 day')::bigint
    else round(prix * occurrences * extract(doy from make_date(annee, periode, 1) + interval '1 month - 1 day')
             / extract(doy from make_date(annee, 12, 31)))::bigint
       - round(prix * occurrences * (extract(doy from make_date(annee, periode, 1)) - 1)
             / extract(doy from make_date(annee, 12, 31)))::bigint
  end;

-- An échéance is of a line of its own taxpayer: one key says both, and is checked once.
create unique index enrollement_de_contribuable on enrollement (entite_id, contribuable_id, id);
alter table enrollement add constraint enrollement_de_contribuable unique using index enrollement_de_contribuable;
drop index enrollement_contribuable;
alter table echeance
  drop constraint echeance_entite_id_contribuable_id_fkey,
  drop constraint echeance_entite_id_enrollement_id_fkey,
  add constraint echeance_enrollement foreign key (entite_id, contribuable_id, enrollement_id)
    references enrollement (entite_id, contribuable_id, id);

-- By tax alone: a new year's first échéances are unknown to the planner, which would look them up by year.
drop index echeance_taxe;
create index echeance_taxe on echeance (entite_id, taxe_id);

-- Advances wait to be taken up by the next dues.
create index imputation_avance on imputation (entite_id, contribuable_id, annee) where echeance_id is null;

-- Work that outlives its request. Its steps are written in the transactions of what they did, so that work that was
-- interrupted goes on where it stood and tells the whole of it in the end.
create table travail (
  id uuid primary key default gen_random_uuid(),
  nature text not null,
  entite_id integer references entite,
  utilisateur_id integer references utilisateur,
  parametres jsonb not null,
  statut text not null default 'en attente' check (statut in ('en attente', 'en cours', 'terminé', 'annulé', 'échoué')),
  total integer not null default 0,
  fait integer not null default 0,
  rapport jsonb,
  message text,
  created_at timestamptz not null default now(),
  started_at timestamptz,
  ended_at timestamptz
);
create index travail_utilisateur on travail (utilisateur_id, created_at);
create index travail_ouvert on travail (nature, entite_id) where statut in ('en attente', 'en cours');

create table travail_etape (
  travail_id uuid not null references travail on delete cascade,
  cle bigint not null,
  rapport jsonb not null,
  primary key (travail_id, cle)
);

-- Stored totals (ADR 0002, 0046): a write of base rows (sur-*.sql) becomes signed movements. Those of enrolments and of what
-- falls due are carried at once: each total folds the movements of a statement into one sorted upsert. Those of payments,
-- amounts and the map wait in attente_*, where nobody waits for anybody, until replier_totaux() carries many together; what
-- is read of them is tenu_*, the total and what waits. A total's file says by its view calcul_* what it must be worth, by
-- porter_* how movements are carried into it. Views sum by day before a day is spread over its periods: a fifth of the rows
-- to group.
--
-- Writers that meet wait for one another in one order, so that none waits in a circle: taxpayers, the session of a till, the
-- counter of receipts, échéances, enrolments, lines, what falls due; rows of a total by key. Whoever reads dues in order to pay them, changes or deletes échéances, or changes several
-- taxpayers, locks those taxpayers first, by id; a payment is booked (confirmed) before it is imputed.

-- The first day of what a day is summed in: itself, its week, its month, its year.
create or replace function debut_du_grain(grain "char", jour date) returns date language sql immutable parallel safe
  return case grain when 'j' then jour
    else date_trunc(case grain when 's' then 'week' when 'm' then 'month' else 'year' end, jour::timestamp)::date end;

-- All of them. As it is not strict, the planner writes it into the statement that asks for it, instead of calling a function
-- for each row of each total that follows a write. No total has a null day.
create or replace function grains(jour date) returns table (grain "char", debut date)
  language sql immutable parallel safe rows 4
  as $$ values ('j'::"char", debut_du_grain('j', jour)), ('s', debut_du_grain('s', jour)), ('m', debut_du_grain('m', jour)),
    ('a', debut_du_grain('a', jour)) $$;

-- The grains alone, for what waits: who reads one of them spreads no movement over the others.
create or replace function grains() returns table (grain "char") language sql immutable parallel safe rows 4
  as $$ values ('j'::"char"), ('s'), ('m'), ('a') $$;

drop type if exists mouvement_enrolement cascade;
create type mouvement_enrolement as (
  entite_id integer, betail boolean, jour date, ramification_id integer, agent_id integer,
  total bigint, corrige bigint, valide bigint
);
drop type if exists mouvement_base cascade;
create type mouvement_base as (
  entite_id integer, betail boolean, jour date, genre "char", base_id integer, ramification_id integer, statut text, signe integer
);
drop type if exists mouvement_exigible cascade;
create type mouvement_exigible as (
  entite_id integer, betail boolean, jour date, ramification_id integer, prevu bigint
);
-- An imputation that comes, goes or changes.
drop type if exists mouvement_imputation cascade;
create type mouvement_imputation as (
  entite_id integer, transaction_id bigint, contribuable_id bigint, annee smallint, echeance_id bigint, recu bigint, rembourse bigint
);

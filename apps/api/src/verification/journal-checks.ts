/** Recomputes the journal's seals with the functions that made them (ADR 0009). */
import type { Check } from './check.ts';

export const JOURNAL_CHECKS: readonly Check[] = [
  {
    name: 'journal : chaîne des sceaux',
    sql: `select format('sceau %s : ne suit pas le sceau précédent (%s), qui manque ou a été changé', id,
        coalesce(avant::text, 'aucun')) as difference
      from (
        select id, precedente, lag(id) over suite as avant, lag(empreinte, 1, ''::bytea) over suite as attendue
        from journal_sceau window suite as (order by id)
      ) chaine where precedente <> attendue`,
  },
  {
    name: 'journal : lots scellés',
    sql: `select format('sceau %s du %s : %s lignes au lieu de %s%s', s.id,
        to_char(s.sealed_at at time zone 'UTC', 'YYYY-MM-DD HH24:MI:SS "UTC"'), coalesce(l.nombre, 0), s.nombre,
        case when s.empreinte is distinct from l.empreinte then ', empreinte différente' else '' end) as difference
      from journal_sceau s
      left join lateral (
        select count(*) as nombre, empreinte_sceau(s.precedente, array_agg(x)) as empreinte
        from journal_scelle x where x.sceau_id = s.id
      ) l on true
      where l.nombre <> s.nombre or l.empreinte is distinct from s.empreinte`,
  },
  {
    name: 'journal : lignes scellées',
    sql: `select format('sceau %s, ligne %s : %s', x.sceau_id, x.journal_id,
        case when j.id is null then 'disparue' else 'altérée' end) as difference
      from journal_scelle x left join journal j on j.id = x.journal_id
      where j.id is null or x.empreinte <> empreinte_ligne(j)`,
  },
];

/** One row: how far the journal is sealed, and the last seal, to be noted outside this database. */
export const JOURNAL_STATE = `
  select (select count(*) from journal) as lignes, attente.nombre as attente,
    to_char(attente.depuis at time zone 'UTC', 'YYYY-MM-DD HH24:MI:SS "UTC"') as depuis,
    s.id as sceau, to_char(s.sealed_at at time zone 'UTC', 'YYYY-MM-DD HH24:MI:SS "UTC"') as date,
    encode(s.empreinte, 'hex') as empreinte
  from (
    select count(*) as nombre, min(created_at) as depuis from journal j
    where not exists (select from journal_scelle x where x.journal_id = j.id)
  ) attente left join lateral (select * from journal_sceau order by id desc limit 1) s on true`;

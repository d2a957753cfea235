/** Reads the unpaid dues of taxpayers for statements (specification 2 section 7). */
import type { Attente, EnrollementReport, FigureQuery, ReleveImpayeBody } from '@octroi/contract';
import { type RawBuilder, sql } from 'kysely';
import { attentesOf, impayeOf } from '#src/domains/contribuables/index.ts';
import { segmentsOf } from '#src/domains/pilotage/index.ts';
import { entiteCondition, type Scope } from '#src/platform/access/person.ts';
import { placeConditions } from '#src/platform/access/place.ts';
import type { DB, Queries } from '#src/platform/database/database.ts';
import { notFound } from '#src/platform/http/problem.ts';

/** An unpaid échéance. */
interface LigneImpayee {
  annee: number;
  periode: number;
  /** Periods of that tax in a year. */
  periodes: number;
  base: string;
  precision: string | null;
  /** The day on which it fell due. */
  exigibleLe: string;
  montant: number;
  paye: number;
}

export interface Releve {
  id: number;
  entiteId: number;
  numKlis: string;
  fullName: string;
  telephone: string | null;
  adresse: string | null;
  entite: string;
  /** From the highest sub-entity down to the taxpayer's own place. */
  chemin: string[];
  lignes: LigneImpayee[];
  /** Francs that fall due later, and the first due date; not part of what is owed. */
  aEchoir: number;
  prochaine: string | null;
  /** Payments waiting for a confirmation; not deducted from what is owed. */
  attentes: Attente[];
}

/** Unpaid échéances, due or not yet, by taxpayer: aliases `contrib` and `x`. */
function unpaid(scope: Scope, body: ReleveImpayeBody, jour: string): RawBuilder<unknown> {
  const place = placeConditions(
    scope,
    body,
    sql.ref('contrib.entite_id'),
    sql.ref('contrib.ramification_id'),
  );
  const conditions = [
    ...place,
    impayeOf(jour, body.from).unpaid,
    ...(body.activite ? [sql`l.nature_activite_id = ${body.activite}`] : []),
    ...(body.equipement ? [sql`q.type_equipement_id = ${body.equipement}`] : []),
  ];
  return sql`
    from contribuable contrib
    join echeance x on x.entite_id = contrib.entite_id and x.contribuable_id = contrib.id
    join taxe t on t.entite_id = x.entite_id and t.id = x.taxe_id
    join frequence f on f.id = t.frequence_id
    join enrollement l on l.entite_id = x.entite_id and l.id = x.enrollement_id
    left join equipement q on q.entite_id = l.entite_id and q.id = l.equipement_id
    left join type_equipement teq on teq.id = q.type_equipement_id
    left join nature_activite na on na.id = l.nature_activite_id
    where ${sql.join(conditions, sql` and `)}`;
}

/** SQL of the statements, ordered by name, for a cursor. @param jour day that separates due from not yet due */
export function relevesImpayes(
  scope: Scope,
  body: ReleveImpayeBody,
  jour: string,
): RawBuilder<Record<string, unknown>> {
  const { due, later } = impayeOf(jour, body.from);
  return sql`
  with du as (
    select contrib.entite_id, contrib.id,
      json_agg(json_build_object('annee', x.annee, 'periode', x.periode,
        'periodes', periodes_de(x.annee, l.created_at, f.occurrences), 'base', coalesce(na.nom, teq.nom), 'precision', x.precision,
        'exigibleLe', x.exigible_le, 'montant', x.montant, 'paye', x.paye) order by x.exigible_le, x.annee, x.id)
        filter (where ${due}) as lignes,
      coalesce(sum(x.montant - x.paye) filter (where ${later}), 0)::bigint as "aEchoir",
      min(x.exigible_le) filter (where ${later}) as prochaine
    ${unpaid(scope, body, jour)}
    group by 1, 2 having count(*) filter (where ${due}) > 0)
  select contrib.id, contrib.entite_id as "entiteId", contrib.num_klis as "numKlis", contrib.nom_complet as "fullName", contrib.telephone, contrib.adresse,
    ent.nom as entite, du.lignes, du."aEchoir", du.prochaine, ram.chemin,
    ${attentesOf(sql.ref('du.entite_id'), sql.ref('du.id'))} as attentes
  from du
  join contribuable contrib on contrib.entite_id = du.entite_id and contrib.id = du.id
  join ramification ram on ram.id = contrib.ramification_id
  join entite ent on ent.id = contrib.entite_id
  order by contrib.nom_complet, contrib.id`;
}

/** The collectivités of the taxpayers who owe on a day. */
export async function entitesImpayes(
  queries: Queries,
  scope: Scope,
  body: ReleveImpayeBody,
  jour: string,
): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select distinct contrib.entite_id as id
    ${unpaid(scope, body, jour)} and ${impayeOf(jour, body.from).due}`.execute(queries);
  return rows.map(({ id }) => id);
}

/** How many taxpayers owe on a day, and how much, in francs. */
export async function sumImpayes(
  queries: Queries,
  scope: Scope,
  body: ReleveImpayeBody,
  jour: string,
): Promise<{ contribuables: number; restant: number }> {
  const { rows } = await sql<{ contribuables: number; restant: number }>`
    select count(distinct contrib.id) as contribuables, coalesce(sum(x.montant - x.paye), 0)::bigint as restant
    ${unpaid(scope, body, jour)} and ${impayeOf(jour, body.from).due}`.execute(queries);
  return rows[0] as { contribuables: number; restant: number };
}

/**
 * The name of the activity or equipment type that statements are limited to.
 * @throws AppError 404 if it is out of scope
 */
export async function nameOfBase(
  queries: Queries,
  scope: Scope,
  { activite, equipement }: ReleveImpayeBody,
): Promise<string | undefined> {
  const id = activite ?? equipement;
  if (id === undefined) return undefined;
  const base = await queries
    .selectFrom(activite === undefined ? 'type_equipement' : 'nature_activite')
    .select('nom')
    .where('id', '=', id)
    .where((eb) => entiteCondition(scope, eb.ref('entite_id')))
    .executeTakeFirst();
  if (!base) throw notFound();
  return base.nom;
}

/** Enrolments of a period by place, from stored totals. */
export async function readEnrollements(
  queries: Queries,
  scope: Scope,
  query: FigureQuery,
  annee: number,
): Promise<EnrollementReport['data']> {
  const segments = segmentsOf(query.from, query.to).map(
    ({ grain, from, to }) => sql`(${grain}::"char", ${from}::date, ${to}::date)`,
  );
  if (segments.length === 0) return [];
  const betail = query.betail === '1';
  const place = placeConditions(scope, query, sql.ref('t.entite_id'), sql.ref('t.ramification_id'));
  const total = (table: keyof DB, columns: RawBuilder<unknown>, more = sql`true`): RawBuilder<unknown> => sql`
    select t.ramification_id, ${columns} from ${sql.table(table)} t
    join (values ${sql.join(segments)}) as s (grain, debut, fin) on t.grain = s.grain and t.debut between s.debut and s.fin
    where t.betail = ${betail} and ${more} and ${sql.join(place, sql` and `)} group by 1`;
  const { rows } = await sql<EnrollementReport['data'][number]>`
    with nombre as (${total('total_enrolement', sql`sum(t.total) as total, sum(t.corrige) as corrige, sum(t.valide) as valide`)}),
    montant as (${total('tenu_montant', sql`sum(t.prevu) as prevu, sum(t.paye) as paye`, sql`t.annee = ${annee}`)})
    select json_build_object('id', r.id, 'nom', r.nom,
        'parent', case when p.id is not null then json_build_object('id', p.id, 'nom', p.nom) end) as ramification,
      n.total::bigint, n.corrige::bigint, n.valide::bigint, coalesce(m.prevu, 0)::bigint as prevu,
      coalesce(m.paye, 0)::bigint as paye, (coalesce(m.prevu, 0) - coalesce(m.paye, 0))::bigint as restant
    from nombre n
    left join montant m on m.ramification_id = n.ramification_id
    join ramification r on r.id = n.ramification_id
    left join ramification p on p.id = r.parent_id
    where n.total > 0
    order by p.nom nulls first, r.nom, r.id`.execute(queries);
  return rows;
}

/** The day on which an échéance falls due: one rule for those to create and for those that exist (docs/regles-de-calcul.md). */
import type { Terme } from '@octroi/contract';
import { type RawBuilder, sql } from 'kysely';
import type { OpenTransaction, Queries } from '#src/platform/database/database.ts';
import { anyOf } from '#src/platform/database/expressions.ts';
import { reported, reports } from '../suspensions/moratoires.repository.ts';

/**
 * The later of the tax's day and of the line's own day, before moratoires (`reported`).
 * @param taxe alias of a row with the `limite` and `delai` of the tax
 * @param debut first day of the period
 * @param auPlusTot day before which nothing is due for the line
 */
export const exigibleLe = (
  taxe: string,
  debut: RawBuilder<unknown>,
  auPlusTot: RawBuilder<unknown>,
): RawBuilder<unknown> =>
  sql`greatest(jour_exigible(${debut}, ${sql.ref(`${taxe}.limite`)}, ${sql.ref(`${taxe}.delai`)}), ${auPlusTot})`;

/** Échéances whose day may move, within one collectivité; an absent field does not narrow them. */
interface Movable {
  entiteId: number;
  taxeId?: number | undefined;
  annee?: number | undefined;
  /** Taxpayers whose present place is this sub-entity. */
  ramificationId?: number | undefined;
  contribuables?: readonly number[] | undefined;
  /** Échéances of this place and those below it. */
  lieu?: number | undefined;
}

/** Échéances of a year that move, with what is unpaid of them. */
interface Moving {
  nombre: number;
  reste: number;
}

/**
 * The échéances whose day differs from the rule's, with that day: unpaid, not closed, of an open year, and priced by a
 * rate. What was imported keeps its day.
 * @param terme that of the tax; absent: as stored
 */
const moving = (
  { entiteId, taxeId, annee, ramificationId, contribuables, lieu }: Movable,
  terme?: Terme,
): RawBuilder<unknown> => sql`
  with impayee as materialized (
    select x.id, x.annee, x.exigible_le, x.montant - x.paye as reste, x.ramification_id as lieu, x.taxe_id,
      ${exigibleLe('t', sql`case when x.unique_fois then jour_local(l.created_at) else debut_periode(x.annee, x.periode, f.occurrences) end`, sql`jour_local(l.created_at) + e.delai_nouveau`)} as jour
    from echeance x
    join entite e on e.id = x.entite_id
    join (select id, frequence_id, ${
      terme ? sql`${terme.limite}::text as limite, ${terme.delai}::smallint as delai` : sql`limite, delai`
    } from taxe where entite_id = ${entiteId}) t on t.id = x.taxe_id
    join frequence f on f.id = t.frequence_id
    join enrollement l on l.entite_id = x.entite_id and l.id = x.enrollement_id
    join contribuable c on c.entite_id = x.entite_id and c.id = x.contribuable_id
    where x.entite_id = ${entiteId} and x.origine = 'calculée' and x.closed_at is null and x.montant > x.paye
      ${taxeId === undefined ? sql`` : sql`and x.taxe_id = ${taxeId}`}
      ${annee === undefined ? sql`` : sql`and x.annee = ${annee}`}
      ${ramificationId === undefined ? sql`` : sql`and c.ramification_id = ${ramificationId}`}
      ${contribuables === undefined ? sql`` : sql`and c.id = ${anyOf(contribuables)}`}
      ${
        lieu === undefined
          ? sql``
          : sql`and x.ramification_id in (select descendant_id from ramification_descendance
        where entite_id = ${entiteId} and ancetre_id = ${lieu})`
      }
      and not exists (select from annee_close a where a.entite_id = x.entite_id and a.annee = x.annee)),
  ${reports(entiteId, sql`select distinct lieu, taxe_id from impayee`)}
  select d.id, d.annee, d.reste, ${reported('r', sql`d.jour`)} as jour
  from impayee d left join report r on r.lieu = d.lieu and r.taxe_id = d.taxe_id and r.jours @> d.jour
  where ${reported('r', sql`d.jour`)} <> d.exigible_le`;

/**
 * Moves échéances to the day that the rule gives now. Their taxpayers must be locked (`lockContribuables`). Totals of what
 * is due on a day follow by trigger.
 * @returns how many moved
 */
export async function moveExigibles(trx: OpenTransaction, movable: Movable): Promise<number> {
  const { numAffectedRows } = await sql`
    update echeance x set exigible_le = m.jour, updated_at = now()
    from (${moving(movable)}) m
    where x.entite_id = ${movable.entiteId} and x.id = m.id`.execute(trx);
  return Number(numAffectedRows ?? 0);
}

/** The échéances that would move, by year. */
export async function countMoving(
  queries: Queries,
  movable: Movable,
  terme?: Terme,
): Promise<Map<number, Moving>> {
  const { rows } = await sql<{ annee: number } & Moving>`
    select m.annee, count(*)::int as nombre, sum(m.reste)::bigint as reste
    from (${moving(movable, terme)}) m group by 1`.execute(queries);
  return new Map(rows.map(({ annee, ...moved }) => [annee, moved]));
}

/** Finds payments by their reference, their receipt's number, or who paid. */
import { numeroDe, serieDe } from '@octroi/contract';
import { type RawBuilder, sql } from 'kysely';
import { isOfSought } from '#src/domains/contribuables/index.ts';
import { placeCondition, type Scope } from '#src/platform/access/person.ts';
import type { Queries } from '#src/platform/database/database.ts';

/** References have figures; shorter parts of one are of too many payments to mean any. */
const isReference = (typed: string): boolean => typed.length >= 4 && /\d/.test(typed);
/** `NIA-2026-000123`, and of a device `NIA-2026-A017-000123`. */
const RECEIPT = /^(.+)-(\d{4})-(?:A(\d{1,6})-)?(\d{1,9})$/i;

/** Payments `t` whose reference holds what was typed. */
const byReference = (typed: string): RawBuilder<unknown> => sql`
  transaction t
  where texte_compare(t.no_transaction) like '%' || regexp_replace(texte_compare(${typed}), '([\\\\%_])', '\\\\\\1', 'g') || '%'`;

/** A receipt's number as it is written, its zeros left out or not, its letters small or not; none in what is no number. */
function numbersIn(typed: string): string[] {
  const [, given = '', annee, appareil, rang] = RECEIPT.exec(typed) ?? [];
  return [...new Set([given, given.toUpperCase()])].flatMap((code) => {
    if (!code || !annee || !rang) return [];
    const serie = appareil ? serieDe(code, Number(annee), Number(appareil)) : `${code}-${annee}`;
    return [numeroDe(serie, Number(rang))];
  });
}

/** The payments `t` of a receipt: the one that has its number, and those on whose paper it was printed. */
function byReceipt(typed: string): RawBuilder<unknown> | undefined {
  const numbers = numbersIn(typed);
  if (numbers.length === 0) return undefined;
  return sql`(
      select t.entite_id, t.id from entite e join transaction t on t.entite_id = e.id and t.numero_recu = any(${numbers})
      union all
      select t.entite_id, t.id from entite e join transaction t on t.entite_id = e.id and t.numero_imprime = any(${numbers})
    ) trouve join transaction t on t.entite_id = trouve.entite_id and t.id = trouve.id where true`;
}

/**
 * Whether a row belongs to a payment that was typed, or to a taxpayer.
 * @param payment expression for the payment's id
 * @param owner expression for the taxpayer's id
 */
export function isSoughtPayment(
  payment: RawBuilder<unknown>,
  owner: RawBuilder<unknown>,
  typed: string,
): RawBuilder<boolean> {
  const ways = [...(isReference(typed) ? [byReference(typed)] : []), byReceipt(typed) ?? []].flat();
  const found = ways.map((way) => sql`${payment} = any(array(select t.id from ${way}))`);
  return sql`(${sql.join([isOfSought(owner, typed), ...found], sql` or `)})`;
}

/** A payment that was found. */
export interface SoughtPayment {
  id: number;
  noTransaction: string;
  /** As it is on its paper. */
  numeroRecu: string | null;
  jour: string;
  montant: number;
  fullName: string;
}

/** Looked at before the latest are chosen. */
const CANDIDATES = 60;

async function latestOf(
  queries: Queries,
  scope: Scope,
  way: RawBuilder<unknown>,
  typed: string,
  most: number,
): Promise<SoughtPayment[]> {
  const { rows } = await sql<SoughtPayment>`
    with candidat as materialized (
      select t.* from ${way} and ${placeCondition(scope, sql.ref('t.entite_id'), sql.ref('t.ramification_id'))}
      limit ${CANDIDATES})
    select t.id, t.no_transaction as "noTransaction", coalesce(t.numero_imprime, t.numero_recu) as "numeroRecu",
      t.jour::text as jour, t.montant, c.nom_complet as "fullName"
    from candidat t join contribuable c on c.entite_id = t.entite_id and c.id = t.contribuable_id
    order by lower(t.no_transaction) = lower(${typed}) desc, t.date_transaction desc, t.id desc
    limit ${most}`.execute(queries);
  return rows;
}

/** What a person sees of the payment of a receipt. */
export async function findReceipts(
  queries: Queries,
  scope: Scope,
  typed: string,
  most: number,
): Promise<SoughtPayment[]> {
  const way = byReceipt(typed);
  return way ? latestOf(queries, scope, way, typed, most) : [];
}

/** The payments that a person sees of a reference: the very one first, then the latest. */
export async function findReferences(
  queries: Queries,
  scope: Scope,
  typed: string,
  most: number,
): Promise<SoughtPayment[]> {
  return isReference(typed) ? latestOf(queries, scope, byReference(typed), typed, most) : [];
}

/** Finds payments by their reference, their receipt's number, or who paid. */
import { type RawBuilder, sql } from 'kysely';
import { isSought } from '#src/domains/contribuables/index.ts';
import { placeCondition, type Scope } from '#src/platform/access/person.ts';
import type { Queries } from '#src/platform/database/database.ts';

/** References have figures; shorter parts of one are of too many payments to mean any. */
const isReference = (typed: string): boolean => typed.length >= 4 && /\d/.test(typed);
const RECEIPT = /^(\p{L}+)-(\d{4})-(\d+)$/u;

/** Payments `t` whose reference holds what was typed. */
const byReference = (typed: string): RawBuilder<unknown> => sql`
  transaction t
  where texte_compare(t.no_transaction) like '%' || regexp_replace(texte_compare(${typed}), '([\\\\%_])', '\\\\\\1', 'g') || '%'`;

/** The payment `t` of a receipt, whose number is unique in each collectivité; its zeros may be left out. */
function byReceipt(typed: string): RawBuilder<unknown> | undefined {
  const [, code, annee, rang] = RECEIPT.exec(typed) ?? [];
  if (!code || !annee || !rang) return undefined;
  const number = `${code.toUpperCase()}-${annee}-${rang.padStart(6, '0')}`;
  return sql`entite e join transaction t on t.entite_id = e.id and t.numero_recu = ${number} where true`;
}

/** @param payment what names the payment of a row */
export function isSoughtPayment(payment: RawBuilder<unknown>, typed: string): RawBuilder<boolean> {
  const ways = [
    sql`contribuable k join transaction t on t.entite_id = k.entite_id and t.contribuable_id = k.id
      where ${isSought('k', typed)}`,
    ...(isReference(typed) ? [byReference(typed)] : []),
    byReceipt(typed) ?? [],
  ].flat();
  return sql`${payment} in (${sql.join(
    ways.map((way) => sql`select t.id from ${way}`),
    sql` union all `,
  )})`;
}

/** A payment that was found. */
export interface SoughtPayment {
  id: number;
  noTransaction: string;
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
    select t.id, t.no_transaction as "noTransaction", t.numero_recu as "numeroRecu", t.jour::text as jour, t.montant,
      c.nom_complet as "fullName"
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

/**
 * Outlines of quartiers and secteurs, entered by their town or computed from the positions of their taxpayers, and what
 * was paid there.
 */
import type { FigureQuery, Forme } from '@octroi/contract';
import { sql } from 'kysely';
import type { Scope } from '#src/platform/access/person.ts';
import { placeConditions, type PlaceQuery } from '#src/platform/access/place.ts';
import type { OpenTransaction, Queries } from '#src/platform/database/database.ts';
import { signedSegmentsOf } from '../totals/grains.ts';
import type { Point } from './hull.ts';
import { sumsOf } from '../totals/sums.repository.ts';

/** A place that has an outline: the one that its town entered, else the outermost of its taxpayers. */
export interface PlaceRead {
  id: number;
  /** Names from the highest sub-entity above it down to its own. */
  chemin: string[];
  forme: Forme | null;
  coins: Point[] | null;
}

/** The outlined places of a level within a selection. */
export async function readPlaces(
  queries: Queries,
  scope: Scope,
  query: PlaceQuery,
  niveau: number,
): Promise<PlaceRead[]> {
  const inPlace = placeConditions(scope, query, sql.ref('a.entite_id'), sql.ref('a.id'));
  const { rows } = await sql<PlaceRead>`
    select a.id, a.chemin, k.forme, v.coins
    from ramification a join type_ramification t on t.id = a.type_id
    left join contour k on k.ramification_id = a.id
    left join enveloppe v on v.entite_id = a.entite_id and v.ramification_id = a.id
    where t.niveau = ${niveau} and (k.forme is not null or v.coins is not null)
      and ${sql.join(inPlace, sql` and `)}`.execute(queries);
  return rows;
}

/**
 * Draws the outlines of one collectivité whose taxpayers have changed position since (functions/totaux/15-enveloppe.sql).
 * @returns whether others wait
 */
export async function redrawNext(trx: OpenTransaction): Promise<boolean> {
  const { rows } = await sql<{ more: boolean }>`select redessiner_enveloppes() as more`.execute(trx);
  return rows[0]?.more ?? false;
}

/** Whether any outline waits to be drawn. */
export async function isRedrawWaiting(queries: Queries): Promise<boolean> {
  const { rows } = await sql<{
    waits: boolean;
  }>`select exists (select from attente_enveloppe) as waits`.execute(queries);
  return rows[0]?.waits ?? false;
}

interface PlaceAmounts {
  id: number;
  prevu: number;
  paye: number;
}

/** What the taxpayers of a selection owe and paid for a year, by place. */
export async function sumByPlace(
  queries: Queries,
  scope: Scope,
  query: FigureQuery,
  annee: number,
  places: readonly number[],
): Promise<PlaceAmounts[]> {
  const sums = sumsOf(scope, query, signedSegmentsOf(query.from, query.to), {
    table: 'tenu_montant',
    figures: { prevu: sql.ref('t.prevu'), paye: sql.ref('t.paye') },
    by: { entite_id: sql.ref('t.entite_id'), ramification_id: sql.ref('t.ramification_id') },
    condition: sql<boolean>`t.annee = ${annee}`,
  });
  const { rows } = await sql<PlaceAmounts>`
    select d.ancetre_id as id, sum(s.prevu)::bigint as prevu, sum(s.paye)::bigint as paye
    from (${sums}) s
    join ramification_descendance d on d.entite_id = s.entite_id and d.descendant_id = s.ramification_id
    where d.ancetre_id = any(${places}::int[]) group by 1`.execute(queries);
  return rows;
}

/** The places of a selection with their figures and mean position, from stored totals. */
import { type FigureQuery, type LieuxCarte, mailleWidth } from '@octroi/contract';
import { sql } from 'kysely';
import type { Scope } from '#src/platform/access/person.ts';
import type { Queries } from '#src/platform/database/database.ts';
import { type Amounts, readerByPlace } from '../dashboard/dashboard.repository.ts';
import { readPlace } from '../place.repository.ts';
import { ZOOM_TENU } from './carte.repository.ts';

interface Ranks {
  ligne: number;
  nombre: number;
  y: number;
  x: number;
}

/** The rows that the dashboard has for the selection: collectivités, or the sub-entities right below. */
export async function readLieux(
  queries: Queries,
  scope: Scope,
  query: FigureQuery,
  annee: number,
): Promise<LieuxCarte['lieux']> {
  const place = await readPlace(queries, scope, query);
  const { type, rows } = place.lines;
  const read = readerByPlace(queries, scope, place, query);
  const [amounts, ranks] = await Promise.all([
    read.sums<Amounts>({
      table: 'tenu_montant',
      figures: { prevu: sql.ref('t.prevu'), paye: sql.ref('t.paye') },
      condition: sql`t.annee = ${annee}::int`,
    }),
    // the number of taxpayers of a cell is stored under year 0
    read.sums<Ranks>({
      table: 'tenu_carte',
      figures: {
        nombre: sql.ref('t.contribuables'),
        y: sql`t.contribuables * t.y`,
        x: sql`t.contribuables * t.x`,
      },
      condition: sql`t.annee = 0`,
    }),
  ]);
  const width = mailleWidth(ZOOM_TENU);
  return rows.map(({ id, nom, direct }) => {
    const own = amounts.filter(({ ligne }) => ligne === id);
    const at = ranks.filter(({ ligne }) => ligne === id);
    const nombre = sum(at, (row) => row.nombre);
    // the middle of a cell stands for its taxpayers
    const middle = (ofRow: (row: Ranks) => number) => (sum(at, ofRow) / nombre + 0.5) * width;
    return {
      id,
      type,
      nom,
      direct,
      prevu: sum(own, ({ prevu }) => prevu),
      paye: sum(own, ({ paye }) => paye),
      position: nombre > 0 ? { latitude: middle(({ y }) => y), longitude: middle(({ x }) => x) } : null,
    };
  });
}

const sum = <Row>(rows: readonly Row[], valueOf: (row: Row) => number): number =>
  rows.reduce((total, row) => total + valueOf(row), 0);

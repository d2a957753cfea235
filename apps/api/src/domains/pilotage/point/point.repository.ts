/** Figures of « Point du mois » by place, from stored totals. */
import type { DayRange } from '@octroi/contract';
import { sql } from 'kysely';
import type { Scope } from '#src/platform/access/person.ts';
import type { Queries } from '#src/platform/database/database.ts';
import { readerByPlace } from '../dashboard/dashboard.repository.ts';
import { readPlace } from '../place.repository.ts';
import { SUMS } from '../statistiques/statistiques.repository.ts';
import { NET } from '../totals/sums.repository.ts';

/** A place: received in the month; due in the year, and received for the year until the day. */
export interface PointLieu {
  nom: string;
  mois: number;
  prevu: number;
  paye: number;
}

/** The highest sub-entities of a collectivité. */
export async function readLieux(
  db: Queries,
  scope: Scope,
  entite: number,
  { from, to }: DayRange,
): Promise<PointLieu[]> {
  const annee = to.slice(0, 4);
  const query = { entite: [entite], betail: '0' as const };
  const place = await readPlace(db, scope, query);
  const over = (days: { from?: string; to: string }) =>
    readerByPlace(db, scope, place, { ...query, ...days });
  type Row = { ligne: number; total: number };
  const [mois, paye, prevu] = await Promise.all([
    over({ from, to }).sums<Row>(SUMS.recettes),
    over({ to }).sums<Row>({
      table: 'tenu_encaissement_exercice',
      figures: { total: NET },
      condition: sql`t.annee = ${Number(annee)}::int`,
    }),
    over({ from: `${annee}-01-01`, to: `${annee}-12-31` }).sums<Row>({
      table: 'total_exigible',
      figures: { total: sql.ref('t.prevu') },
    }),
  ]);
  const of = (rows: Row[], id: number): number =>
    rows.filter(({ ligne }) => ligne === id).reduce((sum, { total }) => sum + total, 0);
  return place.lines.rows.map(({ id, nom }) => ({
    nom,
    mois: of(mois, id),
    prevu: of(prevu, id),
    paye: of(paye, id),
  }));
}

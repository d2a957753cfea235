/** Statistics of payments (specification 2 section 2.15). */
import {
  MOYEN_KEYS,
  MOYENS,
  PAYE_D_AVANCE,
  type RecettesParDate,
  type RecettesParLieu,
  type RecettesParMoyen,
  type RecettesParTaxe,
  startOf,
  type StatistiqueQuery,
} from '@octroi/contract';
import type { Scope } from '#src/platform/access/person.ts';
import type { Database } from '#src/platform/database/database.ts';
import { readerByPlace } from '../dashboard/dashboard.repository.ts';
import { readPlace } from '../place.repository.ts';
import { readTaxes, SUMS, sumByDate, sumOver } from './statistiques.repository.ts';
import { byName, MONEY, mostFirst, noMoney, numbered, RECETTES, sumsOf, table } from './statistiques.rows.ts';
import { byDate, cut } from './statistiques-dates.service.ts';

/** Payments by date, of all agents or of one. */
export async function recettesParDate(
  db: Database,
  scope: Scope,
  query: StatistiqueQuery,
): Promise<RecettesParDate> {
  const summed = query.agent ? SUMS.recettesDAgent : SUMS.recettes;
  const days = await cut(db, scope, query, [summed.table]);
  return numbered(await byDate(db, scope, query, days, summed), days.pas);
}

/** Payments by date and method. */
export async function recettesParMoyen(
  db: Database,
  scope: Scope,
  query: StatistiqueQuery,
): Promise<RecettesParMoyen> {
  const { tranches, pas, range } = await cut(db, scope, query, [SUMS.recettesParMoyen.table]);
  const sums = range ? await sumByDate(db, scope, query, range, pas, SUMS.recettesParMoyen) : [];
  const rows = tranches.map((tranche) => ({ ...tranche, ...noMoney() }));
  const byStart = new Map(rows.map((row) => [startOf(row.from, pas), row]));
  for (const { debut, moyen, recu, rembourse } of sums) {
    const row = byStart.get(debut);
    if (!row) continue;
    const own = MOYEN_KEYS.find((key) => MOYENS[key].id === moyen);
    row[own ?? 'autres'] += recu;
    row.remboursements -= rembourse;
    row.total += recu - rembourse;
  }
  return table(rows, MONEY, pas);
}

/** Payments by tax; taxes with the same name are one row, advances have their own. */
export async function recettesParTaxe(
  db: Database,
  scope: Scope,
  query: StatistiqueQuery,
): Promise<RecettesParTaxe> {
  const sums = await sumOver(db, scope, query, query, SUMS.recettesParTaxe);
  const names = await readTaxes(
    db,
    sums.map(({ taxe }) => taxe),
  );
  const rows = new Map<string, { ids: number[]; taxe: string; total: number }>();
  for (const { taxe, total } of sums) {
    const nom = taxe === 0 ? PAYE_D_AVANCE : (names.get(taxe) ?? `Taxe (identifiant ${taxe})`);
    const row = rows.get(nom) ?? { ids: [], taxe: nom, total: 0 };
    if (taxe !== 0) row.ids.push(taxe);
    rows.set(nom, { ...row, total: row.total + total });
  }
  const data = [...rows.values()].sort(byName);
  return table(data, ['total'] as const);
}

/** Payments by sub-entity below the chosen one. */
export async function recettesParLieu(
  db: Database,
  scope: Scope,
  query: StatistiqueQuery,
): Promise<RecettesParLieu> {
  const place = await readPlace(db, scope, query);
  const sums = await readerByPlace(db, scope, place, query).sums<{
    ligne: number;
    total: number;
    nombre: number;
  }>(SUMS.recettes);
  const { type, rows } = place.lines;
  const data = rows.map(({ id, nom, direct }) => ({
    id,
    type,
    nom,
    direct,
    ...sumsOf(
      sums.filter(({ ligne }) => ligne === id),
      RECETTES,
    ),
  }));
  return table(data.sort(mostFirst('total')), RECETTES);
}

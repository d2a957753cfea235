/** Statistics of enrolments (specification 2 section 2.15). */
import type {
  EnrolementsParAgent,
  EnrolementsParDate,
  EnrolementsParTaxe,
  SommeQuantites,
  StatistiqueQuery,
} from '@octroi/contract';
import type { Scope } from '#src/platform/access/person.ts';
import type { Database } from '#src/platform/database/database.ts';
import { readBases, SUMS, sumOver } from './statistiques.repository.ts';
import { addQuantites, byName, STATUTS, table } from './statistiques.rows.ts';
import { byDate, cut } from './statistiques-dates.service.ts';

/** Enrolments of a place by date. */
export async function enrolementsParEntite(
  db: Database,
  scope: Scope,
  query: StatistiqueQuery,
): Promise<EnrolementsParDate> {
  const days = await cut(db, scope, query, [SUMS.enrolements.table]);
  return table(await byDate(db, scope, query, days, SUMS.enrolements), STATUTS, days.pas);
}

/** Enrolments by date, of all agents or of one, beside the payments they took. */
export async function enrolementsParAgent(
  db: Database,
  scope: Scope,
  query: StatistiqueQuery,
): Promise<EnrolementsParAgent> {
  // all agents together are all enrolments, whose totals have fewer rows
  const sums = query.agent
    ? ([SUMS.enrolementsDAgent, SUMS.recettesDAgent] as const)
    : ([SUMS.enrolements, SUMS.recettes] as const);
  const days = await cut(
    db,
    scope,
    query,
    sums.map((each) => each.table),
  );
  const [enrolled, collected] = await Promise.all([
    byDate(db, scope, query, days, sums[0]),
    byDate(db, scope, query, days, sums[1]),
  ]);
  const both = enrolled.map((row, rang) => ({ ...row, encaisse: collected[rang]?.total ?? 0 }));
  return table(both, [...STATUTS, 'encaisse'] as const, days.pas);
}

/** Lines by what is taxed; those with the same name are one row. */
export async function enrolementsParBase(
  db: Database,
  scope: Scope,
  query: StatistiqueQuery,
): Promise<EnrolementsParTaxe> {
  const sums = await sumOver(db, scope, query, query, SUMS.enrolementsParBase);
  const idsOf = (activite: number) => sums.filter((row) => row.activite === activite).map(({ base }) => base);
  const names = await readBases(db, idsOf(0), idsOf(1));
  const rows = new Map<string, EnrolementsParTaxe['data'][number]>();
  for (const { activite, base, total, corrige, valide, comptees, centiemes } of sums) {
    if (total === 0) continue;
    const type = activite ? 'activite' : 'equipement';
    const found = (activite ? names.natures : names.types).get(base);
    const taxe = found?.nom ?? `identifiant ${base}`;
    const row = rows.get(`${type} ${taxe}`) ?? { type, ids: [], taxe, total: 0, corrige: 0, valide: 0 };
    rows.set(`${type} ${taxe}`, {
      ...row,
      ids: [...row.ids, base],
      total: row.total + total,
      corrige: row.corrige + corrige,
      valide: row.valide + valide,
      ...(found?.unite && {
        quantites: addQuantites(row.quantites, [
          { unite: found.unite, somme: centiemes / 100, sans: total - comptees },
        ]),
      }),
    });
  }
  const data = [...rows.values()].sort(byName);
  const quantites = data.reduce<SommeQuantites[]>((sum, row) => addQuantites(sum, row.quantites), []);
  return { ...table(data, STATUTS), ...(quantites.length > 0 && { quantites }) };
}

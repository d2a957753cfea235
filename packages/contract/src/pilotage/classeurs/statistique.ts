/** A table of the statistics as a file takes it: all its rows, its TOTAL, the period before and the difference. */
import { type OpenRange, periodText } from '../../platform/values/period.ts';
import type { Pas, Tranche } from '../pas.ts';
import { dateText } from '../row-text.ts';
import type { Classeur, ClasseurValue } from './classeur.ts';
import { datedFile, type Lieu, saidOf } from './details.ts';
import { STATISTIQUES, type StatistiqueTable, type TableStatistique } from './tables.ts';

type Figures = Readonly<Record<string, number>>;

/** What the calls of statistics reply: rows, and the sums over them. */
export interface StatistiqueReply<Row = unknown, Sums = unknown> {
  data: readonly Row[];
  totaux: Sums;
  pas: Pas | null;
}

/** What a row of a statistic counts: some days, an agent, a place, or what is taxed. */
export type LigneStatistique =
  | Tranche
  | { fullName: string; username: string }
  | { nom: string; direct: boolean }
  | { taxe: string };

/** How a row is named. @param pas what a row by date stands for */
export function ligneText(ligne: LigneStatistique, pas: Pas | null): string {
  if ('taxe' in ligne) return ligne.taxe;
  if ('nom' in ligne) return sousEntiteText(ligne);
  if ('fullName' in ligne) return ligne.username ? `${ligne.fullName} (${ligne.username})` : ligne.fullName;
  return dateText(ligne, pas ?? 'jour');
}

/** A sub-entity that counts what stands at it itself says so: those beneath have rows of their own. */
export const sousEntiteText = ({ nom, direct }: { nom: string; direct: boolean }): string =>
  direct ? `${nom}, directement` : nom;

interface StatistiqueSaid {
  lieu: Lieu;
  range: OpenRange;
  betail: 0 | 1;
  /** Full name, where the figures are one agent's. */
  agent: string | undefined;
}

/** What such a table, or its chart, tells of its figures. */
export function statistiqueSaid(table: TableStatistique, { lieu, range, betail, agent }: StatistiqueSaid) {
  const { base }: StatistiqueTable = STATISTIQUES[table];
  return saidOf({ lieu, periode: periodText(range), base, betail, autres: [agent] });
}

/** @param before sums of the period before, where there is one */
export function statistiqueClasseur(
  table: TableStatistique,
  { data, totaux, pas }: StatistiqueReply,
  said: StatistiqueSaid,
  before?: unknown,
): Classeur {
  const { title, head, file, mesures }: StatistiqueTable = STATISTIQUES[table];
  const rows = data as readonly (LigneStatistique & Figures)[];
  const cells = (name: string, figures: unknown): ClasseurValue[] => [
    name,
    ...mesures.map(({ id }) => (figures as Figures)[id] ?? 0),
  ];
  const ecart = (now: unknown, former: unknown): Figures =>
    Object.fromEntries(
      mesures.map(({ id }) => [id, ((now as Figures)[id] ?? 0) - ((former as Figures)[id] ?? 0)]),
    );
  const days = pas === 'jour' && rows.length > 0;
  return {
    title,
    file: datedFile(file, said.range),
    ...statistiqueSaid(table, said),
    columns: [
      { header: head, kind: days ? 'day' : 'text' },
      ...mesures.map(({ label, kind }) => ({
        header: label,
        kind: kind === 'montant' ? ('amount' as const) : ('number' as const),
      })),
    ],
    rows: rows.map((row) => cells(days && 'from' in row ? String(row.from) : ligneText(row, pas), row)),
    sommes: [
      cells('TOTAL', totaux),
      ...(before ? [cells('Période précédente', before), cells('Écart', ecart(totaux, before))] : []),
    ],
  };
}

/** A table of statistics as an exported file: all rows, TOTAL, the previous period and the difference. */
import { type OpenRange, periodText } from '../../platform/values/period.ts';
import { quantiteText } from '../../fiscalite/tarifs/bareme.ts';
import { formatNumber } from '../../platform/values/money.ts';
import type { Pas, Tranche } from '../pas.ts';
import { dateText } from '../row-text.ts';
import type { Classeur, ClasseurValue } from './classeur.ts';
import { datedFile, type Lieu, criteriaOf } from './details.ts';
import type { SommeQuantites } from '../statistiques.ts';
import { STATISTIQUES, type StatistiqueTable, type TableStatistique } from './tables.ts';

/** Heading of the sums of quantities. */
export const QUANTITE = 'Quantité';

type Figures = Readonly<Record<string, number>>;

/** What the calls of statistics reply: rows, and the sums over them. */
export interface StatistiqueReply<Row = unknown, Sums = unknown> {
  data: readonly Row[];
  totaux: Sums;
  pas: Pas | null;
  /** Sums of quantities, beside the counts of bases that have a unit. */
  quantites?: readonly SommeQuantites[] | undefined;
}

/** `12 400 m²`; with the number of lines whose quantity is missing. */
export const quantitesText = (quantites: readonly SommeQuantites[] = []): string =>
  quantites
    .map(({ unite, somme, sans }) =>
      sans === 0
        ? quantiteText(somme, unite)
        : `${quantiteText(somme, unite)} (${formatNumber(sans)} sans quantité)`,
    )
    .join(', ');

/** What a row stands for: days, an agent, a place, or a taxable base. */
export type LigneStatistique =
  | Tranche
  | { fullName: string; username: string }
  | { nom: string; direct: boolean }
  | { taxe: string };

/** Name of a row. @param pas interval of a row by date */
export function ligneText(ligne: LigneStatistique, pas: Pas | null): string {
  if ('taxe' in ligne) return ligne.taxe;
  if ('nom' in ligne) return sousEntiteText(ligne);
  if ('fullName' in ligne) return ligne.username ? `${ligne.fullName} (${ligne.username})` : ligne.fullName;
  return dateText(ligne, pas ?? 'jour');
}

/** The row of a sub-entity itself is marked, because its own sub-entities have other rows. */
export const sousEntiteText = ({ nom, direct }: { nom: string; direct: boolean }): string =>
  direct ? `${nom}, directement` : nom;

interface StatistiqueCriteria {
  lieu: Lieu;
  range: OpenRange;
  betail: 0 | 1;
  /** Full name, if the figures are limited to one agent. */
  agent: string | undefined;
}

/** The criteria of the table or of its chart. */
export function statistiqueCriteria(
  table: TableStatistique,
  { lieu, range, betail, agent }: StatistiqueCriteria,
) {
  const { base }: StatistiqueTable = STATISTIQUES[table];
  return criteriaOf({ lieu, periode: periodText(range), base, betail, autres: [agent] });
}

/** @param before totals of the previous period, if any */
export function statistiqueClasseur(
  table: TableStatistique,
  { data, totaux, pas, quantites }: StatistiqueReply,
  criteria: StatistiqueCriteria,
  before?: unknown,
): Classeur {
  const { title, head, file, mesures }: StatistiqueTable = STATISTIQUES[table];
  const rows = data as readonly (LigneStatistique & Figures & Pick<StatistiqueReply, 'quantites'>)[];
  const beside = (sums?: readonly SommeQuantites[]): ClasseurValue[] =>
    quantites ? [quantitesText(sums)] : [];
  const cells = (name: string, figures: unknown): ClasseurValue[] => [
    name,
    ...mesures.map(({ id }) => (figures as Figures)[id] ?? 0),
  ];
  const ecart = (now: unknown, previous: unknown): Figures =>
    Object.fromEntries(
      mesures.map(({ id }) => [id, ((now as Figures)[id] ?? 0) - ((previous as Figures)[id] ?? 0)]),
    );
  const days = pas === 'jour' && rows.length > 0;
  return {
    title,
    file: datedFile(file, criteria.range),
    ...statistiqueCriteria(table, criteria),
    columns: [
      { header: head, kind: days ? 'day' : 'text' },
      ...mesures.map(({ label, kind }) => ({
        header: label,
        kind: kind === 'montant' ? ('amount' as const) : ('number' as const),
      })),
      ...(quantites ? [{ header: QUANTITE, kind: 'text' as const }] : []),
    ],
    rows: rows.map((row) => [
      ...cells(days && 'from' in row ? String(row.from) : ligneText(row, pas), row),
      ...beside(row.quantites),
    ]),
    sommes: [
      [...cells('TOTAL', totaux), ...beside(quantites)],
      ...(before
        ? [
            [...cells('Période précédente', before), ...beside()],
            [...cells('Écart', ecart(totaux, before)), ...beside()],
          ]
        : []),
    ],
  };
}

/** The columns of the tax list (specification 1 section 2). */
import type { TableColumn } from '../../platform/listing/columns.ts';
import { formatNumber } from '../../platform/values/money.ts';
import { fieldColumn } from '../../platform/resource/resource-columns.ts';
import type { ResourceRow } from '../../platform/resource/resource.ts';
import { type TarifsAnnee, taxes } from './taxes.ts';
import { type Terme, termeText } from './terme.ts';

/** Most distinct rates listed; beyond, only the lowest and the highest are shown. */
const NAMED = 3;

const ratesText = (rates: readonly number[]): string =>
  rates.length > NAMED
    ? `${formatNumber(rates[0] ?? 0)} à ${formatNumber(rates.at(-1) ?? 0)}`
    : rates.map(formatNumber).join(' / ');

/** `2026-07-01` -> `01/07`. */
const dayAndMonth = (day: string): string => `${day.slice(8)}/${day.slice(5, 7)}`;

/** The rates of one year with their précisions: `Petit 50, Grand 150 / 200 ; dès le 01/07 Petit 60, Grand 150 par m²`. */
export const tarifsText = ({ valeurs }: TarifsAnnee): string =>
  [...Map.groupBy(valeurs, ({ depuis }) => depuis)]
    .map(([depuis, rates]) => {
      const text = rates
        .map(({ libelle, tarifs, unite }) =>
          [libelle, ratesText(tarifs), unite === null ? null : `par ${unite}`].filter(Boolean).join(' '),
        )
        .join(', ');
      return depuis ? `dès le ${dayAndMonth(depuis)} ${text}` : text;
    })
    .join(' ; ');

const nameOf = (row: ResourceRow, field: string): string | null =>
  (row[field] as { nom: string } | null)?.nom ?? null;

/** The taxed activity or equipment type. */
export const objetColumn: TableColumn<ResourceRow> = {
  id: 'objet',
  header: 'Activité ou Équipement',
  sort: 't.objet',
  kind: 'text',
  value: (row) => nameOf(row, 'natureActivite') ?? nameOf(row, 'typeEquipement'),
};

/** The day of a yearly tax, or the days after a period begins. */
export const exigibleColumn: TableColumn<ResourceRow> = {
  id: 'exigible',
  header: 'Exigible le',
  kind: 'text',
  value: (row) => termeText(row as unknown as Terme),
};

export const taxeColumns: readonly TableColumn<ResourceRow>[] = [
  fieldColumn(taxes, 'nom'),
  fieldColumn(taxes, 'entite'),
  fieldColumn(taxes, 'categorie'),
  objetColumn,
  fieldColumn(taxes, 'frequence'),
  exigibleColumn,
  {
    id: 'tarifs',
    header: 'Tarifs',
    kind: 'text',
    value: (row) =>
      (row['tarifs'] as TarifsAnnee[])
        .toReversed()
        .map((year) => `${year.annee} : ${tarifsText(year)}`)
        .join(' · '),
  },
  fieldColumn(taxes, 'enabled'),
];

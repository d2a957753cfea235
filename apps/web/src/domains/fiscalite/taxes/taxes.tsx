import type { Application } from '@octroi/contract/fiscalite/applications';
import { type TarifsAnnee, taxes } from '@octroi/contract/fiscalite/taxes';
import { formatNumber } from '@octroi/contract/money';
import type { Nested } from '@octroi/contract/schemas';
import type { ResourceRow } from '@octroi/contract/resource';
import type { ResourceScreens } from '#src/ui/resource/index.ts';
import { useTaxeActs } from '../echeances/use-taxe-acts.ts';
import classes from './Tarifs.module.css';

/** A tax as the reply of one tax carries it. */
export interface Taxe extends ResourceRow {
  nom: string;
  entite: Nested;
  categorie: Nested;
  natureActivite: Nested | null;
  typeEquipement: Nested | null;
  frequence: Nested;
  enabled: boolean;
  applications: Application[];
}

/** Distinct rates named one by one at most; beyond, the lowest and the highest. */
const NAMED = 3;

const ratesText = (rates: readonly number[]): string =>
  rates.length > NAMED
    ? `${formatNumber(rates[0] ?? 0)} à ${formatNumber(rates.at(-1) ?? 0)}`
    : rates.map(formatNumber).join(' / ');

/** Rates by year, the latest first, with their précisions. */
function Tarifs({ tarifs }: { tarifs: readonly TarifsAnnee[] }) {
  return (
    <ul className={classes.tarifs}>
      {tarifs.toReversed().map(({ annee, sousEntites, valeurs }) => (
        <li key={annee} title={`${annee} : tarifs dans ${formatNumber(sousEntites)} sous-entité(s)`}>
          <b>{annee}</b>{' '}
          {valeurs
            .map(({ libelle, tarifs: rates }) =>
              libelle ? `${libelle} ${ratesText(rates)}` : ratesText(rates),
            )
            .join(', ')}
        </li>
      ))}
    </ul>
  );
}

const nameOf = (row: ResourceRow, field: string): string | null => (row[field] as Nested | null)?.nom ?? null;

/** Specification 1 section 2: the list of taxes, names from the last to the first. */
export default {
  resource: taxes,
  columns: [
    'nom',
    'categorie',
    {
      id: 'objet',
      header: 'Activité ou Équipement',
      sort: 't.objet',
      kind: 'text',
      value: (row) => nameOf(row, 'natureActivite') ?? nameOf(row, 'typeEquipement'),
    },
    {
      id: 'tarifs',
      header: 'Tarifs',
      kind: 'node',
      width: 300,
      grow: 2,
      render: (row) => <Tarifs tarifs={row['tarifs'] as TarifsAnnee[]} />,
    },
    'enabled',
  ],
  sortOrder: 'desc',
  useActs: useTaxeActs,
} satisfies ResourceScreens;

import { type TarifsAnnee, taxes } from '@octroi/contract/fiscalite/taxes';
import { objetColumn, tarifsText } from '@octroi/contract/fiscalite/taxe-columns';
import { formatNumber } from '@octroi/contract/money';
import type { Reply } from '#src/platform/call.ts';
import type { ResourceScreens } from '#src/ui/resource/index.ts';
import { useTaxeActs } from '../echeances/use-taxe-acts.ts';
import classes from './Tarifs.module.css';

/** A tax as the reply of one tax carries it. */
export type Taxe = Reply<'GET /entite_taxes/{id}'>;

/** Rates by year, the latest first, with their précisions. */
function Tarifs({ tarifs }: { tarifs: readonly TarifsAnnee[] }) {
  return (
    <ul className={classes.tarifs}>
      {tarifs.toReversed().map((year) => (
        <li
          key={year.annee}
          title={`${year.annee} : tarifs dans ${formatNumber(year.sousEntites)} sous-entité(s)`}
        >
          <b>{year.annee}</b> {tarifsText(year)}
        </li>
      ))}
    </ul>
  );
}

/** Specification 1 section 2: the list of taxes, names from the last to the first. */
const screens: ResourceScreens = {
  resource: taxes,
  columns: [
    'nom',
    'categorie',
    objetColumn,
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
};

export default screens;

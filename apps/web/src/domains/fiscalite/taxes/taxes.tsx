import { type TarifsAnnee, taxes } from '@octroi/contract/fiscalite/taxes/taxes';
import { exigibleColumn, objetColumn, tarifsText } from '@octroi/contract/fiscalite/taxes/taxe-columns';
import { formatNumber } from '@octroi/contract/platform/values/money';
import type { Reply } from '#src/platform/call.ts';
import { useExercice } from '#src/platform/kept/choices.ts';
import type { ResourceScreens } from '#src/ui/resource/index.ts';
import { useTaxeActs } from '../echeances/use-taxe-acts.ts';
import classes from './Tarifs.module.css';

/** A tax with the details of a single reply. */
export type Taxe = Reply<'GET /entite_taxes/{id}'>;

const Year = ({ year }: { year: TarifsAnnee }) => (
  <span title={`${year.annee} : tarifs dans ${formatNumber(year.sousEntites)} sous-entité(s)`}>
    <b>{year.annee}</b> {tarifsText(year)}
  </span>
);

/** The rates of the selected fiscal year with their précisions; other years open below, latest first. */
function Tarifs({ tarifs }: { tarifs: readonly TarifsAnnee[] }) {
  const { exercice } = useExercice();
  const present = tarifs.find(({ annee }) => annee === String(exercice));
  const others = tarifs.filter((year) => year !== present).toReversed();
  return (
    <div className={classes.tarifs}>
      {present ? <Year year={present} /> : <span className={classes.none}>Sans tarif en {exercice}</span>}
      {others.length > 0 ? (
        <details>
          <summary>{others.length === 1 ? 'Une autre année' : `${others.length} autres années`}</summary>
          <ul>
            {others.map((year) => (
              <li key={year.annee}>
                <Year year={year} />
              </li>
            ))}
          </ul>
        </details>
      ) : null}
    </div>
  );
}

/** The list of taxes, names descending (specification 1 section 2). */
const screens: ResourceScreens = {
  resource: taxes,
  columns: [
    'nom',
    'categorie',
    objetColumn,
    exigibleColumn,
    {
      id: 'tarifs',
      header: 'Tarifs',
      kind: 'node',
      // a truncated amount would be misread
      essential: true,
      width: 200,
      grow: 1,
      render: (row) => <Tarifs tarifs={row['tarifs'] as TarifsAnnee[]} />,
    },
    'enabled',
  ],
  sortOrder: 'desc',
  useActs: useTaxeActs,
};

export default screens;

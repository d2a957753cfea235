import { Fragment, type ReactNode } from 'react';
import type { NatureMoyen } from '@octroi/contract/constants';
import { sumBy } from '@octroi/contract/platform/values/money';
import { STATISTIQUES } from '@octroi/contract/pilotage/classeurs/tables';
import { SCREENS } from '@octroi/contract/register';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { queryTogether } from '#src/platform/together.ts';
import { failureOf } from '#src/platform/query.ts';
import { useMay } from '#src/platform/session.ts';
import { Card, CardNote } from '#src/ui/page/Card.tsx';
import { ErrorState } from '#src/ui/page/ErrorState.tsx';
import { FigureCell, figureHead, FigureTable } from '#src/ui/figure/FigureTable.tsx';
import type { Territory } from '#src/ui/territory/use-territory.ts';
import { useBeside } from '../BesidePaid.tsx';
import { LISTS_OF_MOYENS, listOfMoyens } from '../statistiques/moyen-lists.ts';
import { type JourneeDays, useReceipts } from './days.ts';
import classes from './Journee.module.css';
import { parNature } from './par-nature.ts';

const { mesures } = STATISTIQUES['recouvrement-moyen-paiement'];

const LABELS = new Map<string, string>(mesures.map(({ id, label }) => [id, label]));

/** The kind of each method; none without the right to list methods: each method then has its own row. */
function useNatures() {
  const sees = useMay('moyens-paiement', 'Lister');
  const read = useQuery({
    ...queryTogether('GET /moyen_paiements', { query: { itemperpage: 200 } }),
    enabled: sees,
  });
  const natures: ReadonlyMap<number, NatureMoyen> = new Map(
    (read.data?.data ?? []).flatMap(({ id, nature }) => (nature ? [[id, nature]] : [])),
  );
  return { read, natures, isKnown: !sees || read.data !== undefined };
}

/** Money received by day: by kind, and by method if a kind has several. */
export function EncaisseCard({ days, territory }: { days: readonly JourneeDays[]; territory: Territory }) {
  const read = useReceipts(territory);
  const natures = useNatures();
  const { beside, whole, failure: besideFailure } = useBeside(days.map(({ scoped }) => scoped));
  const failure = failureOf(read, natures.read) ?? besideFailure;
  const sums = days.flatMap(
    ({ scoped: { range } }) => read.data?.data.find(({ from }) => from === range.from) ?? [],
  );
  const isLoaded = sums.length === days.length && natures.isKnown && beside !== undefined;
  const rows = mesures.flatMap(({ id }) => (id !== 'total' && sums.some((sum) => sum[id] !== 0) ? id : []));
  return (
    <Card
      title="Encaissé"
      actions={<Link to={SCREENS['recouvrement-moyen-paiement'].url}>Tous les moyens</Link>}
    >
      {failure ? (
        <ErrorState failure={failure} />
      ) : (
        <FigureTable
          titled
          label="Encaissé"
          heads={['Moyen', ...days.map(({ label }) => figureHead(label))]}
          waiting={isLoaded ? false : 4}
          total={
            isLoaded ? (
              <>
                <tr>
                  <th scope="row">TOTAL</th>
                  {days.map(({ id, scoped }, index) => (
                    <FigureCell
                      key={id}
                      value={sums[index]?.total ?? null}
                      address={LISTS_OF_MOYENS.total.list(scoped)}
                    />
                  ))}
                </tr>
                {beside.map(({ label, sums: sumsOfKind }) => (
                  <tr key={label}>
                    <th scope="row">{label}</th>
                    {sumsOfKind.map(({ montant, href }, index) => (
                      <FigureCell key={days[index]?.id} value={montant} address={href} />
                    ))}
                  </tr>
                ))}
                {beside.length > 0 && whole ? (
                  <tr>
                    <th scope="row">Encaissé en tout</th>
                    {days.map(({ id }, index) => (
                      <FigureCell
                        key={id}
                        value={
                          (sums[index]?.total ?? 0) +
                          sumBy(beside, ({ sums: sumsOfKind }) => sumsOfKind[index]?.montant ?? 0)
                        }
                      />
                    ))}
                  </tr>
                ) : null}
              </>
            ) : null
          }
        >
          {isLoaded ? <Rows moyens={rows} natures={natures.natures} days={days} sums={sums} /> : null}
        </FigureTable>
      )}
      {isLoaded && rows.length === 0 && beside.length === 0 ? (
        <CardNote>Rien n’est entré depuis hier, ni le même jour de la semaine passée.</CardNote>
      ) : null}
    </Card>
  );
}

type Mesure = Exclude<(typeof mesures)[number]['id'], 'total'>;

interface RowsProps {
  moyens: readonly Mesure[];
  /** The kind of each method. */
  natures: ReadonlyMap<number, NatureMoyen>;
  days: readonly JourneeDays[];
  /** One entry per day. */
  sums: readonly Readonly<Record<Mesure, number>>[];
}

function Rows({ moyens, natures: kinds, days, sums }: RowsProps) {
  const { natures, autres } = parNature(moyens, kinds);
  const single = (moyen: Mesure, label = LABELS.get(moyen), inner = false): ReactNode => (
    <tr key={moyen}>
      <th scope="row" className={inner ? classes.inner : undefined}>
        {label}
      </th>
      {days.map(({ id, scoped }, index) => (
        <FigureCell
          key={id}
          value={sums[index]?.[moyen] ?? null}
          address={LISTS_OF_MOYENS[moyen].list(scoped)}
        />
      ))}
    </tr>
  );
  return (
    <>
      {natures.map(({ nom, moyens: sumsOfKind }) =>
        sumsOfKind.length === 1 && sumsOfKind[0] ? (
          single(sumsOfKind[0], `${nom} · ${LABELS.get(sumsOfKind[0])}`)
        ) : (
          <Fragment key={nom}>
            <tr>
              <th scope="row">{nom}</th>
              {days.map(({ id, scoped }, index) => (
                <FigureCell
                  key={id}
                  value={sumBy(sumsOfKind, (moyen) => sums[index]?.[moyen] ?? 0)}
                  address={listOfMoyens(scoped, sumsOfKind)}
                />
              ))}
            </tr>
            {sumsOfKind.map((moyen) => single(moyen, LABELS.get(moyen), true))}
          </Fragment>
        ),
      )}
      {autres.map((moyen) => single(moyen))}
    </>
  );
}

import { placeText } from '@octroi/contract/platform/listing/columns';
import type { FilterRow } from '@octroi/contract/platform/listing/filter';
import { PAGES } from '@octroi/contract/pages';
import { SCREENS } from '@octroi/contract/register';
import { useQuery } from '@tanstack/react-query';
import { Link, linkOptions } from '@tanstack/react-router';
import type { Href } from '#src/platform/address.ts';
import { queryTogether } from '#src/platform/together.ts';
import { failureOf } from '#src/platform/query.ts';
import { Card, CardNote } from '#src/ui/page/Card.tsx';
import { ErrorState } from '#src/ui/page/ErrorState.tsx';
import { FigureCell, figureHead, FigureTable } from '#src/ui/figure/FigureTable.tsx';
import type { ListSearch } from '#src/ui/list/list-state.ts';
import { useFigureLinks } from '../use-figure-links.ts';
import type { FigureScope } from '../use-figures.ts';

/** Taxpayers shown. */
const NAMED = 5;
const MOST_FIRST = { orderBy: 'contrib.restant', sortOrder: 'desc' } as const;

/** The largest debtors of the year. */
export function DebiteursCard({ scope }: { scope: FigureScope }) {
  const { territory, query, annee } = scope;
  const read = useQuery(
    queryTogether('GET /contribuables', { query: { ...query, ...MOST_FIRST, itemperpage: NAMED } }),
  );
  const [data, failure] = [read.data, failureOf(read)];
  const linkTo = useFigureLinks(scope);
  const search = linkTo({ entite: territory.entiteId, ms: territory.ms }, 'montant');
  const rows = (data?.data ?? []).filter(({ situation }) => situation.restant > 0);
  const only = (numKlis: string): Href => {
    const f: FilterRow[] = [{ column: 'contrib.numKlis', operator: 'eq', x: numKlis }];
    return linkOptions({ to: SCREENS.contribuables.url, search: { ...search, f } });
  };
  const all: ListSearch = { ...search, ...MOST_FIRST };
  return (
    <Card
      title="Premiers débiteurs"
      actions={
        <Link to={SCREENS.contribuables.url} search={all}>
          Tous
        </Link>
      }
    >
      {failure ? (
        <ErrorState failure={failure} />
      ) : (
        <FigureTable
          titled
          label="Premiers débiteurs"
          heads={['Contribuable', figureHead(`Restant ${annee}`), 'Lieu']}
          waiting={data ? false : NAMED}
        >
          {rows.map(({ id, numKlis, fullName, ramification, situation }) => (
            <tr key={id}>
              <th scope="row">
                <Link to={PAGES.fiche} params={{ id: String(id) }}>
                  {fullName}
                </Link>
              </th>
              <FigureCell value={situation.restant} address={only(numKlis)} />
              <td>{placeText(ramification)}</td>
            </tr>
          ))}
        </FigureTable>
      )}
      {data && rows.length === 0 ? <CardNote>Personne ne doit rien pour {annee}.</CardNote> : null}
    </Card>
  );
}

import type { Agents } from '@octroi/contract/pilotage/statistiques';
import { ligneText } from '@octroi/contract/pilotage/classeurs/statistique';
import { SCREENS } from '@octroi/contract/register';
import { useQueries } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { queryTogether } from '#src/platform/together.ts';
import { failureOf } from '#src/platform/query.ts';
import { Card, CardNote } from '#src/ui/page/Card.tsx';
import { ErrorState } from '#src/ui/page/ErrorState.tsx';
import { FigureCell, figureHead, FigureTable } from '#src/ui/figure/FigureTable.tsx';
import { transactionsOf } from '../statistiques/declaration.ts';
import { type JourneeDays, TODAY } from './days.ts';

/** Agents shown; the screen of agents has all. */
const NAMED = 8;

type Row = Agents['data'][number];

const amountOf = (reply: Agents, id: Row['id']): number =>
  reply.data.find((row) => row.id === id)?.totalTransactions ?? 0;

/** Agents who collected something on one of the days, by today's amount descending. */
function activeIn(replies: readonly Agents[], present: Agents | undefined): Row[] {
  const rows = new Map(replies.flatMap(({ data }) => data).map((row) => [row.id, row]));
  return [...rows.values()]
    .filter(({ id }) => replies.some((reply) => amountOf(reply, id) !== 0))
    .toSorted((a, b) => (present ? amountOf(present, b.id) - amountOf(present, a.id) : 0));
}

/** The amounts collected by each agent, by day. */
export function AgentsCard({ days }: { days: readonly JourneeDays[] }) {
  const queries = useQueries({
    queries: days.map(({ query }) => queryTogether('GET /statistiques/agents', { query })),
  });
  const failure = failureOf(...queries);
  const replies = queries.flatMap(({ data }) => data ?? []);
  const isLoaded = replies.length === days.length;
  const active = isLoaded ? activeIn(replies, replies[days.findIndex(({ id }) => id === TODAY)]) : [];
  const hiddenCount = active.length - NAMED;
  return (
    <Card title="Par agent" actions={<Link to={SCREENS['recouvrement-agent'].url}>Tous les agents</Link>}>
      {failure ? (
        <ErrorState failure={failure} />
      ) : (
        <FigureTable
          titled
          label="Par agent"
          heads={['Agent', ...days.map(({ label }) => figureHead(label))]}
          waiting={isLoaded ? false : 5}
          total={
            isLoaded ? (
              <tr>
                <th scope="row">TOTAL</th>
                {days.map(({ id, scoped }, index) => (
                  <FigureCell
                    key={id}
                    value={replies[index]?.totaux.totalTransactions ?? null}
                    address={transactionsOf(scoped)}
                  />
                ))}
              </tr>
            ) : null
          }
        >
          {active.slice(0, NAMED).map(({ id, ...person }) => (
            <tr key={String(id)}>
              <th scope="row">{ligneText(person, null)}</th>
              {days.map(({ id: day, scoped }, index) => (
                <FigureCell
                  key={day}
                  value={replies[index] ? amountOf(replies[index], id) : null}
                  address={
                    id === null
                      ? transactionsOf(scoped, [{ column: 'user.id', operator: 'is null' }])
                      : transactionsOf({ ...scoped, agent: id })
                  }
                />
              ))}
            </tr>
          ))}
        </FigureTable>
      )}
      {hiddenCount > 0 ? (
        <CardNote>
          Et {hiddenCount} autre{hiddenCount > 1 ? 's' : ''}, compris dans le total.
        </CardNote>
      ) : null}
    </Card>
  );
}

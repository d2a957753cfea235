import { Button, Skeleton } from '@mantine/core';
import type { JournalAct } from '@octroi/contract/administration/journal/journal';
import { acteLabel, champLabel, ressourceLabel } from '@octroi/contract/administration/journal/journal-words';
import type { ContribuableRow } from '@octroi/contract/contribuables/contribuables';
import { formatFrancs } from '@octroi/contract/platform/values/money';
import { formatInstant } from '@octroi/contract/platform/values/period';
import { useInfiniteQuery } from '@tanstack/react-query';
import { failureOf } from '#src/platform/query.ts';
import { useSession } from '#src/platform/session.ts';
import { Card } from '#src/ui/page/Card.tsx';
import { Changes } from '#src/ui/compare/Changes.tsx';
import { changedFields } from '#src/ui/compare/compare.ts';
import { valueText } from '#src/ui/compare/value-text.ts';
import { EmptyState } from '#src/ui/page/EmptyState.tsx';
import { ErrorState } from '#src/ui/page/ErrorState.tsx';
import { historiqueQuery } from './queries.ts';
import classes from './HistoriqueTab.module.css';

/** The journal of the taxpayer, its notes, its equipment and its payments, latest first. */
export function HistoriqueTab({ row }: { row: ContribuableRow }) {
  const read = useInfiniteQuery(historiqueQuery(row.id));
  const [data, failure] = [read.data, failureOf(read)];
  if (failure) return <ErrorState failure={failure} />;
  if (!data) return <Skeleton height={320} radius={10} />;
  const acts = data.pages.flatMap((page) => page.data);
  if (acts.length === 0)
    return (
      <EmptyState title="Rien encore" text="Chaque acte sur ce contribuable est noté ici dès qu’il a lieu." />
    );
  return (
    <Card title="Historique">
      <ol className={classes.acts}>
        {acts.map((act) => (
          <Act key={act.id} act={act} />
        ))}
      </ol>
      {read.hasNextPage ? (
        <div className={classes.more}>
          <Button
            variant="default"
            loading={read.isFetchingNextPage}
            onClick={() => void read.fetchNextPage()}
          >
            Voir plus
          </Button>
        </div>
      ) : null}
    </Card>
  );
}

/** Changes shown in a closed entry; the others appear when it is opened. */
const SHOWN_CHANGES = 4;

/** The amount of a payment's act. */
function amountOf({ ressource, avant, apres }: JournalAct): string {
  if (ressource !== 'transactions') return '';
  const montant = [apres, avant]
    .map((document) => (document as { montant?: unknown } | null)?.montant)
    .find((amount) => typeof amount === 'number');
  return typeof montant === 'number' ? ` de ${formatFrancs(montant)}` : '';
}

function Act({ act }: { act: JournalAct }) {
  const { timeZone } = useSession();
  const { jour, heure } = formatInstant(act.createdAt, timeZone);
  const subject =
    act.ressource === 'contribuables' ? '' : ` : ${ressourceLabel(act.ressource)}${amountOf(act)}`;
  const title = `${acteLabel(act.acte)}${subject}`;
  const changed = changedFields(act.avant, act.apres);
  const text = (value: unknown, champ: string): string => valueText(value, timeZone, champ, act.noms) ?? '–';
  return (
    <li>
      <details>
        <summary>
          <span className={classes.what}>
            {title}
            {changed.slice(0, SHOWN_CHANGES).map(({ champ, avant, apres }) => (
              <small key={champ}>
                {champLabel(champ)} : {text(avant, champ)} → {text(apres, champ)}
              </small>
            ))}
            {changed.length > SHOWN_CHANGES ? (
              <small>
                aussi :{' '}
                {changed
                  .slice(SHOWN_CHANGES)
                  .map(({ champ }) => champLabel(champ))
                  .join(', ')}
              </small>
            ) : null}
          </span>
          <span className={classes.who}>
            {jour} {heure}
            <small>{act.utilisateur?.fullName ?? 'Octroi'}</small>
          </span>
        </summary>
        <Changes avant={act.avant} apres={act.apres} label={`${title}, ${jour} ${heure}`} noms={act.noms} />
      </details>
    </li>
  );
}

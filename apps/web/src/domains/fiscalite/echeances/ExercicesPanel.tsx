import { isSuperAdmin } from '@octroi/contract/rights';
import { Button, VisuallyHidden } from '@mantine/core';
import type { Exercice } from '@octroi/contract/fiscalite/echeances/exercices';
import { formatNumber } from '@octroi/contract/platform/values/money';
import { formatInstant } from '@octroi/contract/platform/values/period';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { queryFor, call, resourceKey } from '#src/platform/call.ts';
import { useSession } from '#src/platform/session.ts';
import { toastFailure, toastSuccess } from '#src/platform/toasts.ts';
import { failureOf } from '#src/platform/query.ts';
import { askConfirm } from '#src/ui/dialog/confirm.tsx';
import { ErrorState } from '#src/ui/page/ErrorState.tsx';
import { ListSkeleton } from '#src/ui/list/table/ListSkeleton.tsx';
import { StatusBadge } from '#src/ui/figure/StatusBadge.tsx';
import classes from './ExercicesPanel.module.css';

/** Heading of the column of buttons, for screen readers. */
const ACTE = <VisuallyHidden>Acte</VisuallyHidden>;

const askChange = (annee: number, closes: boolean): Promise<boolean> =>
  askConfirm({
    title: closes ? `Clôturer l’exercice ${annee}` : `Rouvrir l’exercice ${annee}`,
    message: closes
      ? 'Ses échéances ne changeront plus, ni par une génération, ni par un tarif, ni par une correction. Les paiements continuent. Seul un Super Admin peut le rouvrir.'
      : 'Ses échéances pourront de nouveau être créées et retarifées.',
    confirm: closes ? 'Clôturer' : 'Rouvrir',
    danger: closes,
  });

/** The fiscal years of a collectivité: planned, paid, open or closed. */
export function ExercicesPanel({ entite }: { entite: number }) {
  const session = useSession();
  const { today, timeZone } = session;
  const client = useQueryClient();
  const read = useQuery(queryFor('GET /exercices', { query: { entite } }));
  const [data, failure] = [read.data, failureOf(read)];

  async function change({ annee, closedAt }: Exercice): Promise<void> {
    const closes = closedAt === null;
    if (!(await askChange(annee, closes))) return;
    try {
      const act = closes ? 'PUT' : 'DELETE';
      await call(`${act} /exercices/{entite}/{annee}/cloture`, { params: { entite, annee } });
      toastSuccess(closes ? `Exercice ${annee} clos` : `Exercice ${annee} rouvert`);
      await client.invalidateQueries({ queryKey: resourceKey('GET /exercices') });
    } catch (failure) {
      toastFailure(failure);
    }
  }

  return (
    <section aria-labelledby="exercices" className={classes.panel}>
      <h2 id="exercices">Exercices</h2>
      <ErrorState failure={failure} />
      {!data && !failure ? <ListSkeleton rows={3} columns={4} /> : null}
      {data ? (
        <table className={classes.table} aria-labelledby="exercices">
          <thead>
            <tr>
              <th scope="col">Exercice</th>
              <th scope="col">Prévu</th>
              <th scope="col">Payé</th>
              <th scope="col">État</th>
              <th scope="col">{ACTE}</th>
            </tr>
          </thead>
          <tbody>
            {data.data.map((exercice) => {
              const { annee, prevu, paye, closedAt, closedBy } = exercice;
              const isPast = annee < Number(today.slice(0, 4));
              return (
                <tr key={annee}>
                  <th scope="row">{annee}</th>
                  <td>{formatNumber(prevu)}</td>
                  <td>{formatNumber(paye)}</td>
                  <td>
                    <StatusBadge status={closedAt ? 'Clos' : 'Ouvert'} />
                    {closedAt ? (
                      <small>
                        {formatInstant(closedAt, timeZone).jour}
                        {closedBy ? ` · ${closedBy.fullName}` : ''}
                      </small>
                    ) : null}
                  </td>
                  <td>
                    {isPast && (!closedAt || isSuperAdmin(session.user)) ? (
                      <Button
                        size="compact-sm"
                        variant="default"
                        aria-label={`${closedAt ? 'Rouvrir' : 'Clôturer'} ${annee}`}
                        onClick={() => void change(exercice)}
                      >
                        {closedAt ? 'Rouvrir' : 'Clôturer'}
                      </Button>
                    ) : null}
                  </td>
                </tr>
              );
            })}
          </tbody>
        </table>
      ) : null}
    </section>
  );
}

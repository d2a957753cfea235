import type { ContribuableRow } from '@octroi/contract/contribuables/contribuables';
import { balanceState, formatNumber } from '@octroi/contract/money';
import { useSession } from '#src/platform/session.ts';
import { StatusBadge } from '#src/ui/StatusBadge.tsx';
import classes from './Contribuable.module.css';

/** What is due, paid and left for the fiscal year, in francs. */
export function SituationCards({ situation: { total, payer, restant } }: Pick<ContribuableRow, 'situation'>) {
  const { today } = useSession();
  const paid = total > 0 ? Math.round((payer / total) * 100) : undefined;
  return (
    <section className={classes.cards} aria-label="Situation">
      <div className={classes.figure}>
        <b>{formatNumber(total)}</b>
        <span>Total Prévu</span>
        <small>F CFA, exercice {today.slice(0, 4)}</small>
      </div>
      <div className={classes.figure}>
        <b>{formatNumber(payer)}</b>
        <span>Total payé</span>
        <small>{paid === undefined ? 'F CFA' : `${paid} % du prévu`}</small>
      </div>
      <div className={classes.figure}>
        <b>{formatNumber(restant)}</b>
        <span>Total Restant</span>
        <small>
          {total === 0 && payer === 0 ? (
            'Rien de dû cette année'
          ) : (
            <StatusBadge status={stateOf(total, payer)} />
          )}
        </small>
      </div>
    </section>
  );
}

/** Avance is said of what was paid beyond the dues, or of a part paid; where nothing was, nothing is. */
const stateOf = (total: number, payer: number): string =>
  payer === 0 ? 'Impayé' : balanceState(total, payer);

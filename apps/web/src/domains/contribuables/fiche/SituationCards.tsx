import { Skeleton } from '@mantine/core';
import type { ContribuableRow } from '@octroi/contract/contribuables/contribuables';
import { formatFrancs, formatNumber } from '@octroi/contract/platform/values/money';
import { useQuery } from '@tanstack/react-query';
import { failureOf } from '#src/platform/query.ts';
import { AttenteNote } from '#src/ui/figure/AttenteNote.tsx';
import { StatusBadge } from '#src/ui/figure/StatusBadge.tsx';
import { FailureNote } from '#src/ui/page/FailureNote.tsx';
import { compteQuery } from './queries.ts';
import classes from './Contribuable.module.css';

/**
 * Due, paid and left for the fiscal year, in francs (specification 2 section 2.5), with the unpaid amounts of other
 * years, which a paid year must not hide.
 */
export function SituationCards({ id, situation }: Pick<ContribuableRow, 'id' | 'situation'>) {
  const read = useQuery(compteQuery(id));
  const [compte, failure] = [read.data, failureOf(read)];
  const { total, payer, restant } = situation;
  const paid = total > 0 ? Math.round((payer / total) * 100) : undefined;
  return (
    <>
      <section className={classes.cards} aria-label="Situation">
        <div className={classes.figure}>
          <b>{formatNumber(total)}</b>
          <span>Total Prévu</span>
          <small>F CFA{compte ? `, exercice ${compte.annee}` : ''}</small>
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
            {compte ? (
              <>
                {total === 0 && payer === 0 ? (
                  'Rien de dû cette année'
                ) : (
                  <StatusBadge status={compte.solde.exercice.etat} />
                )}
                {compte.solde.anterieurs > 0 ? ` Arriérés : ${formatFrancs(compte.solde.anterieurs)}` : null}
              </>
            ) : failure ? null : (
              <Skeleton height={12} width={90} component="span" display="inline-block" />
            )}
          </small>
        </div>
        <div className={classes.figure}>
          {compte ? (
            <>
              <b>{formatNumber(compte.solde.aPayer)}</b>
              <span>Total à payer</span>
              <small>
                {compte.solde.credit > 0
                  ? `Payé d’avance : ${formatFrancs(compte.solde.credit)}`
                  : `dont dès maintenant : ${formatFrancs(compte.solde.aPayerMaintenant)}`}
              </small>
            </>
          ) : failure ? (
            <small role="alert">
              <FailureNote failure={failure}>Ce qui est à payer n’a pas pu être lu.</FailureNote>
            </small>
          ) : (
            <Skeleton height={48} width="80%" />
          )}
        </div>
      </section>
      {compte ? <AttenteNote attentes={compte.attentes} /> : null}
    </>
  );
}

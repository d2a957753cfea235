import './travail.css';
import type { ReactNode } from 'react';
import { Alert, Button, Progress } from '@mantine/core';
import { formatNumber } from '@octroi/contract/platform/values/money';
import { formatInstant } from '@octroi/contract/platform/values/period';
import type { Travail } from '@octroi/contract/platform/jobs/travaux';
import { useSession } from '#src/platform/session.ts';
import { StatusBadge } from '../figure/StatusBadge.tsx';
import { useTravail } from './use-travail.ts';
import classes from './TravailCard.module.css';

interface TravailCardProps {
  travail: Travail;
  title: string;
  /** Its result, by kind of job. */
  report: (travail: Travail) => ReactNode;
}

/** A job: progress, cancel, result. It continues when the page is left. No landmark: a list shows several of one title. */
export function TravailCard({ travail: started, title, report }: TravailCardProps) {
  const { timeZone } = useSession();
  const { travail, over, cancel, retry } = useTravail(started);
  const { total, fait, statut, message, createdAt, utilisateur } = travail;
  const share = over && statut === 'terminé' ? 100 : total > 0 ? (fait / total) * 100 : 0;
  const { jour, heure } = formatInstant(createdAt, timeZone);
  return (
    <article className={classes.card} aria-label={title}>
      <div className={classes.head}>
        <h2>{title}</h2>
        <StatusBadge status={statut} />
      </div>
      <p className={classes.origin}>
        {jour} {heure} · {utilisateur?.fullName ?? 'Octroi, de nuit'}
      </p>
      {over ? null : (
        <div className={classes.progress}>
          <Progress.Root size="lg" className={classes.bar}>
            <Progress.Section value={share} aria-label={`Avancement de : ${title}`} />
          </Progress.Root>
          <span role="status">
            {formatNumber(fait)} / {formatNumber(total)}
          </span>
          <Button size="compact-sm" variant="default" onClick={() => void cancel()}>
            Arrêter
          </Button>
        </div>
      )}
      {message ? <Alert color="red">{message}</Alert> : null}
      {statut === 'échoué' ? (
        <Button size="compact-sm" variant="default" onClick={() => void retry()}>
          Relancer
        </Button>
      ) : null}
      {travail.rapport ? report(travail) : null}
    </article>
  );
}

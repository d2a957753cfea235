import { Button } from '@mantine/core';
import type { Dashboard } from '@octroi/contract/pilotage/figures';
import { SCREENS } from '@octroi/contract/register';
import { isSuperAdmin } from '@octroi/contract/rights';
import { useSession } from '#src/platform/session.ts';
import { ButtonLink } from '#src/ui/ButtonLink.tsx';
import { rangeWords, thisYear } from '#src/ui/period/period-search.ts';
import type { FigureScope } from '../use-figures.ts';
import classes from './Dashboard.module.css';

interface EmptyPeriodProps {
  stats: Dashboard['stats'] | undefined;
  scope: FigureScope;
  onYear: () => void;
}

/** Shown for a period without data; offers the year, because the screen opens on today. */
export function EmptyPeriod({ stats, scope: { range, base, betail, territory }, onYear }: EmptyPeriodProps) {
  const { today, collectivites, user } = useSession();
  if (!stats || stats.contribuables !== 0 || stats.prevu !== 0 || stats.paiement !== 0) return null;
  const year = thisYear(today);
  const isYear = range.from === year.from && range.to === year.to;
  const open = !range.from && !range.to;
  const place = territory.names.at(-1);
  const noun = betail === 1 ? 'Aucun éleveur' : 'Aucun contribuable';
  const sentence = base === 'enrolement' ? `${noun} enrôlé` : 'Rien de dû ni d’encaissé';
  return (
    <div className={classes.empty} role="status">
      <p>
        <b>
          {sentence} {rangeWords(range, today)}
        </b>
        {place ? ` · ${place}` : null}
        <br />
        {isYear || open
          ? 'Les chiffres apparaîtront ici dès le premier enrôlement.'
          : 'Choisissez une autre période pour voir ce qui a déjà été enrôlé et payé.'}
      </p>
      {collectivites.length === 0 && isSuperAdmin(user) ? (
        <ButtonLink to={SCREENS['mise-en-service'].url} search={{ etape: 'commune' }}>
          Nouvelle commune
        </ButtonLink>
      ) : isYear || open ? null : (
        <Button onClick={onYear}>Voir cette année</Button>
      )}
    </div>
  );
}

import { formatNumber } from '@octroi/contract/platform/values/money';
import { formatDay } from '@octroi/contract/platform/values/period';
import { memeJourAvant } from '@octroi/contract/pilotage/projection';
import type { Rythme } from '@octroi/contract/pilotage/rythme';
import { share } from '@octroi/contract/pilotage/share';
import { SCREENS } from '@octroi/contract/register';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { queryTogether } from '#src/platform/together.ts';
import { failureOf } from '#src/platform/query.ts';
import { Card, CardNote } from '#src/ui/page/Card.tsx';
import { ErrorState } from '#src/ui/page/ErrorState.tsx';
import { yearRange } from '../rythme/cumuls.ts';
import { type RythmeLinks, useRythmeLinks } from '../rythme/links.ts';
import { amountText, changeOf, shareText } from '../statistiques/change.ts';
import type { FigureScope } from '../use-figures.ts';
import { AnneeChart } from './AnneeChart.tsx';
import { Figure } from './Figure.tsx';
import classes from './Annee.module.css';

/** The year to date: received, due by the day, the gap between them, and the year before at the same day. */
export function AnneeCard({ scope }: { scope: FigureScope }) {
  const { query, annee } = scope;
  const read = useQuery(
    queryTogether('GET /statistiques/rythme', {
      query: { entite: query.entite, ms: query.ms, annee, betail: 0 },
    }),
  );
  const [data, failure] = [read.data, failureOf(read)];
  const links = useRythmeLinks(scope, 0);
  return (
    <Card
      title={data?.jour ? `Exercice ${annee}, au ${formatDay(data.jour)}` : `Exercice ${annee}`}
      actions={
        <Link to={SCREENS.rythme.url} search={{ annee }}>
          Rythme
        </Link>
      }
    >
      {failure ? (
        <ErrorState failure={failure} />
      ) : data && !data.jour ? (
        <CardNote>L’exercice {annee} n’a pas commencé.</CardNote>
      ) : (
        <div className={classes.body} aria-busy={!data}>
          <Figures rythme={data} annee={annee} links={links} />
          <AnneeChart rythme={data} />
          <Legend rythme={data} annee={annee} />
        </div>
      )}
    </Card>
  );
}

interface FiguresProps {
  rythme: Rythme | undefined;
  annee: number;
  links: RythmeLinks;
}

function Figures({ rythme, annee, links }: FiguresProps) {
  const { from, to } = yearRange(annee);
  const jour = rythme?.jour ?? to;
  const gap = rythme && changeOf(rythme.encaisse, rythme.echu);
  const ofDue = rythme && share(rythme.encaisse, rythme.echu);
  const ofYear = rythme && share(rythme.encaisse, rythme.attendu);
  return (
    <div className={classes.figures}>
      <Figure
        label={`Reçu pour ${annee}`}
        value={rythme && formatNumber(rythme.encaisse)}
        help={rythme && ofYear !== undefined ? `${ofYear} % de ${formatNumber(rythme.attendu)} attendus` : ''}
        address={links.recus(annee, { to: jour })}
      />
      <Figure
        label="Échu à ce jour"
        value={rythme && formatNumber(rythme.echu)}
        help="ce qui était à payer"
        address={links.echus({ from, to: jour })}
      />
      <Figure
        label="Écart"
        value={gap && amountText(gap)}
        help={ofDue === undefined ? '' : `${ofDue} % de l’échu est reçu`}
        tone={gap && (gap.amount < 0 ? 'late' : 'good')}
      />
    </div>
  );
}

function Legend({ rythme, annee }: { rythme: Rythme | undefined; annee: number }) {
  const change = rythme?.jour ? changeOf(rythme.encaisse, rythme.precedent.encaisse) : undefined;
  const percent = change && shareText(change);
  return (
    <p className={classes.legend}>
      <span data-line="recu">reçu</span>
      <span data-line="echu">échu</span>
      <span data-line="avant">{annee - 1}</span>
      {rythme?.jour && change ? (
        <span>
          au {formatDay(memeJourAvant(rythme.jour))} : {formatNumber(rythme.precedent.encaisse)}, soit{' '}
          <b>{amountText(change)}</b>
          {percent ? ` (${percent})` : ''} cette année
        </span>
      ) : (
        <span>&nbsp;</span>
      )}
    </p>
  );
}

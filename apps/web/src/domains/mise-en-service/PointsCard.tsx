import { type Etape, ETAPES, ETATS } from '@octroi/contract/mise-en-service/etapes';
import type { EtatMiseEnService, Point } from '@octroi/contract/mise-en-service/etat';
import { useRouter } from '@tanstack/react-router';
import { Card } from '#src/ui/page/Card.tsx';
import { StatusBadge } from '#src/ui/figure/StatusBadge.tsx';
import classes from './MiseEnService.module.css';

/** Points done, missing or recommended, by step; each links to the screen that corrects it. */
export function PointsCard({ etat: { entite, annee, points } }: { etat: EtatMiseEnService }) {
  const missing = points.filter(({ etat }) => etat === 'manque').length;
  const toSee = points.filter(({ etat }) => etat === 'voir').length;
  const steps = Map.groupBy(points, ({ etape }) => etape);
  return (
    <Card title={`État de ${entite.nom}`}>
      <p className={classes.sum} role="status">
        {missing === 0
          ? `Rien ne manque pour l’exercice ${annee}${toSee > 0 ? ` ; ${toSee} point${toSee > 1 ? 's' : ''} à voir` : ''}.`
          : `Il reste ${missing} chose${missing > 1 ? 's' : ''} à faire pour l’exercice ${annee}.`}
      </p>
      <ul className={classes.points} aria-label="Ce qui est fait et ce qui manque">
        {(Object.keys(ETAPES) as Etape[]).flatMap((step) =>
          (steps.get(step) ?? []).map((point) => <Line key={`${step} ${point.dit}`} point={point} />),
        )}
      </ul>
    </Card>
  );
}

function Line({ point: { etat, dit, lien } }: { point: Point }) {
  const router = useRouter();
  return (
    <li data-etat={etat}>
      <StatusBadge status={ETATS[etat]} />
      <a
        href={lien}
        onClick={(event) => {
          if (event.metaKey || event.ctrlKey || event.shiftKey) return;
          event.preventDefault();
          router.history.push(lien);
        }}
      >
        {dit}
      </a>
    </li>
  );
}

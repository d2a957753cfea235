import { MOIS_COURTS } from '@octroi/contract/pilotage/charts/rythme';
import type { Rythme } from '@octroi/contract/pilotage/rythme';
import { anneeLines, type Point } from './annee-lines.ts';
import classes from './Annee.module.css';

const [WIDTH, HEIGHT, FOOT] = [1000, 260, 30];

/** Received, due and the year before, since 1 January. The same figures are written above it. */
export function AnneeChart({ rythme }: { rythme: Rythme | undefined }) {
  if (!rythme) return <div className={classes.chart} />;
  const { recu, echu, aEchoir, avant, top, days } = anneeLines(rythme);
  const x = (day: number): number => (day / days) * WIDTH;
  const y = (montant: number): number => HEIGHT - (Math.max(0, montant) / top) * (HEIGHT - 12);
  const line = (points: readonly Point[]): string =>
    points.map(([day, montant]) => `${x(day).toFixed(1)},${y(montant).toFixed(1)}`).join(' ');
  const last = recu.at(-1) ?? [0, 0];
  const gap = echu.at(-1) ?? [0, 0];
  return (
    <svg
      className={classes.chart}
      viewBox={`0 0 ${WIDTH} ${HEIGHT + FOOT}`}
      role="img"
      aria-label="Reçu, échu et année précédente, cumulés depuis janvier. Les montants sont écrits au-dessus et en dessous."
    >
      <polygon className={classes.area} points={`${line(echu)} ${x(gap[0])},${HEIGHT} 0,${HEIGHT}`} />
      <line className={classes.base} x1={0} y1={HEIGHT} x2={WIDTH} y2={HEIGHT} />
      <polyline className={classes.aEchoir} points={line(aEchoir)} />
      <polyline className={classes.echu} points={line(echu)} />
      <polyline className={classes.avant} points={line(avant)} />
      <polyline className={classes.recu} points={line(recu)} />
      <line className={classes.gap} x1={x(last[0])} y1={y(last[1])} x2={x(gap[0])} y2={y(gap[1])} />
      <circle className={classes.dot} cx={x(last[0])} cy={y(last[1])} r={7} />
      {MOIS_COURTS.map((nom, index) => (
        <text
          key={nom}
          className={classes.month}
          x={((index + 0.5) / MOIS_COURTS.length) * WIDTH}
          y={HEIGHT + 24}
        >
          {nom.charAt(0).toUpperCase()}
        </text>
      ))}
    </svg>
  );
}

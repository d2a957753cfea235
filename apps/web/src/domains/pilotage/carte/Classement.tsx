import { sousEntiteText } from '@octroi/contract/pilotage/classeurs/statistique';
import type { LieuCarte } from '@octroi/contract/pilotage/carte';
import { formatNumber, sumBy } from '@octroi/contract/platform/values/money';
import { figureHead, FigureTable } from '#src/ui/figure/FigureTable.tsx';
import { Card, CardNote } from '#src/ui/page/Card.tsx';
import figures from '#src/ui/figure/FigureTable.module.css';
import type { FigureScope } from '../use-figures.ts';
import { shortName } from './cellules.ts';
import { ecartOf, ecartText, manqueOf, partOf, partText, toneOf } from './ecart.ts';
import classes from './Carte.module.css';

interface ClassementProps {
  /** Absent while loading. */
  lieux: readonly LieuCarte[] | undefined;
  mean: number | null;
  scope: FigureScope;
  /** Chooses a place, as on the map. */
  onChoose: (lieu: LieuCarte) => void;
}

/** Gap drawn at full width, in points. */
const WIDEST = 20;

/** The places of the selection, the furthest behind first. */
export function Classement({ lieux, mean, scope, onChoose }: ClassementProps) {
  const { annee } = scope;
  const ranked = (lieux ?? [])
    .map((lieu) => ({ lieu, ecart: ecartOf(lieu, mean), manque: manqueOf(lieu, mean) }))
    .toSorted((a, b) => (a.ecart ?? Infinity) - (b.ecart ?? Infinity));
  return (
    <Card title="Classement" actions={<span className={classes.mean}>moyenne {partText(mean)}</span>}>
      <FigureTable
        titled
        label="Classement"
        heads={['Lieu', figureHead('Payé'), figureHead('Écart'), figureHead('Manque')]}
        waiting={lieux ? false : 5}
        total={
          lieux ? (
            <tr>
              <th scope="row">Ensemble</th>
              <td className={figures.figure}>{partText(mean)}</td>
              <td />
              <td className={figures.figure}>{formatNumber(sumBy(ranked, ({ manque }) => manque))}</td>
            </tr>
          ) : null
        }
      >
        {ranked.map(({ lieu, ecart, manque }) => (
          <tr key={`${lieu.type} ${lieu.id}`}>
            <th scope="row">
              {isOpen(lieu, scope) ? (
                <button type="button" className={classes.place} onClick={() => onChoose(lieu)}>
                  {lieu.type === 'entite' ? shortName(lieu.nom) : lieu.nom}
                </button>
              ) : (
                sousEntiteText(lieu)
              )}
            </th>
            <td className={figures.figure}>{partText(partOf(lieu))}</td>
            <td className={figures.figure}>
              <span className={classes.gap} data-tone={toneOf(ecart)} aria-hidden>
                <i
                  style={{
                    width: `${(Math.min(WIDEST, Math.abs(ecart ?? 0)) / WIDEST) * 50}%`,
                    [(ecart ?? 0) < 0 ? 'right' : 'left']: '50%',
                  }}
                />
              </span>
              {ecartText(ecart)}
            </td>
            <td className={figures.figure}>{manque > 0 ? formatNumber(manque) : '—'}</td>
          </tr>
        ))}
      </FigureTable>
      <CardNote>
        Écart : points de part payée à la moyenne. Manque : ce qu’il faudrait encore recevoir pour {annee},
        pour être à la moyenne. Un nom ouvre le lieu, ici et sur la carte.
      </CardNote>
    </Card>
  );
}

/** Whether choosing a place shows what is below it: not for the chosen place itself. */
const isOpen = ({ id, type, direct }: LieuCarte, { territory }: FigureScope): boolean =>
  !direct && !(type === 'ramification' && territory.ms.includes(id));

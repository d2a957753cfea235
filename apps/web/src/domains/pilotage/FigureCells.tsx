import { SCREENS } from '@octroi/contract/register';
import { TROP_PERCU } from '@octroi/contract/platform/values/money';
import type { Figures } from '@octroi/contract/pilotage/figures';
import { share } from '@octroi/contract/pilotage/share';
import { linkOptions } from '@tanstack/react-router';
import { FigureCell } from '#src/ui/figure/FigureTable.tsx';
import type { ListAddress } from './figure-links.ts';
import classes from '#src/ui/figure/FigureTable.module.css';

interface FigureCellsProps {
  figures: Pick<Figures, 'contribuables' | 'prevu' | 'paiement'> & {
    /** Null if a rest makes no sense. */
    restant: number | null;
  };
  /** Absent if no list matches. */
  contribuables: ListAddress | undefined;
  amounts: ListAddress | undefined;
}

/** The four figures of a row, each linked to the list behind it. */
export function FigureCells({ figures, contribuables, amounts }: FigureCellsProps) {
  const { prevu, paiement, restant } = figures;
  const paid = share(paiement, prevu);
  const people = contribuables && linkOptions({ to: SCREENS.contribuables.url, search: contribuables });
  const list = amounts && linkOptions({ to: SCREENS.contribuables.url, search: amounts });
  return (
    <>
      <FigureCell value={figures.contribuables} address={people} />
      <FigureCell value={prevu} address={list} />
      <FigureCell value={paiement} address={list}>
        <span className={classes.share} title={paid === undefined ? undefined : `${paid} % du prévu`}>
          <i style={{ width: `${Math.max(0, Math.min(100, paid ?? (paiement > 0 ? 100 : 0)))}%` }} />
        </span>
      </FigureCell>
      <FigureCell
        value={restant}
        address={list}
        before={restant !== null && restant < 0 ? <em>{TROP_PERCU}</em> : null}
      />
    </>
  );
}

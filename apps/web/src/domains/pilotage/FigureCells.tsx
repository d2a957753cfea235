import type { ReactNode } from 'react';
import { formatNumber } from '@octroi/contract/money';
import type { Figures } from '@octroi/contract/pilotage/figures';
import { Link } from '@tanstack/react-router';
import type { ListAddress } from './figure-links.ts';
import { share } from './share.ts';
import classes from '#src/ui/FigureTable.module.css';

interface FigureCellsProps {
  figures: Pick<Figures, 'contribuables' | 'prevu' | 'paiement' | 'restant'>;
  /** Absent where no list can be named. */
  contribuables: ListAddress | undefined;
  amounts: ListAddress | undefined;
}

/** The four figures of a row, each a way to the list behind it. */
export function FigureCells({ figures, contribuables, amounts }: FigureCellsProps) {
  const { prevu, paiement, restant } = figures;
  const paid = share(paiement, prevu);
  return (
    <>
      <FigureCell value={figures.contribuables} address={contribuables} />
      <FigureCell value={prevu} address={amounts} />
      <FigureCell value={paiement} address={amounts}>
        <span className={classes.share} title={paid === undefined ? undefined : `${paid} % du prévu`}>
          <i style={{ width: `${Math.max(0, Math.min(100, paid ?? (paiement > 0 ? 100 : 0)))}%` }} />
        </span>
      </FigureCell>
      <FigureCell value={restant} address={amounts} before={restant < 0 ? <em>Avance</em> : null} />
    </>
  );
}

interface FigureCellProps {
  value: number;
  address: ListAddress | undefined;
  before?: ReactNode;
  children?: ReactNode;
}

function FigureCell({ value, address, before, children }: FigureCellProps) {
  const text = formatNumber(value);
  return (
    <td className={classes.figure} data-none={value === 0 || undefined}>
      {before}
      {address ? (
        <Link to="/contribuables" search={address}>
          {text}
        </Link>
      ) : (
        text
      )}
      {children}
    </td>
  );
}

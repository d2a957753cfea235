import type { ReactNode } from 'react';
import { type Billets, COUPURES, sommeBillets } from '@octroi/contract/caisse/rules';
import { formatFrancs, formatNumber } from '@octroi/contract/platform/values/money';
import { askConfirm } from '#src/ui/dialog/confirm.tsx';
import { FigureCell, figureHead, FigureTable } from '#src/ui/figure/FigureTable.tsx';
import classes from '../Caisse.module.css';

/** The notes and coins of a count, largest first. */
export const CountTable = ({ billets }: { billets: Billets }) => (
  <FigureTable label="Comptage" heads={['Coupure', figureHead('Nombre'), figureHead('Somme')]}>
    {COUPURES.filter((coupure) => billets[`${coupure}`]).map((coupure) => (
      <tr key={coupure}>
        <th scope="row">{formatNumber(coupure)}</th>
        <FigureCell value={billets[`${coupure}`] ?? 0} />
        <FigureCell value={coupure * (billets[`${coupure}`] ?? 0)} />
      </tr>
    ))}
  </FigureTable>
);

/** Repeats a count by denomination and in total, and asks for confirmation; the expected amount stays hidden. */
export const askCount = (
  billets: Billets,
  { title, message, confirm }: { title: string; message: string; confirm: string },
): Promise<boolean> =>
  askConfirm({ title, message: content(billets, message), confirm, cancel: 'Recompter', focusCancel: true });

const content = (billets: Billets, message: string): ReactNode => (
  <div className={classes.question}>
    <p className={classes.hint}>{message}</p>
    {sommeBillets(billets) > 0 ? <CountTable billets={billets} /> : null}
    <div className={classes.sum}>
      <span>Compté en tout</span>
      <span>{formatFrancs(sommeBillets(billets))}</span>
    </div>
  </div>
);

import { compteText } from '@octroi/contract/attentes';
import { formatNumber } from '@octroi/contract/platform/values/money';
import classes from './WaitingCount.module.css';

interface WaitingCountProps {
  /** Id of the text that describes the link. */
  id: string;
  nombre: number;
  /** On an icon, at its corner. */
  corner?: boolean;
}

/** The number of what waits behind a link, which names it in its description. */
export const WaitingCount = ({ id, nombre, corner = false }: WaitingCountProps) =>
  nombre > 0 ? (
    <>
      <span className={classes.count} data-corner={corner || undefined} aria-hidden>
        {compteText(nombre)}
      </span>
      <span id={id} hidden>
        {formatNumber(nombre)} en attente
      </span>
    </>
  ) : null;

/** What describes a link with a number; its name stays without it. */
export const waitingProps = ({ id, nombre }: WaitingCountProps): { 'aria-describedby'?: string } =>
  nombre > 0 ? { 'aria-describedby': id } : {};

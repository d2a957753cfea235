import { StatusBadge } from '#src/ui/figure/StatusBadge.tsx';
import classes from './PlaceStatus.module.css';

interface PlaceStatusProps {
  enabled: boolean;
  /** What is inactive above it, where it is active itself. */
  masquePar: string | null;
}

/** Whether a sub-entity is active, and what keeps it out of the choices all the same. */
export const PlaceStatus = ({ enabled, masquePar }: PlaceStatusProps) => (
  <span className={classes.status}>
    <StatusBadge status={enabled} />
    {masquePar ? <small className={classes.hidden}>masqué par {masquePar}</small> : null}
  </span>
);

import { StatusBadge } from '#src/ui/figure/StatusBadge.tsx';
import classes from './PlaceStatus.module.css';

interface PlaceStatusProps {
  enabled: boolean;
  /** Inactive ancestor of an active place. */
  masquePar: string | null;
}

/** Whether a sub-entity is active, and whether an inactive ancestor hides it from choices. */
export const PlaceStatus = ({ enabled, masquePar }: PlaceStatusProps) => (
  <span className={classes.status}>
    <StatusBadge status={enabled} />
    {masquePar ? <small className={classes.hidden}>masqué par {masquePar}</small> : null}
  </span>
);

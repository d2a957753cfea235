import { ActionIcon } from '@mantine/core';
import { SCREENS } from '@octroi/contract/register';
import { IconChecks } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useAttentes } from '#src/platform/attentes.ts';
import type { ListSearch } from '#src/ui/list/list-state.ts';
import classes from './ApprobationsLink.module.css';

const TO_DECIDE: ListSearch = { f: [{ column: 'appro.aDecider', operator: 'eq', x: 'true' }] };

/** Link to the requests that wait for the person, with their number; hidden if there are none. */
export function ApprobationsLink() {
  const { approbations: nombre = 0 } = useAttentes();
  if (nombre === 0) return null;
  const label = nombre === 1 ? '1 demande à approuver' : `${nombre} demandes à approuver`;
  return (
    <ActionIcon
      className={classes.inbox}
      variant="subtle"
      color="gray"
      size={34}
      aria-label={label}
      title={label}
      renderRoot={(props) => <Link {...props} to={SCREENS.approbations.url} search={TO_DECIDE} />}
    >
      <IconChecks size={18} stroke={1.6} />
      <span className={classes.number} aria-hidden>
        {nombre > 99 ? '99+' : nombre}
      </span>
    </ActionIcon>
  );
}

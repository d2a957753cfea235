import '@mantine/core/styles/Switch.layer.css';
import { Button, Switch } from '@mantine/core';
import { hasJournee } from '@octroi/contract/journee';
import { startScreenOf } from '@octroi/contract/menu';
import { useAccueil } from '#src/platform/kept/affichage.ts';
import { useSession } from '#src/platform/session.ts';
import classes from './Journee.module.css';

/**
 * Whether the product opens on this page: proposed until the person answers, a switch afterwards. Not asked where there
 * is nothing to see, nor where the rights leave no other start.
 */
export function PageDeDepart() {
  const session = useSession();
  const { accueil, isChosen, choose } = useAccueil();
  if (!hasJournee(session.permissions) || startScreenOf(session) === 'journee') return null;
  if (isChosen)
    return (
      <Switch
        label="Page de départ"
        checked={accueil === 'journee'}
        onChange={({ currentTarget }) => choose(currentTarget.checked ? 'journee' : 'tableau-de-bord')}
      />
    );
  return (
    <div role="group" aria-label="Page de départ" className={classes.proposal}>
      <span>Commencer chaque jour par cette page ?</span>
      <Button variant="subtle" size="compact-sm" onClick={() => choose('journee')}>
        Oui
      </Button>
      <Button variant="subtle" size="compact-sm" onClick={() => choose('tableau-de-bord')}>
        Non merci
      </Button>
    </div>
  );
}

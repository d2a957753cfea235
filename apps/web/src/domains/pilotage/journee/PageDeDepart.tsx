import '@mantine/core/styles/Switch.layer.css';
import { Button, Switch } from '@mantine/core';
import { useAccueil } from '#src/platform/affichage.ts';
import classes from './Journee.module.css';

/** Whether the product opens on this page: proposed until the person answers, a switch afterwards. */
export function PageDeDepart() {
  const { accueil, isChosen, choose } = useAccueil();
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

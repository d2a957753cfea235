import { startScreenOf } from '@octroi/contract/menu';
import { PAGES } from '@octroi/contract/pages';
import { SCREENS } from '@octroi/contract/register';
import { Button } from '@mantine/core';
import { Navigate } from '@tanstack/react-router';
import { ButtonLink } from '#src/ui/ButtonLink.tsx';
import { freshSession, useSession } from '#src/platform/session.ts';
import { useAct } from '#src/ui/use-act.ts';
import classes from './ScreenStates.module.css';

/** The start of a person whose rights open no screen: why, and whom to ask. */
export function SansDroitScreen() {
  const session = useSession();
  const { busy, perform } = useAct();
  const { user, collectivites } = session;
  if (startScreenOf(session)) return <Navigate to={SCREENS['tableau-de-bord'].url} replace />;
  const [own, ...others] = collectivites;
  return (
    <div className={classes.state}>
      <title>Aucun écran ouvert · Octroi</title>
      <h1>Aucun écran ne vous est ouvert</h1>
      <p>
        {user.groupe
          ? `Votre groupe, « ${user.groupe.nom} », n’a encore aucun droit qui ouvre un écran.`
          : 'Votre compte n’est dans aucun groupe : il n’a encore aucun droit.'}
      </p>
      <p>
        Demandez à l’administrateur{' '}
        {own && others.length === 0 ? `de « ${own.nom} »` : 'de votre collectivité'} de vous donner les droits
        de votre travail, et dites-lui votre pseudo : <b>{user.username}</b>.
      </p>
      <div className={classes.acts}>
        <Button loading={busy} onClick={() => void perform(freshSession)}>
          Regarder à nouveau
        </Button>
        <ButtonLink variant="default" to={PAGES.profil}>
          Mon profil
        </ButtonLink>
      </div>
    </div>
  );
}

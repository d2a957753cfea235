import { startScreenOf, startUrl } from '@octroi/contract/menu';
import { SCREENS } from '@octroi/contract/register';
import type { ReactNode } from 'react';
import { Button } from '@mantine/core';
import { useRouter, type ErrorComponentProps } from '@tanstack/react-router';
import { ButtonLink } from '#src/ui/ButtonLink.tsx';
import { ApiError } from '#src/platform/api.ts';
import { ChunkError } from '#src/platform/lazy-screen.tsx';
import { useSession } from '#src/platform/session.ts';
import classes from './ScreenStates.module.css';

/** Replaces a screen that failed to load or to render. */
export function ScreenError({ error, reset }: ErrorComponentProps) {
  const router = useRouter();
  const chunk = error instanceof ChunkError;
  const retry = (): void => {
    if (error instanceof ChunkError) error.forget();
    reset();
    void router.invalidate();
  };
  return (
    <div className={classes.state} role="alert">
      <h1>{chunk ? 'Écran non chargé' : "Une erreur s'est produite !"}</h1>
      <p>
        {chunk
          ? "Cette partie de l'application n'a pas pu être chargée. Le réseau a manqué, ou une nouvelle version vient d'être installée."
          : error instanceof ApiError
            ? error.message
            : 'Cet écran a rencontré un problème inattendu. Si cela se répète, signalez-le à votre administrateur.'}
      </p>
      {error instanceof ApiError && error.requestId ? (
        <p className={classes.faint}>Référence : {error.requestId}</p>
      ) : null}
      <div className={classes.acts}>
        <Button onClick={retry}>Réessayer</Button>
        <Button variant="default" onClick={() => window.location.reload()}>
          Recharger la page
        </Button>
      </div>
    </div>
  );
}

/** An unknown address, within the frame: leads to the screen where the person starts. */
export function NotFound() {
  const start = startScreenOf(useSession());
  return (
    <UnknownAddress>
      <ButtonLink to={startUrl(start)}>{start ? SCREENS[start].nom : START}</ButtonLink>
    </UnknownAddress>
  );
}

/** The same outside the frame, where nobody may be signed in. */
export const PageNotFound = () => (
  <main>
    <UnknownAddress>
      <ButtonLink to={SCREENS['tableau-de-bord'].url}>{START}</ButtonLink>
    </UnknownAddress>
  </main>
);

const START = 'Page de départ';

const UnknownAddress = ({ children }: { children: ReactNode }) => (
  <div className={classes.state}>
    <title>Page introuvable · Octroi</title>
    <h1>Page introuvable</h1>
    <p>Cette adresse ne mène à aucun écran.</p>
    <div className={classes.acts}>{children}</div>
  </div>
);

/** Shown while the frame or the first data load. */
export function ScreenPending() {
  return (
    <div className={classes.pending} role="status" aria-label="Chargement">
      <span />
    </div>
  );
}

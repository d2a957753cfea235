import { SCREENS } from '@octroi/contract/register';
import { Button } from '@mantine/core';
import { useRouter, type ErrorComponentProps } from '@tanstack/react-router';
import { ButtonLink } from '#src/ui/ButtonLink.tsx';
import { ApiError } from '#src/platform/api.ts';
import { ChunkError } from '#src/platform/lazy-screen.tsx';
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

/** An unknown address. */
export function NotFound() {
  return (
    <div className={classes.state}>
      <title>Page introuvable · Octroi</title>
      <h1>Page introuvable</h1>
      <p>Cette adresse ne mène à aucun écran.</p>
      <div className={classes.acts}>
        <ButtonLink to={SCREENS['tableau-de-bord'].url}>{SCREENS['tableau-de-bord'].nom}</ButtonLink>
      </div>
    </div>
  );
}

/** The same outside the frame. */
export const PageNotFound = () => (
  <main>
    <NotFound />
  </main>
);

/** Shown while the frame or the first data load. */
export function ScreenPending() {
  return (
    <div className={classes.pending} role="status" aria-label="Chargement">
      <span />
    </div>
  );
}

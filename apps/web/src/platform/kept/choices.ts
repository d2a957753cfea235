import { useCallback, useMemo } from 'react';
import { useNavigate, useRouter } from '@tanstack/react-router';
import { fiscalYears } from '@octroi/contract/platform/values/period';
import { useSearchAs } from '../address.ts';
import { resourceKey } from '../call.ts';
import { queryClient } from '../query.ts';
import { type RamificationRef, type Session, useSession } from '../session.ts';
import { stored } from '../storage.ts';

/** The collectivité or sub-entity chosen in the top bar. */
export type ChosenPlace =
  | { kind: 'entite'; id: number; nom: string }
  | ({ kind: 'ramification' } & RamificationRef);

const readId = (raw: unknown): number | null =>
  typeof raw === 'number' && Number.isSafeInteger(raw) ? raw : null;

const storedEntite = stored('entite', readId);
const storedRamification = stored('ramification', readId);
const storedExercice = stored('exercice', readId);

/** A stored choice counts only if the session still offers it; a single offer is chosen automatically. */
function resolve(session: Session, entite: number | null, ramification: number | null): ChosenPlace | null {
  const { collectivites, ramifications } = session;
  const ram = ramifications.find(({ id }) => id === ramification);
  if (ram) return { kind: 'ramification', ...ram };
  const ent = collectivites.find(({ id }) => id === entite);
  if (ent) return { kind: 'entite', ...ent };
  const [onlyEntite] = collectivites;
  if (onlyEntite && collectivites.length === 1) return { kind: 'entite', ...onlyEntite };
  const [onlyRamification] = ramifications;
  if (onlyRamification && collectivites.length === 0 && ramifications.length === 1)
    return { kind: 'ramification', ...onlyRamification };
  return null;
}

interface PlaceControl {
  chosenPlace: ChosenPlace | null;
  /** Stores the choice and reloads all data; null chooses everything in scope. */
  choosePlace: (chosenPlace: ChosenPlace | null) => void;
}

export function useChosenPlace(): PlaceControl {
  const session = useSession();
  const router = useRouter();
  const entite = storedEntite.use();
  const ramification = storedRamification.use();
  const chosenPlace = useMemo(() => resolve(session, entite, ramification), [session, entite, ramification]);
  const choosePlace = useCallback(
    (next: ChosenPlace | null) => {
      storedEntite.set(next?.kind === 'entite' ? next.id : null);
      storedRamification.set(next?.kind === 'ramification' ? next.id : null);
      // the address's parameters (filters, page, sub-entity) belong to the previous place
      const { pathname } = router.state.location;
      void router.navigate({ to: /^\/\d+$/.test(pathname) ? '/' : pathname, search: {}, replace: true });
      void queryClient.invalidateQueries({
        predicate: ({ queryKey }) => queryKey[0] !== resourceKey('GET /session')[0],
      });
    },
    [router],
  );
  return { chosenPlace, choosePlace };
}

interface ExerciceControl {
  /** The selected fiscal year. */
  exercice: number;
  /** The current year, the two before, and the address's year if different. */
  exercices: readonly number[];
  setExercice: (year: number) => void;
}

const readAnnee = ({ annee }: Record<string, unknown>): number | undefined =>
  typeof annee === 'number' ? annee : undefined;

/** The fiscal year: from the address (`annee`), else from this browser's storage, else the current one. */
export function useExercice(): ExerciceControl {
  const { today } = useSession();
  const navigate = useNavigate();
  const annee = useSearchAs(readAnnee);
  const chosen = storedExercice.use();
  const present = Number(today.slice(0, 4));
  const years = fiscalYears(today);
  const storedYear = chosen !== null && years.includes(chosen) ? chosen : present;
  const exercice = annee ?? storedYear;
  return {
    exercice,
    exercices: years.includes(exercice) ? years : [...years, exercice].sort((a, b) => b - a),
    setExercice: (year) => {
      storedExercice.set(year);
      if (annee === undefined) return;
      void navigate({
        to: '.',
        search: (now) => ({ ...now, annee: year === present ? undefined : year }),
        resetScroll: false,
      });
    },
  };
}

/** Removes the stored choices on sign-out. */
export function forgetChoices(): void {
  for (const value of [storedEntite, storedRamification, storedExercice]) value.set(null);
}

/** The cash method that the person used last at the counter of this browser. */
import { useSession } from '../session.ts';
import { stored } from '../storage.ts';

interface Used {
  personne: number;
  moyen: number;
}

const used = stored('especes', (raw): Used | null => {
  const { personne, moyen } = (raw ?? {}) as Partial<Record<keyof Used, unknown>>;
  return typeof personne === 'number' && typeof moyen === 'number' ? { personne, moyen } : null;
});

/** @returns the id of the method, undefined before the first payment, and what stores another one */
export function useCashMethod(): [moyen: number | undefined, store: (moyen: number) => void] {
  const { user } = useSession();
  const last = used.use();
  return [
    last?.personne === user.id ? last.moyen : undefined,
    (moyen) => used.set({ personne: user.id, moyen }),
  ];
}

import type { Accueil, Affichage, Densite } from '@octroi/contract/administration/profile/affichage';
import type { FormatRecu } from '@octroi/contract/constants';
import { call } from './call.ts';
import { queryClient } from './query.ts';
import { type Session, sessionQuery, useSession } from './session.ts';
import { toastFailure } from './toasts.ts';

export type { Densite };

interface DisplayControl {
  densite: Densite;
  /** Ids of the columns that the person leaves out of the list. */
  masquees: readonly string[];
  setDensite: (densite: Densite) => void;
  setMasquees: (masquees: string[]) => void;
}

/** One change after the other: what was chosen last is what stays. */
let kept: Promise<unknown> = Promise.resolve();

/** Shown at once, and kept by the server for whatever machine comes next; a refusal puts back what it keeps. */
function keep(affichage: Affichage, sent: Parameters<typeof call<'PATCH /affichage'>>[1]): void {
  queryClient.setQueryData<Session | null>(sessionQuery.queryKey, (now) => now && { ...now, affichage });
  kept = kept
    .then(() => call('PATCH /affichage', sent))
    .catch((error: unknown) => {
      toastFailure(error);
      void queryClient.invalidateQueries({ queryKey: sessionQuery.queryKey });
    });
}

/** How tight the person has lists shown. */
export const useDensite = (): Densite => useSession().affichage.densite;

/** The screen that the product opens with for this person, and how that is changed. */
export function useAccueil(): [Accueil, (accueil: Accueil) => void] {
  const { affichage } = useSession();
  return [affichage.accueil, (accueil) => keep({ ...affichage, accueil }, { body: { accueil } })];
}

/** The paper that the person has receipts printed on, and how that is changed. */
export function useFormatRecu(): [FormatRecu, (formatRecu: FormatRecu) => void] {
  const { affichage } = useSession();
  return [affichage.formatRecu, (formatRecu) => keep({ ...affichage, formatRecu }, { body: { formatRecu } })];
}

/** How the person has a list shown. @param ecran the list */
export function useAffichage(ecran: string): DisplayControl {
  const { affichage } = useSession();
  return {
    densite: affichage.densite,
    masquees: affichage.masquees[ecran] ?? NONE,
    setDensite: (densite) => keep({ ...affichage, densite }, { body: { densite } }),
    setMasquees: (masquees) =>
      keep(
        { ...affichage, masquees: { ...affichage.masquees, [ecran]: masquees } },
        { body: { liste: { ecran, masquees } } },
      ),
  };
}

const NONE: readonly string[] = [];

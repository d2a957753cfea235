import type { Accueil, Affichage, Densite } from '@octroi/contract/administration/profile/affichage';
import type { FormatRecu } from '@octroi/contract/constants';
import type { MenuKey } from '@octroi/contract/register';
import { call } from '../call.ts';
import { queryClient } from '../query.ts';
import { type Session, sessionQuery, useSession } from '../session.ts';
import { toastFailure } from '../toasts.ts';

export type { Densite };

interface DisplayControl {
  densite: Densite;
  /** Ids of the hidden columns of the list, and of the optional ones that are shown. */
  masquees: readonly string[];
  setDensite: (densite: Densite) => void;
  setMasquees: (masquees: string[]) => void;
}

/** Changes are sent one after another, so that the last choice wins. */
let lastChange: Promise<unknown> = Promise.resolve();

/** Shows a change at once and stores it on the server, for all devices; a refusal restores the stored value. */
function save(affichage: Affichage, sent: Parameters<typeof call<'PATCH /affichage'>>[1]): void {
  // a session that is being read is from before the change
  void queryClient.cancelQueries({ queryKey: sessionQuery.queryKey });
  queryClient.setQueryData<Session | null>(sessionQuery.queryKey, (now) => now && { ...now, affichage });
  lastChange = lastChange
    .then(() => call('PATCH /affichage', sent))
    .catch((error: unknown) => {
      toastFailure(error);
      void queryClient.invalidateQueries({ queryKey: sessionQuery.queryKey });
    });
}

/** The person's list density. */
export const useDensite = (): Densite => useSession().affichage.densite;

/** The person's start screen, whether he chose it, and its setter. */
export function useAccueil(): { accueil: Accueil; isChosen: boolean; choose: (accueil: Accueil) => void } {
  const { affichage } = useSession();
  return {
    accueil: affichage.accueil,
    isChosen: affichage.accueilChoisi,
    choose: (accueil) => save({ ...affichage, accueil, accueilChoisi: true }, { body: { accueil } }),
  };
}

/** The person's receipt format, and its setter. */
export function useFormatRecu(): [FormatRecu, (formatRecu: FormatRecu) => void] {
  const { affichage } = useSession();
  return [affichage.formatRecu, (formatRecu) => save({ ...affichage, formatRecu }, { body: { formatRecu } })];
}

/** The screens that the person pinned to the menu, and their setter. */
export function useEpingles(): [readonly string[], (epingles: MenuKey[]) => void] {
  const { affichage } = useSession();
  return [affichage.epingles, (epingles) => save({ ...affichage, epingles }, { body: { epingles } })];
}

/** The person's display settings of a list. @param ecran key of the list */
export function useAffichage(ecran: string): DisplayControl {
  const { affichage } = useSession();
  return {
    densite: affichage.densite,
    masquees: affichage.masquees[ecran] ?? NONE,
    setDensite: (densite) => save({ ...affichage, densite }, { body: { densite } }),
    setMasquees: (masquees) =>
      save(
        { ...affichage, masquees: { ...affichage.masquees, [ecran]: masquees } },
        { body: { liste: { ecran, masquees } } },
      ),
  };
}

const NONE: readonly string[] = [];

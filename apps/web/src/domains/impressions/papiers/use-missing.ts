import { isSuperAdmin } from '@octroi/contract/rights';
import { useSession } from '#src/platform/session.ts';
import { type Missing, useMissing } from '#src/ui/page/MissingRight.tsx';

/** What the person lacks to edit the papers of a collectivité: the right, or the whole collectivité in their scope. */
export function useMissingForPapers(entite: number): Missing | undefined {
  const { user, collectivites } = useSession();
  const right = useMissing([['papiers', 'Modifier']]);
  const seesWhole = isSuperAdmin(user) || collectivites.some(({ id }) => id === entite);
  return right ?? (seesWhole ? undefined : { kind: 'whole', screen: 'papiers' });
}

import { isSuperAdmin } from '@octroi/contract/rights';
import { useMay, useSession } from '#src/platform/session.ts';

/** Whether the person may change the papers of a collectivité: with the right, and attached to the whole of it. */
export function useMayChange(entite: number): boolean {
  const { user, collectivites } = useSession();
  const may = useMay('papiers', 'Modifier');
  return may && (isSuperAdmin(user) || collectivites.some(({ id }) => id === entite));
}

import type { WritePermission } from '@octroi/contract/register';
import { isSuperAdmin, may } from '@octroi/contract/rights';
import type { Resource, ResourceRow } from '@octroi/contract/resource';
import { useSession } from '#src/platform/session.ts';
import { belongsToCollectivite } from './declaration.ts';

export interface ResourceRights {
  voir: boolean;
  creer: boolean;
  modifier: boolean;
  supprimer: boolean;
}

/** Where a record may have a collectivité and has none, it is the platform's: Super Admin alone writes it. */
export const isOfPlatform = ({ fields }: Resource, row: ResourceRow): boolean =>
  fields['entite'] !== undefined && !fields['entite'].required && row['entite'] === null;

/** What the person may do with the records of a resource; the screens hide the rest. */
export function useResourceRights(resource: Resource): ResourceRights {
  const session = useSession();
  // Whoever has only part of a collectivité reads its configuration and does not write it.
  const writes =
    isSuperAdmin(session.user) || (belongsToCollectivite(resource) && session.collectivites.length > 0);
  const granted = (permission: WritePermission): boolean =>
    may(session.permissions, resource.screen, permission);
  return {
    voir: granted('Voir') || granted('Modifier'),
    creer: writes && granted('Créer'),
    modifier: writes && granted('Modifier'),
    supprimer: writes && granted('Supprimer'),
  };
}

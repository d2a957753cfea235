import type { Resource } from '@octroi/contract/resource';
import { isSuperAdmin, may, useSession } from '#src/app/session.ts';
import { belongsToCollectivite } from './declaration.ts';

export interface ResourceRights {
  voir: boolean;
  creer: boolean;
  modifier: boolean;
  supprimer: boolean;
}

/** What the person may do with the records of a resource; the screens hide the rest. */
export function useResourceRights(resource: Resource): ResourceRights {
  const session = useSession();
  const writes = belongsToCollectivite(resource) || isSuperAdmin(session);
  const granted = (permission: Parameters<typeof may>[2]): boolean =>
    may(session, resource.navigation, permission);
  return {
    voir: granted('Voir') || granted('Modifier'),
    creer: writes && granted('Créer'),
    modifier: writes && granted('Modifier'),
    supprimer: writes && granted('Supprimer'),
  };
}

import type { WritePermission } from '@octroi/contract/register';
import { isSuperAdmin, may } from '@octroi/contract/rights';
import type { Resource, ResourceRow } from '@octroi/contract/resource';
import { useSession } from '#src/platform/session.ts';
import type { Missing } from '../MissingRight.tsx';
import { belongsToCollectivite } from './declaration.ts';

export interface ResourceRights {
  voir: boolean;
  creer: boolean;
  modifier: boolean;
  supprimer: boolean;
  /** What keeps the person from writing so; nothing where it may. */
  missing: (permission: WritePermission) => Missing | undefined;
}

/** Where a record may have a collectivité and has none, it is the platform's: Super Admin alone writes it. */
export const isOfPlatform = ({ fields }: Resource, row: ResourceRow): boolean =>
  fields['entite'] !== undefined && !fields['entite'].required && row['entite'] === null;

/** What the person may do with the records of a resource; the screens hide the rest. */
export function useResourceRights(resource: Resource): ResourceRights {
  const session = useSession();
  const owned = belongsToCollectivite(resource);
  const { screen } = resource;
  const granted = (permission: WritePermission): boolean => may(session.permissions, screen, permission);
  const missing = (permission: WritePermission): Missing | undefined => {
    if (!isSuperAdmin(session.user) && !owned) return { kind: 'platform', screen };
    if (!granted(permission)) return { kind: 'right', screen, permission };
    // Whoever has only part of a collectivité reads its configuration and does not write it.
    if (!isSuperAdmin(session.user) && session.collectivites.length === 0) return { kind: 'whole', screen };
    return undefined;
  };
  return {
    voir: granted('Voir') || granted('Modifier'),
    creer: !missing('Créer'),
    modifier: !missing('Modifier'),
    supprimer: !missing('Supprimer'),
    missing,
  };
}

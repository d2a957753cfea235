import type { WritePermission } from '@octroi/contract/register';
import { isSuperAdmin, may } from '@octroi/contract/rights';
import type { Resource, ResourceRow } from '@octroi/contract/platform/resource/resource';
import { type Session, useSession } from '#src/platform/session.ts';
import type { Missing } from '../page/MissingRight.tsx';

interface ResourceRights {
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

/** Whether records belong to collectivités; those that do not are written by Super Admin alone. */
const belongsToCollectivite = ({ fields }: Resource): boolean => 'entite' in fields || 'entites' in fields;

/** What keeps the person from writing records of a resource so; nothing where it may. */
export function missingFor(
  { user, permissions, collectivites }: Session,
  resource: Resource,
  permission: WritePermission,
): Missing | undefined {
  const { screen } = resource;
  if (!isSuperAdmin(user) && !belongsToCollectivite(resource)) return { kind: 'platform', screen };
  if (!may(permissions, screen, permission)) return { kind: 'right', screen, permission };
  // Whoever has only part of a collectivité reads its configuration and does not write it.
  if (!isSuperAdmin(user) && collectivites.length === 0) return { kind: 'whole', screen };
  return undefined;
}

/** What the person may do with the records of a resource; the screens hide the rest. */
export function useResourceRights(resource: Resource): ResourceRights {
  const session = useSession();
  const granted = (permission: WritePermission): boolean =>
    may(session.permissions, resource.screen, permission);
  const missing = (permission: WritePermission) => missingFor(session, resource, permission);
  return {
    voir: granted('Voir') || granted('Modifier'),
    creer: !missing('Créer'),
    modifier: !missing('Modifier'),
    supprimer: !missing('Supprimer'),
    missing,
  };
}

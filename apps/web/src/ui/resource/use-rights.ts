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
  /** Why the person may not do this; undefined if they may. */
  missing: (permission: WritePermission) => Missing | undefined;
}

/** A record without a collectivité, where one is possible, belongs to the platform: only Super Admin may write it. */
export const isOfPlatform = ({ fields }: Resource, row: ResourceRow): boolean =>
  fields['entite'] !== undefined && !fields['entite'].required && row['entite'] === null;

/** Whether records belong to collectivités; otherwise only Super Admin may write them. */
const belongsToCollectivite = ({ fields }: Resource): boolean => 'entite' in fields || 'entites' in fields;

/** Why the person may not write records of a resource; undefined if they may. */
export function missingFor(
  { user, permissions, collectivites }: Session,
  resource: Resource,
  permission: WritePermission,
): Missing | undefined {
  const { screen } = resource;
  if (!isSuperAdmin(user) && !belongsToCollectivite(resource)) return { kind: 'platform', screen };
  if (!may(permissions, screen, permission)) return { kind: 'right', screen, permission };
  // a person limited to part of a collectivité may read its configuration only
  if (!isSuperAdmin(user) && collectivites.length === 0) return { kind: 'whole', screen };
  return undefined;
}

/** The person's rights on the records of a resource; screens hide the rest. */
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

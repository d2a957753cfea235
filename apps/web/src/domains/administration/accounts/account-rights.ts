import { TYPE_UTILISATEUR } from '@octroi/contract/constants';
import type { PermissionOf } from '@octroi/contract/register';
import { may } from '@octroi/contract/rights';
import type { ResourceRow } from '@octroi/contract/platform/resource/resource';
import type { Session } from '#src/platform/session.ts';

/** Field agents have a screen of their own, and therefore its rights. */
export const mayOnAccount = (
  session: Session,
  { type }: ResourceRow,
  permission: PermissionOf<'users'>,
): boolean =>
  may(
    session.permissions,
    (type as { id: number }).id === TYPE_UTILISATEUR.agent ? 'agents' : 'users',
    permission,
  );

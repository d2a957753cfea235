import { type Permission, TYPE_UTILISATEUR } from '@octroi/contract/constants';
import type { ResourceRow } from '@octroi/contract/resource';
import { may, type Session } from '#src/platform/session.ts';

/** Field agents are governed by a navigation entry of their own. */
export const mayOnAccount = (session: Session, { type }: ResourceRow, permission: Permission): boolean =>
  may(session, (type as { id: number }).id === TYPE_UTILISATEUR.agent ? 'agents' : 'users', permission);

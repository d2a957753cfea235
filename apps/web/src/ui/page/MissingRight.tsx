import type { ReactNode } from 'react';
import { GROUPE, type Permission } from '@octroi/contract/constants';
import { type MenuKey, type Right, SCREENS } from '@octroi/contract/register';
import { mayAll } from '@octroi/contract/rights';
import { useSession } from '#src/platform/session.ts';
import { EmptyState } from './EmptyState.tsx';
import classes from './MissingRight.module.css';

/** Why a person may not write. */
export type Missing =
  | { kind: 'right'; screen: MenuKey; permission: Permission }
  /** The right is there, the collectivité as a whole is not. */
  | { kind: 'whole'; screen: MenuKey }
  /** The record is common to all collectivités. */
  | { kind: 'platform'; screen: MenuKey }
  /** An act on many at once, which is kept for two groups. */
  | { kind: 'bulk'; screen: MenuKey };

/** The first missing right of several. */
export function useMissing(rights: readonly Right[]): Missing | undefined {
  const { permissions } = useSession();
  const right = rights.find((one) => !mayAll(permissions, [one]));
  return right && { kind: 'right', screen: right[0], permission: right[1] };
}

/** What is missing, and whom to ask for it. */
function sentenceOf(missing: Missing): string {
  const screen = `« ${SCREENS[missing.screen].nom} »`;
  switch (missing.kind) {
    case 'right':
      return `Il vous manque le droit « ${missing.permission} » sur ${screen}. Demandez-le à votre administrateur.`;
    case 'whole':
      return `${screen} vaut pour toute la collectivité, dont vous n’avez qu’une partie. Demandez à son administrateur de le faire.`;
    case 'platform':
      return `${screen} : ceci est commun à toutes les collectivités. Demandez à un Super Admin de le faire.`;
    case 'bulk':
      return `${screen} : cet acte est réservé aux groupes ${GROUPE.superAdmin} et ${GROUPE.adminNta}. Demandez à l’un d’eux de le faire.`;
  }
}

/** A note above read-only content. */
export const ReadOnlyNote = ({ missing }: { missing: Missing | undefined }) =>
  missing ? (
    <p className={classes.note} role="note">
      Vous consultez sans pouvoir modifier. {sentenceOf(missing)}
    </p>
  ) : null;

interface MissingRightProps {
  missing: Missing;
  /** A way back. */
  action?: ReactNode;
}

/** Replaces a form that the person may not send. */
export const MissingRight = ({ missing, action }: MissingRightProps) => (
  <EmptyState title="Vous ne pouvez pas faire ceci" text={sentenceOf(missing)} action={action} />
);

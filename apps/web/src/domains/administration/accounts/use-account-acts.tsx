import type { ResourceRow } from '@octroi/contract/platform/resource/resource';
import { IconKey, IconLogout, IconShieldOff } from '@tabler/icons-react';
import { call } from '#src/platform/call.ts';
import { useSession } from '#src/platform/session.ts';
import { toastFailure, toastSuccess } from '#src/platform/toasts.ts';
import { askConfirm } from '#src/ui/dialog/confirm.tsx';
import { openDialog } from '#src/ui/dialog/open-dialog.ts';
import type { RowAct } from '#src/ui/list/index.ts';
import { mayOnAccount } from './account-rights.ts';
import { NewPasswordForm } from '../sign-in/NewPasswordForm.tsx';

async function endSessions(id: number, name: string): Promise<void> {
  const yes = await askConfirm({
    title: name,
    message: 'Fermer toutes les sessions de cette personne ? Elle devra se connecter de nouveau.',
    confirm: 'Fermer les sessions',
    danger: true,
  });
  if (!yes) return;
  try {
    await call('DELETE /users/{id}/sessions', { params: { id } });
    toastSuccess('Les sessions ont bien été fermées !');
  } catch (error) {
    toastFailure(error);
  }
}

async function withdrawSecondFactor(id: number, name: string): Promise<void> {
  const yes = await askConfirm({
    title: name,
    message:
      'Retirer la vérification en deux étapes de cette personne ? Assurez-vous d’abord que c’est bien elle qui le demande. Ses sessions seront fermées.',
    confirm: 'Retirer',
    danger: true,
  });
  if (!yes) return;
  try {
    await call('DELETE /users/{id}/second-facteur', { params: { id } });
    toastSuccess('La vérification en deux étapes a bien été retirée !');
  } catch (error) {
    toastFailure(error);
  }
}

/**
 * The acts of an administrator on an account, besides editing it: set a new password, end its sessions, remove its
 * second factor.
 */
export function useAccountActs(): (row: ResourceRow) => readonly RowAct[] {
  const session = useSession();
  return (row) => {
    const { id } = row;
    const name = String(row.fullName);
    if (!mayOnAccount(session, row, 'Modifier') || id === session.user.id) return [];
    return [
      {
        label: 'Nouveau mot de passe',
        icon: IconKey,
        run: () =>
          openDialog(`Nouveau mot de passe - ${name}`, (close) => (
            <NewPasswordForm id={id} row={row} onDone={close} />
          )),
      },
      { label: 'Fermer les sessions', icon: IconLogout, run: () => endSessions(id, name) },
      { label: 'Retirer le second facteur', icon: IconShieldOff, run: () => withdrawSecondFactor(id, name) },
    ];
  };
}

import type { CasRow } from '@octroi/contract/terrain/cas';
import { TYPE_COMMANDE_WORDS } from '@octroi/contract/terrain/rules';
import { call } from '#src/platform/call.ts';
import { toastFailure, toastSuccess } from '#src/platform/toasts.ts';
import { askReason } from '#src/ui/ask-reason.tsx';
import { askConfirm } from '#src/ui/confirm.tsx';
import { refreshTerrain } from './refresh.ts';

/** Asks for the outcome of a case, and closes it. */
export async function settle({ id, message }: CasRow): Promise<void> {
  const note = await askReason({
    title: 'Régler ce cas',
    message: `${message} Dites ce qui en a été fait.`,
    confirm: 'Régler',
  });
  if (note === undefined) return;
  try {
    await call('POST /cas_terrain/{id}/reglement', { params: { id }, body: { note } });
    toastSuccess('Cas réglé');
    await refreshTerrain();
  } catch (error) {
    toastFailure(error);
  }
}

/** Runs a command again that failed because of a server error, after a confirmation. */
export async function carryOut({ id, type, agent }: CasRow): Promise<void> {
  const sure = await askConfirm({
    title: 'Exécuter cet acte',
    message: `${TYPE_COMMANDE_WORDS[type]} de ${agent.nom} : il est fait tel que l’appareil l’a envoyé, au nom de l’agent et à son jour. S’il a déjà été refait au bureau, réglez plutôt le cas.`,
    confirm: 'Exécuter',
  });
  if (!sure) return;
  try {
    await call('POST /cas_terrain/{id}/execution', { params: { id } });
    toastSuccess('Acte exécuté');
    await refreshTerrain();
  } catch (error) {
    toastFailure(error);
  }
}

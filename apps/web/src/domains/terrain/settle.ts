import type { CasRow } from '@octroi/contract/terrain/cas';
import { TERRAIN_MESSAGES, TYPE_COMMANDE_WORDS } from '@octroi/contract/terrain/rules';
import { call } from '#src/platform/call.ts';
import { toastFailure, toastSuccess } from '#src/platform/toasts.ts';
import { performWithReason } from '#src/ui/dialog/ask-reason.tsx';
import { askConfirm } from '#src/ui/dialog/confirm.tsx';
import { refreshTerrain } from './refresh.ts';

/** Asks for the outcome of a case, and closes it. */
export const settle = ({ id, message }: CasRow): Promise<void> =>
  performWithReason({
    title: 'Régler ce cas',
    message: `${message} Dites ce qui en a été fait.`,
    confirm: 'Régler',
    name: `règlement du cas ${id}`,
    act: async (note) => {
      await call('POST /cas_terrain/{id}/reglement', { params: { id }, body: { note } });
      toastSuccess('Cas réglé');
      void refreshTerrain();
    },
  });

/** Runs a command again that failed because of a server error, after a confirmation. */
export async function carryOut({ id, type, agent }: CasRow): Promise<void> {
  const sure = await askConfirm({
    title: 'Exécuter cet acte',
    message: `${TYPE_COMMANDE_WORDS[type]} de ${agent.nom} : il est fait tel que l’appareil l’a envoyé, au nom de l’agent et à son jour. S’il a déjà été refait au bureau, réglez plutôt le cas.`,
    confirm: 'Exécuter',
  });
  if (!sure) return;
  await attempt('Acte exécuté', () => call('POST /cas_terrain/{id}/execution', { params: { id } }));
}

/** Writes the field's value of a correction in conflict, after a confirmation. */
export async function takeField({ id, message, nomme }: CasRow): Promise<void> {
  const sure = await askConfirm({
    title: 'Prendre la valeur du terrain',
    message: `${nomme ? `${nomme}. ` : ''}${message} Ce que dit le terrain remplace ce que dit le bureau.`,
    confirm: 'Prendre celle du terrain',
  });
  if (!sure) return;
  await attempt('Fiche corrigée', () => call('POST /cas_terrain/{id}/execution', { params: { id } }));
}

/** Leaves the office's value, and closes the case. */
export async function keepOffice({ id, message, nomme }: CasRow): Promise<void> {
  const sure = await askConfirm({
    title: 'Garder la valeur du bureau',
    message: `${nomme ? `${nomme}. ` : ''}${message} La fiche reste comme elle est.`,
    confirm: 'Garder celle du bureau',
  });
  if (!sure) return;
  const body = { note: TERRAIN_MESSAGES.bureauGarde };
  await attempt('Cas réglé', () => call('POST /cas_terrain/{id}/reglement', { params: { id }, body }));
}

async function attempt(done: string, act: () => Promise<unknown>): Promise<void> {
  try {
    await act();
    toastSuccess(done);
    await refreshTerrain();
  } catch (error) {
    toastFailure(error);
  }
}

/** Ways to close a case without booking money. */
import type { ActeEclaircissement } from '@octroi/contract/paiements/eclaircissement-words';
import type { EclaircissementRow } from '@octroi/contract/paiements/notifications';
import { call } from '#src/platform/call.ts';
import { queryClient } from '#src/platform/query.ts';
import { toastFailure, toastSuccess } from '#src/platform/toasts.ts';
import { askReason } from '#src/ui/dialog/ask-reason.tsx';

async function settle(
  { id, message }: EclaircissementRow,
  acte: Exclude<ActeEclaircissement, 'encaisser'>,
  question: { title: string; text: string; confirm: string },
): Promise<void> {
  const { title, text, confirm } = question;
  const motif = await askReason({ title, message: `${message} ${text}`, confirm });
  if (motif === undefined) return;
  try {
    await call('POST /a_eclaircir/{id}/reglement', { params: { id }, body: { acte, motif } });
    toastSuccess('Cas réglé');
  } catch (error) {
    toastFailure(error);
  }
  await queryClient.invalidateQueries();
}

export const markGivenBack = (row: EclaircissementRow): Promise<void> =>
  settle(row, 'rendre', {
    title: 'Rendu par l’opérateur',
    text: 'L’opérateur a rendu cet argent au payeur : rien n’est encaissé. Dites d’où vous le savez.',
    confirm: 'Rendu',
  });

export const dismiss = (row: EclaircissementRow): Promise<void> =>
  settle(row, 'écarter', {
    title: 'Écarter ce cas',
    text: 'Rien n’est encaissé ni repris. Dites pourquoi.',
    confirm: 'Écarter',
  });

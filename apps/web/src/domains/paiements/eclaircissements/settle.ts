/** Ways to close a case without booking money. */
import type { ActeEclaircissement } from '@octroi/contract/paiements/eclaircissement-words';
import type { EclaircissementRow } from '@octroi/contract/paiements/notifications';
import { call } from '#src/platform/call.ts';
import { queryClient } from '#src/platform/query.ts';
import { toastSuccess } from '#src/platform/toasts.ts';
import { performWithReason } from '#src/ui/dialog/ask-reason.tsx';

function settle(
  { id, message }: EclaircissementRow,
  acte: Exclude<ActeEclaircissement, 'encaisser'>,
  question: { title: string; text: string; confirm: string },
): Promise<void> {
  const { title, text, confirm } = question;
  return performWithReason({
    title,
    message: `${message} ${text}`,
    confirm,
    name: `${acte} ${id}`,
    act: async (motif) => {
      try {
        await call('POST /a_eclaircir/{id}/reglement', { params: { id }, body: { acte, motif } });
        toastSuccess('Cas réglé');
      } finally {
        void queryClient.invalidateQueries();
      }
    },
  });
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

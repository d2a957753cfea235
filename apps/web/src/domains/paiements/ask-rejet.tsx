import { useState } from 'react';
import { FileInput, Textarea } from '@mantine/core';
import { formatFrancs } from '@octroi/contract/platform/values/money';
import type { Transaction } from '@octroi/contract/paiements/transactions';
import { call } from '#src/platform/call.ts';
import { queryClient } from '#src/platform/query.ts';
import { toastSuccess } from '#src/platform/toasts.ts';
import { DialogForm } from '#src/ui/dialog/DialogForm.tsx';
import { openDialog } from '#src/ui/dialog/open-dialog.ts';
import { useDialogForm } from '#src/ui/dialog/use-dialog-form.ts';

/** Asks for the bank's notice of a returned cheque, then reverses the payment. */
export const askRejet = (transaction: Transaction): void =>
  openDialog('Chèque rejeté par la banque', (close) => <RejetForm transaction={transaction} onEnd={close} />);

function RejetForm({ transaction, onEnd }: { transaction: Transaction; onEnd: () => void }) {
  const { id, montant, contrib, numeroRecu } = transaction;
  const [avis, setAvis] = useState<File | null>(null);
  const [motif, setMotif] = useState('');
  const { send, ...state } = useDialogForm(['motif', 'avis'], {
    name: `rejet ${id}`,
    values: { motif },
    restore: (kept) => setMotif(kept.motif),
  });
  const { faults } = state;
  const missing = {
    avis: avis ? undefined : 'Veuillez joindre l’avis de la banque.',
    motif: motif.trim() ? undefined : 'Veuillez entrer le motif de la banque.',
  };
  const reject = () =>
    send(
      missing,
      async () => {
        const form = new FormData();
        form.append('avis', avis as File);
        const query = { motif: motif.trim() };
        try {
          await call('POST /transactions/{id}/rejet', { params: { id }, query, form });
        } finally {
          void queryClient.invalidateQueries();
        }
      },
      () => {
        toastSuccess('Chèque rejeté', 'Ce qu’il avait payé est dû à nouveau ; son reçu le dit.');
        onEnd();
      },
    );
  return (
    <DialogForm
      state={state}
      confirm="Chèque rejeté"
      cancel="Ne rien changer"
      danger
      onSubmit={reject}
      onCancel={onEnd}
    >
      <p>
        {formatFrancs(montant)} de {contrib.fullName}, reçu {numeroRecu ?? 'à venir'}. Ce qu’il avait payé est
        dû à nouveau, et le reçu est marqué « Chèque rejeté ». Aucune caisse ne bouge.
      </p>
      <FileInput
        label="Avis de la banque"
        description="Une photo ou un PDF de 5 Mo au plus"
        placeholder="Choisir le fichier"
        accept="image/jpeg,image/png,image/webp,application/pdf"
        required
        value={avis}
        onChange={setAvis}
        error={faults['avis']}
      />
      <Textarea
        label="Motif"
        placeholder="Sans provision, signature non conforme…"
        required
        autosize
        minRows={2}
        maxLength={500}
        value={motif}
        error={faults['motif']}
        onChange={(event) => setMotif(event.currentTarget.value)}
      />
    </DialogForm>
  );
}

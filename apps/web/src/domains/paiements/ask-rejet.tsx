import { useState } from 'react';
import { Button, FileInput, Group, Textarea } from '@mantine/core';
import { modals } from '@mantine/modals';
import { formatFrancs } from '@octroi/contract/platform/values/money';
import type { Transaction } from '@octroi/contract/paiements/transactions';
import { reasonOf } from '#src/platform/api.ts';
import { call } from '#src/platform/call.ts';
import { queryClient } from '#src/platform/query.ts';
import { toastSuccess } from '#src/platform/toasts.ts';

/** Asks for the bank's notice of a returned cheque, then reverses the payment. */
export function askRejet(transaction: Transaction): void {
  const id = modals.open({
    title: 'Chèque rejeté par la banque',
    centered: true,
    closeButtonProps: { 'aria-label': 'Fermer' },
    children: <RejetForm transaction={transaction} onEnd={() => modals.close(id)} />,
  });
}

function RejetForm({ transaction, onEnd }: { transaction: Transaction; onEnd: () => void }) {
  const { id, montant, contrib, numeroRecu } = transaction;
  const [avis, setAvis] = useState<File | null>(null);
  const [motif, setMotif] = useState('');
  const [fault, setFault] = useState<string>();
  const [busy, setBusy] = useState(false);
  const reject = async (): Promise<void> => {
    if (!motif.trim()) return setFault('Veuillez entrer le motif de la banque.');
    if (!avis) return setFault('Veuillez joindre l’avis de la banque.');
    setBusy(true);
    setFault(undefined);
    const form = new FormData();
    form.append('avis', avis);
    try {
      await call('POST /transactions/{id}/rejet', { params: { id }, query: { motif: motif.trim() }, form });
      toastSuccess('Chèque rejeté', 'Ce qu’il avait payé est dû à nouveau ; son reçu le dit.');
      onEnd();
    } catch (error) {
      setFault(reasonOf(error));
    } finally {
      setBusy(false);
      await queryClient.invalidateQueries();
    }
    return undefined;
  };
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void reject();
      }}
    >
      <p style={{ marginTop: 0 }}>
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
      />
      <Textarea
        label="Motif"
        placeholder="Sans provision, signature non conforme…"
        required
        autosize
        minRows={2}
        maxLength={500}
        mt="sm"
        value={motif}
        onChange={(event) => setMotif(event.currentTarget.value)}
      />
      {fault ? <p role="alert">{fault}</p> : null}
      <Group justify="flex-end" mt="md">
        <Button variant="default" onClick={onEnd}>
          Ne rien changer
        </Button>
        <Button type="submit" color="red" loading={busy}>
          Chèque rejeté
        </Button>
      </Group>
    </form>
  );
}

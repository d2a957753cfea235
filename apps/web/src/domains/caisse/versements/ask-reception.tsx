import { useState } from 'react';
import { Textarea } from '@mantine/core';
import { modals } from '@mantine/modals';
import type { VersementRow } from '@octroi/contract/caisse/caisse';
import { formatFrancs } from '@octroi/contract/platform/values/money';
import { reasonOf } from '#src/platform/api.ts';
import { call } from '#src/platform/call.ts';
import { toastSuccess } from '#src/platform/toasts.ts';
import { askReason } from '#src/ui/ask-reason.tsx';
import { toastFailure } from '#src/platform/toasts.ts';
import { AmountInput, type Whole } from '#src/ui/form/WholeInput.tsx';
import { CashForm } from '../CashForm.tsx';
import { refreshCaisse } from '../refresh.ts';
import classes from '../Caisse.module.css';
import { useAct } from '#src/ui/use-act.ts';
import { DialogActs } from '#src/ui/form/DialogActs.tsx';

/** Receives a versement: the amount found, and the reason if it is lower. */
export function askReception(versement: VersementRow): void {
  const id = modals.open({
    title: `Recevoir de ${versement.declarant.nom}`,
    centered: true,
    closeButtonProps: { 'aria-label': 'Fermer' },
    children: <ReceptionForm versement={versement} onEnd={() => modals.close(id)} />,
  });
}

/** Refuses a versement: its declarant is responsible for it again. */
export async function askRefusal({ id, montant, declarant }: VersementRow): Promise<void> {
  const motif = await askReason({
    title: 'Refuser ce versement',
    message: `${formatFrancs(montant)} déclarés par ${declarant.nom} : il les détient à nouveau.`,
    confirm: 'Refuser',
  });
  if (motif === undefined) return;
  try {
    await call('POST /versements/{id}/refus', { params: { id }, body: { motif } });
    toastSuccess('Versement refusé');
    await refreshCaisse();
  } catch (error) {
    toastFailure(error);
  }
}

function ReceptionForm({ versement, onEnd }: { versement: VersementRow; onEnd: () => void }) {
  const [recu, setRecu] = useState<Whole>(versement.montant);
  const [motif, setMotif] = useState('');
  const [fault, setFault] = useState<string>();
  const { busy, perform } = useAct((error) => setFault(reasonOf(error)));
  const short = typeof recu === 'number' && recu < versement.montant;
  const receive = async (): Promise<void> => {
    if (recu === '' || Number.isNaN(recu)) return setFault('Veuillez entrer ce que vous avez compté.');
    await perform(async () => {
      await call('POST /versements/{id}/reception', {
        params: { id: versement.id },
        body: { recu, ...(motif.trim() ? { motif: motif.trim() } : {}) },
      });
      toastSuccess('Versement reçu', short ? 'La différence est un écart de qui l’a déclaré.' : undefined);
      await refreshCaisse();
      onEnd();
    });
    return undefined;
  };
  return (
    <CashForm>
      <p className={classes.hint}>Déclaré : {formatFrancs(versement.montant)}. Comptez avant de recevoir.</p>
      <AmountInput label="Compté et reçu" value={recu} onChange={setRecu} error={fault} data-autofocus />
      {short ? (
        <Textarea
          label="Motif de la différence"
          description="Un faux billet, un manquant…"
          required
          autosize
          minRows={2}
          maxLength={500}
          value={motif}
          onChange={(event) => setMotif(event.currentTarget.value)}
        />
      ) : null}
      <DialogActs confirm="Recevoir" busy={busy} onConfirm={() => void receive()} onCancel={onEnd} />
    </CashForm>
  );
}

import { useState } from 'react';
import { Textarea } from '@mantine/core';
import type { VersementRow } from '@octroi/contract/caisse/caisse';
import { formatFrancs } from '@octroi/contract/platform/values/money';
import { call } from '#src/platform/call.ts';
import { toastSuccess } from '#src/platform/toasts.ts';
import { performWithReason } from '#src/ui/dialog/ask-reason.tsx';
import { openDialog } from '#src/ui/dialog/open-dialog.ts';
import { AmountInput, type Whole } from '#src/ui/form/WholeInput.tsx';
import { ActForm } from '../ActForm.tsx';
import { refreshCaisse } from '../refresh.ts';
import classes from '../Caisse.module.css';

/** Receives a versement: the amount found, and the reason if it is lower. */
export const askReception = (versement: VersementRow): void =>
  openDialog(`Recevoir de ${versement.declarant.nom}`, (close) => (
    <ReceptionForm versement={versement} onEnd={close} />
  ));

/** Refuses a versement: its declarant is responsible for it again. */
export const askRefusal = ({ id, montant, declarant }: VersementRow): Promise<void> =>
  performWithReason({
    title: 'Refuser ce versement',
    message: `${formatFrancs(montant)} déclarés par ${declarant.nom} : il les détient à nouveau.`,
    confirm: 'Refuser',
    name: `refus du versement ${id}`,
    act: async (motif) => {
      await call('POST /versements/{id}/refus', { params: { id }, body: { motif } });
      toastSuccess('Versement refusé');
      void refreshCaisse();
    },
  });

function ReceptionForm({ versement, onEnd }: { versement: VersementRow; onEnd: () => void }) {
  const [recu, setRecu] = useState<Whole>(versement.montant);
  const [motif, setMotif] = useState('');
  const short = typeof recu === 'number' && recu < versement.montant;
  const counted = recu !== '' && !Number.isNaN(recu);
  const receive = async (): Promise<void> => {
    await call('POST /versements/{id}/reception', {
      params: { id: versement.id },
      body: { recu: Number(recu), ...(motif.trim() ? { motif: motif.trim() } : {}) },
    });
    toastSuccess('Versement reçu', short ? 'La différence est un écart de qui l’a déclaré.' : undefined);
  };
  return (
    <ActForm
      confirm="Recevoir"
      missing={{ recu: counted ? undefined : 'Veuillez entrer ce que vous avez compté.' }}
      fields={['recu', 'motif']}
      kept={{
        name: `réception du versement ${versement.id}`,
        values: { recu, motif },
        restore: (kept) => {
          setRecu(kept.recu);
          setMotif(kept.motif);
        },
      }}
      save={receive}
      onEnd={onEnd}
    >
      {(faults) => (
        <>
          <p className={classes.hint}>
            Déclaré : {formatFrancs(versement.montant)}. Comptez avant de recevoir.
          </p>
          <AmountInput
            label="Compté et reçu"
            value={recu}
            onChange={setRecu}
            error={faults['recu']}
            data-autofocus
          />
          {short ? (
            <Textarea
              label="Motif de la différence"
              description="Un faux billet, un manquant…"
              required
              autosize
              minRows={2}
              maxLength={500}
              value={motif}
              error={faults['motif']}
              onChange={(event) => setMotif(event.currentTarget.value)}
            />
          ) : null}
        </>
      )}
    </ActForm>
  );
}

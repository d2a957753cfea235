import { useState } from 'react';
import { Textarea, TextInput } from '@mantine/core';
import { formatNumber } from '@octroi/contract/platform/values/money';
import type { AppareilRow } from '@octroi/contract/terrain/appareils';
import { call } from '#src/platform/call.ts';
import { toastSuccess } from '#src/platform/toasts.ts';
import { DialogForm } from '#src/ui/dialog/DialogForm.tsx';
import { openDialog } from '#src/ui/dialog/open-dialog.ts';
import { useDialogForm } from '#src/ui/dialog/use-dialog-form.ts';
import { type Whole, WholeInput } from '#src/ui/form/WholeInput.tsx';
import { refreshTerrain } from './refresh.ts';

/** Declares a lost device: it is wiped at its next contact, and a procès-verbal closes its receipt series. */
export const askLoss = (appareil: AppareilRow): void =>
  openDialog(`Déclarer perdu : ${appareil.code} ${appareil.nom}`, (close) => (
    <LossForm appareil={appareil} onEnd={close} />
  ));

/** What is known of the end of its series: the last receipt received, and its unsent commands. */
function tailOf({ series, enAttente }: AppareilRow): string {
  const last = series.at(-1);
  const received = last
    ? `Le dernier reçu arrivé de ${last.annee} porte le rang ${formatNumber(last.dernier)}.`
    : 'Aucun reçu n’en est arrivé.';
  const pendingText =
    enAttente === 0
      ? 'À son dernier contact, il ne gardait rien.'
      : enAttente === 1
        ? 'À son dernier contact, il gardait une commande.'
        : `À son dernier contact, il gardait ${formatNumber(enAttente)} commandes.`;
  return `${received} ${pendingText}`;
}

interface LossValues {
  motif: string;
  procesVerbal: string;
  recus: Whole;
}

async function declare(
  { id, version }: AppareilRow,
  { motif, procesVerbal, recus }: LossValues,
): Promise<void> {
  const proof = procesVerbal.trim();
  const tail = recus === '' ? {} : { recusDeclares: recus };
  await call('POST /appareils/{id}/statut', {
    params: { id },
    body: { statut: 'effacé', motif, ...(proof ? { procesVerbal: proof, ...tail } : {}) },
    version,
  });
}

function LossForm({ appareil, onEnd }: { appareil: AppareilRow; onEnd: () => void }) {
  const [values, setValues] = useState<LossValues>({ motif: '', procesVerbal: '', recus: '' });
  const { send, ...state } = useDialogForm(['motif'], {
    name: `perte de l’appareil ${appareil.id}`,
    values,
    restore: setValues,
  });
  const submit = () =>
    send(
      { motif: values.motif.trim() ? undefined : 'Veuillez entrer le motif.' },
      () => declare(appareil, values),
      async () => {
        toastSuccess('Appareil déclaré perdu');
        await refreshTerrain();
        onEnd();
      },
    );
  return (
    <DialogForm state={state} confirm="Déclarer perdu" danger onSubmit={submit} onCancel={onEnd}>
      <p>
        Il se vide à son prochain contact ; l’argent qu’il envoie encore va aux recettes à classer.{' '}
        {tailOf(appareil)}
      </p>
      <LossFields
        values={values}
        fault={state.faults['motif']}
        set={(part) => setValues((before) => ({ ...before, ...part }))}
      />
    </DialogForm>
  );
}

interface LossFieldsProps {
  values: LossValues;
  fault: string | undefined;
  set: (part: Partial<LossValues>) => void;
}

const LossFields = ({ values: { motif, procesVerbal, recus }, fault, set }: LossFieldsProps) => (
  <>
    <Textarea
      label="Motif"
      required
      autosize
      minRows={2}
      maxLength={500}
      data-autofocus
      value={motif}
      error={fault}
      onChange={(event) => set({ motif: event.currentTarget.value })}
    />
    <TextInput
      label="Numéro du procès-verbal"
      description="Il clôt sa série de reçus : ce que l’appareil gardait n’est plus attendu. Sans lui, effacé seulement."
      maxLength={60}
      value={procesVerbal}
      onChange={(event) => set({ procesVerbal: event.currentTarget.value })}
    />
    <WholeInput
      label="Reçus déclarés perdus"
      description="Donnés après le dernier reçu arrivé, d’après l’agent."
      disabled={!procesVerbal.trim()}
      value={recus}
      onChange={(next) => set({ recus: next })}
    />
  </>
);

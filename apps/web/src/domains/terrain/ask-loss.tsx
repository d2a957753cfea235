import { useState } from 'react';
import { Alert, Textarea, TextInput } from '@mantine/core';
import { modals } from '@mantine/modals';
import { formatNumber } from '@octroi/contract/platform/values/money';
import type { AppareilRow } from '@octroi/contract/terrain/appareils';
import { reasonOf } from '#src/platform/api.ts';
import { call } from '#src/platform/call.ts';
import { toastSuccess } from '#src/platform/toasts.ts';
import { type Whole, WholeInput } from '#src/ui/form/WholeInput.tsx';
import classes from './Terrain.module.css';
import { refreshTerrain } from './refresh.ts';
import { useAct } from '#src/ui/use-act.ts';
import { DialogActs } from '#src/ui/form/DialogActs.tsx';

/** Declares a lost device: it is wiped at its next contact, and a procès-verbal closes its receipt series. */
export function askLoss(appareil: AppareilRow): void {
  const id = modals.open({
    title: `Déclarer perdu : ${appareil.code} ${appareil.nom}`,
    closeButtonProps: { 'aria-label': 'Fermer' },
    children: <LossForm appareil={appareil} onEnd={() => modals.close(id)} />,
  });
}

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

async function declare(id: number, { motif, procesVerbal, recus }: LossValues): Promise<void> {
  const proof = procesVerbal.trim();
  const tail = recus === '' ? {} : { recusDeclares: recus };
  await call('POST /appareils/{id}/statut', {
    params: { id },
    body: { statut: 'effacé', motif, ...(proof ? { procesVerbal: proof, ...tail } : {}) },
  });
  toastSuccess('Appareil déclaré perdu');
  await refreshTerrain();
}

function LossForm({ appareil, onEnd }: { appareil: AppareilRow; onEnd: () => void }) {
  const [values, setValues] = useState<LossValues>({ motif: '', procesVerbal: '', recus: '' });
  const [failure, setFailure] = useState<unknown>();
  const [missing, setMissing] = useState(false);
  const { busy, perform } = useAct((error) => setFailure(error));
  const submit = async (): Promise<void> => {
    if (!values.motif.trim()) return setMissing(true);
    await perform(async () => {
      await declare(appareil.id, values);
      onEnd();
    });
  };
  return (
    <form
      className={classes.form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void submit();
      }}
    >
      <p className={classes.told}>
        Il se vide à son prochain contact ; l’argent qu’il envoie encore va aux recettes à classer.{' '}
        {tailOf(appareil)}
      </p>
      <LossFields
        values={values}
        missing={missing}
        set={(part) => setValues((before) => ({ ...before, ...part }))}
      />
      {failure === undefined ? null : (
        <Alert color="red" role="alert">
          {reasonOf(failure)}
        </Alert>
      )}
      <DialogActs confirm="Déclarer perdu" busy={busy} danger onCancel={onEnd} />
    </form>
  );
}

interface LossFieldsProps {
  values: LossValues;
  missing: boolean;
  set: (part: Partial<LossValues>) => void;
}

const LossFields = ({ values: { motif, procesVerbal, recus }, missing, set }: LossFieldsProps) => (
  <>
    <Textarea
      label="Motif"
      required
      autosize
      minRows={2}
      maxLength={500}
      data-autofocus
      value={motif}
      error={missing && !motif.trim() ? 'Veuillez entrer le motif.' : undefined}
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

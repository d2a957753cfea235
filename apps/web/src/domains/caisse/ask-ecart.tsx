import { type ReactNode, useState } from 'react';
import { NativeSelect, Textarea } from '@mantine/core';
import type { EcartRow } from '@octroi/contract/caisse/caisse';
import { REGLEMENT_WORDS, type Reglement, reglementsOf } from '@octroi/contract/caisse/rules';
import { formatFrancs } from '@octroi/contract/platform/values/money';
import { call } from '#src/platform/call.ts';
import { toastSuccess } from '#src/platform/toasts.ts';
import { openDialog } from '#src/ui/dialog/open-dialog.ts';
import { ActForm } from './ActForm.tsx';

/** Asks for an explanation of the difference. */
export const askExplanation = (id: number): void =>
  openDialog('Expliquer l’écart', (close) => (
    <TextForm
      name={`explication de l’écart ${id}`}
      label="Explication"
      confirm="Enregistrer"
      onEnd={close}
      save={async (explication) => {
        await call('POST /ecarts/{id}/explication', { params: { id }, body: { explication } });
        toastSuccess('Écart expliqué');
      }}
    />
  ));

/** Asks for the settlement of an écart. */
export const askSettlement = ({ id, montant, titulaire }: EcartRow): void =>
  openDialog(`Régler l’écart de ${titulaire.nom} : ${formatFrancs(montant)}`, (close) => (
    <SettlementForm id={id} montant={montant} onEnd={close} />
  ));

function SettlementForm({ id, montant, onEnd }: { id: number; montant: number; onEnd: () => void }) {
  const ways = reglementsOf(montant);
  const [reglement, setReglement] = useState<Reglement>(ways[0] ?? 'compensé');
  return (
    <TextForm
      name={`règlement de l’écart ${id}`}
      label="Motif"
      confirm="Régler"
      onEnd={onEnd}
      save={async (motif) => {
        await call('POST /ecarts/{id}/reglement', { params: { id }, body: { reglement, motif } });
        toastSuccess('Écart réglé');
      }}
    >
      <NativeSelect
        label="Règlement"
        data={ways.map((value) => ({ value, label: REGLEMENT_WORDS[value] }))}
        value={reglement}
        onChange={(event) => setReglement(event.currentTarget.value as Reglement)}
        data-autofocus
      />
    </TextForm>
  );
}

interface TextFormProps {
  /** The act and its écart. */
  name: string;
  label: string;
  confirm: string;
  save: (text: string) => Promise<void>;
  onEnd: () => void;
  children?: ReactNode;
}

function TextForm({ name, label, confirm, save, onEnd, children }: TextFormProps) {
  const [text, setText] = useState('');
  return (
    <ActForm
      confirm={confirm}
      missing={{ text: text.trim() ? undefined : 'À renseigner' }}
      kept={{ name, values: { text }, restore: (typed) => setText(typed.text) }}
      save={() => save(text.trim())}
      onEnd={onEnd}
    >
      {(faults) => (
        <>
          {children}
          <Textarea
            label={label}
            required
            autosize
            minRows={2}
            maxLength={2000}
            value={text}
            error={faults['text']}
            onChange={(event) => setText(event.currentTarget.value)}
          />
        </>
      )}
    </ActForm>
  );
}

import { type ReactNode, useState } from 'react';
import { NativeSelect, Textarea } from '@mantine/core';
import { modals } from '@mantine/modals';
import type { EcartRow } from '@octroi/contract/caisse/caisse';
import { REGLEMENT_WORDS, type Reglement, reglementsOf } from '@octroi/contract/caisse/rules';
import { formatFrancs } from '@octroi/contract/platform/values/money';
import { reasonOf } from '#src/platform/api.ts';
import { call } from '#src/platform/call.ts';
import { toastSuccess } from '#src/platform/toasts.ts';
import { CashForm } from './CashForm.tsx';
import { refreshCaisse } from './refresh.ts';
import { useAct } from '#src/ui/use-act.ts';
import { DialogActs } from '#src/ui/form/DialogActs.tsx';

function openForm(title: string, form: (close: () => void) => ReactNode): void {
  const id = modals.open({
    title,
    centered: true,
    closeButtonProps: { 'aria-label': 'Fermer' },
    children: form(() => modals.close(id)),
  });
}

/** Asks for an explanation of the difference. */
export const askExplanation = (id: number): void =>
  openForm('Expliquer l’écart', (close) => (
    <TextForm
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
  openForm(`Régler l’écart de ${titulaire.nom} : ${formatFrancs(montant)}`, (close) => (
    <SettlementForm id={id} montant={montant} onEnd={close} />
  ));

function SettlementForm({ id, montant, onEnd }: { id: number; montant: number; onEnd: () => void }) {
  const ways = reglementsOf(montant);
  const [reglement, setReglement] = useState<Reglement>(ways[0] ?? 'compensé');
  return (
    <TextForm
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
  label: string;
  confirm: string;
  save: (text: string) => Promise<void>;
  onEnd: () => void;
  children?: ReactNode;
}

function TextForm({ label, confirm, save, onEnd, children }: TextFormProps) {
  const [text, setText] = useState('');
  const [fault, setFault] = useState<string>();
  const { busy, perform } = useAct((error) => setFault(reasonOf(error)));
  const submit = async (): Promise<void> => {
    if (!text.trim()) return setFault('À renseigner');
    await perform(async () => {
      await save(text.trim());
      await refreshCaisse();
      onEnd();
    });
    return undefined;
  };
  return (
    <CashForm>
      {children}
      <Textarea
        label={label}
        required
        autosize
        minRows={2}
        maxLength={2000}
        value={text}
        error={fault}
        onChange={(event) => setText(event.currentTarget.value)}
      />
      <DialogActs confirm={confirm} busy={busy} onConfirm={() => void submit()} onCancel={onEnd} />
    </CashForm>
  );
}

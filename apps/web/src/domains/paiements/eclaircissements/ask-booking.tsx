import { useState } from 'react';
import { Textarea } from '@mantine/core';
import { formatFrancs } from '@octroi/contract/platform/values/money';
import type { EclaircissementRow } from '@octroi/contract/paiements/notifications';
import { call } from '#src/platform/call.ts';
import { queryClient } from '#src/platform/query.ts';
import { toastSuccess } from '#src/platform/toasts.ts';
import { DialogForm } from '#src/ui/dialog/DialogForm.tsx';
import { openDialog } from '#src/ui/dialog/open-dialog.ts';
import { useDialogForm } from '#src/ui/dialog/use-dialog-form.ts';
import { ReferenceSelect } from '#src/ui/form/ReferenceSelect.tsx';

/** Asks for the payer of an operator's money, then books it. */
export const askBooking = (row: EclaircissementRow): void =>
  openDialog('Encaisser ce paiement', (close) => <Form row={row} onEnd={close} />);

/** For a taxpayer, or as unclassified in a collectivité. */
const book = (
  id: number,
  { payer, place, motif }: { payer: string | null; place: string | null; motif: string },
) =>
  call('POST /a_eclaircir/{id}/reglement', {
    params: { id },
    body: {
      acte: 'encaisser',
      motif,
      ...(payer ? { contribuable: Number(payer) } : {}),
      ...(!payer && place ? { entite: Number(place) } : {}),
    },
  });

function Form({ row, onEnd }: { row: EclaircissementRow; onEnd: () => void }) {
  const { id, contribuable, entite, montant, moyenPaiement, message } = row;
  const [payer, setPayer] = useState<string | null>(contribuable ? String(contribuable.id) : null);
  const [place, setPlace] = useState<string | null>(entite ? String(entite.id) : null);
  const [motif, setMotif] = useState('');
  const { send, ...state } = useDialogForm(['contribuable', 'entite', 'motif'], {
    name: `encaisser ${id}`,
    values: { payer, place, motif },
    restore: (kept) => {
      setPayer(kept.payer);
      setPlace(kept.place);
      setMotif(kept.motif);
    },
  });
  const { faults } = state;
  const save = () =>
    send(
      {},
      // what somebody else settled meanwhile is shown after a refusal too
      () => book(id, { payer, place, motif }).finally(() => void queryClient.invalidateQueries()),
      () => {
        toastSuccess(payer ? 'Paiement encaissé' : 'Paiement encaissé, à classer');
        onEnd();
      },
    );
  return (
    <DialogForm state={state} confirm="Encaisser" onSubmit={save} onCancel={onEnd}>
      <p>
        {message} {formatFrancs(montant)} par {moyenPaiement.nom} seront encaissés aujourd’hui, avec un reçu.
      </p>
      <ReferenceSelect
        label="Contribuable"
        path="contribuables"
        searchColumn="contrib.fullName"
        placeholder="Inconnu : à classer"
        autoFocus={!contribuable}
        value={payer}
        valueLabel={contribuable && payer === String(contribuable.id) ? contribuable.fullName : undefined}
        onChange={setPayer}
        error={faults['contribuable']}
      />
      {entite || payer ? null : (
        <ReferenceSelect
          label="Collectivité"
          path="entites"
          required
          value={place}
          onChange={setPlace}
          error={faults['entite']}
        />
      )}
      <Textarea
        label="Motif"
        placeholder="Veuillez entrer"
        required
        maxLength={500}
        data-autofocus={contribuable ? true : undefined}
        value={motif}
        onChange={(event) => setMotif(event.currentTarget.value)}
        error={faults['motif']}
      />
    </DialogForm>
  );
}

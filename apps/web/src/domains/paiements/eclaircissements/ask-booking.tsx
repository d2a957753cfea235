import { useState } from 'react';
import { Textarea } from '@mantine/core';
import { modals } from '@mantine/modals';
import { formatFrancs } from '@octroi/contract/platform/values/money';
import type { EclaircissementRow } from '@octroi/contract/paiements/notifications';
import { ApiError } from '#src/platform/api.ts';
import { call } from '#src/platform/call.ts';
import { queryClient } from '#src/platform/query.ts';
import { toastFailure, toastSuccess } from '#src/platform/toasts.ts';
import { ReferenceSelect } from '#src/ui/form/ReferenceSelect.tsx';
import { DialogActs } from '#src/ui/form/DialogActs.tsx';

/** Asks for the payer of an operator's money, then books it. */
export function askBooking(row: EclaircissementRow): void {
  const id = modals.open({
    title: 'Encaisser ce paiement',
    centered: true,
    closeButtonProps: { 'aria-label': 'Fermer' },
    children: <Form row={row} onEnd={() => modals.close(id)} />,
  });
}

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
  const [errors, setErrors] = useState<Readonly<Record<string, string>>>({});
  const [saving, setSaving] = useState(false);

  async function save(): Promise<void> {
    setSaving(true);
    try {
      await book(id, { payer, place, motif });
      toastSuccess(payer ? 'Paiement encaissé' : 'Paiement encaissé, à classer');
      onEnd();
    } catch (error) {
      toastFailure(error);
      if (error instanceof ApiError)
        setErrors(Object.fromEntries(error.errors.map(({ field, message: text }) => [field, text])));
    } finally {
      setSaving(false);
      await queryClient.invalidateQueries();
    }
    return undefined;
  }
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void save();
      }}
    >
      <p style={{ marginTop: 0 }}>
        {message} {formatFrancs(montant)} par {moyenPaiement.nom} seront encaissés aujourd’hui, avec un reçu.
      </p>
      <ReferenceSelect
        label="Contribuable"
        path="contribuables"
        searchColumn="contrib.fullName"
        placeholder="Inconnu : à classer"
        value={payer}
        valueLabel={contribuable && payer === String(contribuable.id) ? contribuable.fullName : undefined}
        onChange={setPayer}
        error={errors['contribuable']}
      />
      {entite || payer ? null : (
        <ReferenceSelect
          label="Collectivité"
          path="entites"
          required
          value={place}
          onChange={setPlace}
          error={errors['entite']}
        />
      )}
      <Textarea
        label="Motif"
        placeholder="Veuillez entrer"
        required
        maxLength={500}
        value={motif}
        onChange={(event) => setMotif(event.currentTarget.value)}
        error={errors['motif']}
      />
      <DialogActs confirm="Encaisser" busy={saving} onCancel={onEnd} mt="md" />
    </form>
  );
}

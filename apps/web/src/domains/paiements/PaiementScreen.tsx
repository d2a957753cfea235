import { useState } from 'react';
import { NativeSelect, NumberInput, Textarea, TextInput } from '@mantine/core';
import { MOYEN_REMBOURSEMENT } from '@octroi/contract/constants';
import { PAIEMENT_MESSAGES } from '@octroi/contract/paiements/rules';
import { taxYears } from '@octroi/contract/period';
import { useNavigate } from '@tanstack/react-router';
import { useSession } from '#src/platform/session.ts';
import { ReferenceSelect } from '#src/ui/ReferenceSelect.tsx';
import { type FieldErrors, MoneyForm } from './MoneyForm.tsx';

/** Every method but that of refunds. */
const METHODS = [{ column: 'mp.id', operator: 'not eq' as const, x: String(MOYEN_REMBOURSEMENT) }];

/** Takes a payment at the counter. */
export function PaiementScreen() {
  const { today } = useSession();
  const navigate = useNavigate();
  const [montant, setMontant] = useState<number | string>('');
  const [moyen, setMoyen] = useState<string | null>(null);
  const [reference, setReference] = useState('');
  const [annee, setAnnee] = useState('');
  const [motif, setMotif] = useState('');

  const check = (): FieldErrors => ({
    ...(typeof montant === 'number' && montant > 0 ? {} : { montant: 'Veuillez entrer le montant.' }),
    ...(moyen ? {} : { moyenPaiement: 'Veuillez choisir le moyen de paiement.' }),
    ...(Number(montant) > 1_000_000_000 ? { montant: PAIEMENT_MESSAGES.demesure } : {}),
  });
  return (
    <MoneyForm
      title="Encaissement"
      check={check}
      body={() => ({
        montant,
        moyenPaiement: Number(moyen),
        noTransaction: reference.trim() || null,
        annee: annee ? Number(annee) : null,
        motif: motif.trim() || null,
      })}
      onDone={({ id }) => void navigate({ to: `/transactions/${id}` })}
      fields={(errors) => (
        <>
          <NumberInput
            label="Montant"
            description="Francs CFA"
            placeholder="Veuillez entrer"
            required
            autoFocus
            hideControls
            allowDecimal={false}
            allowNegative={false}
            thousandSeparator=" "
            value={montant}
            error={errors['montant']}
            onChange={setMontant}
          />
          <ReferenceSelect
            label="Moyen de paiement"
            placeholder="Choisir"
            required
            path="moyen_paiements"
            filters={METHODS}
            enabledOnly
            value={moyen}
            error={errors['moyenPaiement']}
            onChange={setMoyen}
          />
          <TextInput
            label="Référence"
            description="Le numéro de l’opérateur, du chèque ou du virement ; sans elle, un numéro est donné."
            maxLength={60}
            value={reference}
            error={errors['noTransaction']}
            onChange={(event) => setReference(event.currentTarget.value)}
          />
          <NativeSelect
            label="Année à payer d’abord"
            data={[
              { value: '', label: 'La plus ancienne' },
              ...taxYears(today).map((year) => ({ value: String(year), label: String(year) })),
            ]}
            value={annee}
            error={errors['annee']}
            onChange={(event) => setAnnee(event.currentTarget.value)}
          />
          <Textarea
            label="Motif"
            autosize
            minRows={2}
            maxLength={500}
            value={motif}
            error={errors['motif']}
            onChange={(event) => setMotif(event.currentTarget.value)}
          />
        </>
      )}
    />
  );
}

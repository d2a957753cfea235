import { useState } from 'react';
import { NumberInput, Textarea } from '@mantine/core';
import { MOYEN_REMBOURSEMENT } from '@octroi/contract/constants';
import { PAIEMENT_MESSAGES } from '@octroi/contract/paiements/rules';
import { useBackToList } from '#src/ui/list/index.ts';
import { MoneyForm } from './MoneyForm.tsx';

/** Gives money back (specification 2 section 2.8): then the list of taxpayers, as it was left. */
export function RemboursementScreen() {
  const back = useBackToList('/contribuables');
  const [montant, setMontant] = useState<number | string>('');
  const [motif, setMotif] = useState('');
  return (
    <MoneyForm
      title="Remboursement"
      check={() => ({
        ...(typeof montant === 'number' && montant > 0 ? {} : { montant: 'Veuillez entrer le montant.' }),
        ...(motif.trim() ? {} : { motif: PAIEMENT_MESSAGES.motif }),
      })}
      body={() => ({
        montant: -Number(montant),
        moyenPaiement: MOYEN_REMBOURSEMENT,
        motif: motif.trim(),
      })}
      onDone={back}
      fields={(errors) => (
        <>
          <NumberInput
            label="Montant"
            description="Francs CFA à rendre, au plus ce qui a été payé"
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
          <Textarea
            label="Motif"
            placeholder="Veuillez entrer"
            required
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

import { SCREENS } from '@octroi/contract/register';
import { PAGES } from '@octroi/contract/pages';
import { Textarea } from '@mantine/core';
import { MOYEN_REMBOURSEMENT } from '@octroi/contract/constants';
import { montantFault, PAIEMENT_MESSAGES } from '@octroi/contract/paiements/rules';
import { getRouteApi } from '@tanstack/react-router';
import { useBackToList } from '#src/ui/list/index.ts';
import { AmountInput, type Whole } from '#src/ui/form/WholeInput.tsx';
import { MoneyForm } from './MoneyForm.tsx';
import { paid, returnable, WillTakeBack } from './Solde.tsx';

const route = getRouteApi(`/shell${PAGES.remboursement}`);

const EMPTY = { montant: '' as Whole, motif: '' };

/** Refunds money (specification 2 section 2.8), then returns to the taxpayer list. */
export function RemboursementScreen() {
  const { id } = route.useParams();
  const back = useBackToList(SCREENS.contribuables.url);
  return (
    <MoneyForm
      id={id}
      title="Remboursement"
      rights={[
        ['transactions', 'Créer'],
        ['transactions', 'Valider'],
      ]}
      initialValues={EMPTY}
      check={({ montant, motif }, compte) => ({
        montant:
          montantFault(montant) ??
          (Number(montant) > paid(compte) ? PAIEMENT_MESSAGES.rembourse(paid(compte)) : undefined),
        motif: motif.trim() ? undefined : PAIEMENT_MESSAGES.motif,
      })}
      body={({ montant, motif }) => ({
        montant: -Number(montant),
        moyenPaiement: MOYEN_REMBOURSEMENT,
        motif: motif.trim(),
      })}
      onDone={back}
      onWaiting={back}
      figures={returnable}
      fields={({ values, getInputProps }, compte) => (
        <>
          <AmountInput
            label="Montant"
            description="Francs CFA à rendre, au plus ce qui a été payé"
            placeholder="Veuillez entrer"
            required
            autoFocus
            {...getInputProps('montant')}
          />
          <WillTakeBack compte={compte} montant={values.montant} />
          <Textarea
            label="Motif"
            placeholder="Veuillez entrer"
            required
            autosize
            minRows={2}
            maxLength={500}
            {...getInputProps('motif')}
          />
        </>
      )}
    />
  );
}

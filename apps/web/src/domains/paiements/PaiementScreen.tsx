import { PAGES } from '@octroi/contract/pages';
import { NativeSelect, Textarea, TextInput } from '@mantine/core';
import { MOYEN_REMBOURSEMENT } from '@octroi/contract/constants';
import { montantFault } from '@octroi/contract/paiements/rules';
import { taxYears } from '@octroi/contract/period';
import { getRouteApi } from '@tanstack/react-router';
import { useSession } from '#src/platform/session.ts';
import { ReferenceSelect } from '#src/ui/ReferenceSelect.tsx';
import { AmountInput, type Whole } from '#src/ui/WholeInput.tsx';
import { MoneyForm } from './MoneyForm.tsx';

const route = getRouteApi(`/shell${PAGES.encaissement}`);

/** Every method but that of refunds. */
const METHODS = [{ column: 'mp.id', operator: 'not eq' as const, x: String(MOYEN_REMBOURSEMENT) }];

const EMPTY = {
  montant: '' as Whole,
  moyenPaiement: null as string | null,
  noTransaction: '',
  annee: '',
  motif: '',
};

/** Takes a payment at the counter. */
export function PaiementScreen() {
  const { today } = useSession();
  const { id } = route.useParams();
  const navigate = route.useNavigate();
  return (
    <MoneyForm
      id={id}
      title="Encaissement"
      rights={[['transactions', 'Créer']]}
      initialValues={EMPTY}
      check={({ montant, moyenPaiement }) => ({
        montant: montantFault(montant),
        moyenPaiement: moyenPaiement ? undefined : 'Veuillez choisir le moyen de paiement.',
      })}
      body={({ montant, moyenPaiement, noTransaction, annee, motif }) => ({
        montant: Number(montant),
        moyenPaiement: Number(moyenPaiement),
        noTransaction: noTransaction.trim() || null,
        annee: annee ? Number(annee) : null,
        motif: motif.trim() || null,
      })}
      onDone={(transaction) =>
        void navigate({ to: PAGES.transaction, params: { id: String(transaction.id) } })
      }
      fields={({ values, getInputProps }) => (
        <>
          <AmountInput
            label="Montant"
            description="Francs CFA"
            placeholder="Veuillez entrer"
            required
            autoFocus
            {...getInputProps('montant')}
          />
          <ReferenceSelect
            label="Moyen de paiement"
            placeholder="Choisir"
            required
            path="moyen_paiements"
            filters={METHODS}
            enabledOnly
            value={values.moyenPaiement}
            {...getInputProps('moyenPaiement')}
          />
          <TextInput
            label="Référence"
            description="Le numéro de l’opérateur, du chèque ou du virement ; sans elle, un numéro est donné."
            maxLength={60}
            {...getInputProps('noTransaction')}
          />
          <NativeSelect
            label="Année à payer d’abord"
            data={[
              { value: '', label: 'La plus ancienne' },
              ...taxYears(today).map((year) => ({ value: String(year), label: String(year) })),
            ]}
            {...getInputProps('annee')}
          />
          <Textarea label="Motif" autosize minRows={2} maxLength={500} {...getInputProps('motif')} />
        </>
      )}
    />
  );
}

import { PAGES } from '@octroi/contract/pages';
import { Button, Group, NativeSelect, Textarea, TextInput } from '@mantine/core';
import { MOYEN_REMBOURSEMENT } from '@octroi/contract/constants';
import { resteOf } from '@octroi/contract/contribuables/fiche/solde';
import type { Compte } from '@octroi/contract/contribuables/fiche/compte';
import { formatFrancs } from '@octroi/contract/platform/values/money';
import { montantFault } from '@octroi/contract/paiements/rules';
import { getRouteApi } from '@tanstack/react-router';
import { ReferenceSelect } from '#src/ui/form/ReferenceSelect.tsx';
import { AmountInput, type Whole } from '#src/ui/form/WholeInput.tsx';
import { MoneyForm } from './MoneyForm.tsx';
import { dueFigures, WillPay } from './Solde.tsx';

const route = getRouteApi(`/shell${PAGES.encaissement}`);

/** All methods except refunds. */
const METHODS = [{ column: 'mp.id', operator: 'not eq' as const, x: String(MOYEN_REMBOURSEMENT) }];

const EMPTY = {
  montant: '' as Whole,
  moyenPaiement: null as string | null,
  noTransaction: '',
  annee: '',
  motif: '',
};

/** Years with échéances, earliest first. */
const yearsOf = ({ echeances }: Compte): number[] => [...new Set(echeances.map(({ annee }) => annee))];

/** Suggested amounts: the current year, and everything; with the year to pay first. */
function settlements({
  annee,
  echeances,
  solde,
}: Compte): { label: string; montant: number; annee: string }[] {
  const ofYear = echeances
    .filter((each) => each.annee === annee)
    .reduce((total, each) => total + resteOf(each), 0);
  return [
    { label: `Solder ${annee}`, montant: ofYear, annee: String(annee) },
    { label: 'Tout solder', montant: solde.aPayer, annee: '' },
  ].filter(({ montant }) => montant > 0);
}

interface SettlementsProps {
  compte: Compte;
  onChoose: (chosen: { montant: number; annee: string }) => void;
}

const Settlements = ({ compte, onChoose }: SettlementsProps) => (
  <Group gap={8}>
    {settlements(compte).map(({ label, montant, annee }) => (
      <Button key={label} variant="default" onClick={() => onChoose({ montant, annee })}>
        {label} : {formatFrancs(montant)}
      </Button>
    ))}
  </Group>
);

/** Enters a payment at the counter. */
export function PaiementScreen() {
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
      figures={dueFigures}
      fields={({ values, getInputProps, setValues, clearErrors }, compte) => (
        <>
          <Settlements
            compte={compte}
            onChoose={(chosen) => {
              setValues(chosen);
              clearErrors();
            }}
          />
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
              ...yearsOf(compte).map((year) => ({ value: String(year), label: String(year) })),
            ]}
            {...getInputProps('annee')}
          />
          <WillPay
            compte={compte}
            montant={values.montant}
            annee={values.annee ? Number(values.annee) : null}
          />
          <Textarea label="Motif" autosize minRows={2} maxLength={500} {...getInputProps('motif')} />
        </>
      )}
    />
  );
}

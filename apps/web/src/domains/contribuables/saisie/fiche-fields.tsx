/** Fields shared by both forms of a taxpayer. */
import { Switch, TextInput, type TextInputProps } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { MOYEN_REMBOURSEMENT } from '@octroi/contract/constants';
import type { Contribuable } from '@octroi/contract/contribuables/saisie/saisie';
import { ReferenceSelect } from '#src/ui/form/ReferenceSelect.tsx';
import { faultsLeft, type FicheText, type LigneText } from './values.ts';
import classes from './Saisie.module.css';

export type FicheForm = UseFormReturnType<FicheText>;

export const PIECES = [
  "Carte nationale d'identité",
  'Passeport',
  'Permis de conduire',
  "Carte d'électeur",
  'Carte consulaire',
  'Carte biométrique CEDEAO',
];

/** Replaces the lines, and drops the errors of changed lines. */
export function changeLignes(form: FicheForm, lignes: LigneText[]): void {
  const remaining = faultsLeft(form.errors, form.values.lignes, lignes);
  form.setFieldValue('lignes', lignes);
  form.setErrors(remaining);
}

interface FicheInputProps extends Omit<TextInputProps, 'form' | 'name'> {
  form: FicheForm;
  name: keyof FicheText;
}

/** A one-line text field. */
export const FicheInput = ({ form, name, ...rest }: FicheInputProps) => (
  <TextInput maxLength={255} size="md" {...form.getInputProps(name)} {...rest} />
);

/** All methods except refunds. */
const METHODS = [{ column: 'mp.id', operator: 'not eq' as const, x: String(MOYEN_REMBOURSEMENT) }];

interface MoyenSelectProps {
  form: FicheForm;
  required?: boolean;
  /** The stored record, which names its method. */
  record: Contribuable | undefined;
}

export function MoyenSelect({ form, record, required = false }: MoyenSelectProps) {
  const chosen = form.values.moyenPaiementPrefere;
  const stored = record?.moyenPaiementPrefere;
  return (
    <ReferenceSelect
      label="Moyen de paiement préféré"
      path="moyen_paiements"
      filters={METHODS}
      enabledOnly
      creatable
      required={required}
      clearable={!required}
      size="md"
      value={chosen}
      valueLabel={stored && String(stored.id) === chosen ? stored.nom : undefined}
      onChange={(id) => form.setFieldValue('moyenPaiementPrefere', id)}
      error={form.errors['moyenPaiementPrefere']}
    />
  );
}

export const ActiveSwitch = ({ form }: { form: FicheForm }) => (
  <Switch
    className={classes.wide ?? ''}
    label="Active"
    checked={form.values.enabled}
    onChange={({ currentTarget: { checked } }) => form.setFieldValue('enabled', checked)}
  />
);

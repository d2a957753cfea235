import { SCREENS } from '@octroi/contract/register';
import './saisie.css';
import { useState } from 'react';
import { Select } from '@mantine/core';
import { useForm } from '@mantine/form';
import type { Contribuable } from '@octroi/contract/contribuables/saisie/saisie';
import { SAISIE_MESSAGES } from '@octroi/contract/contribuables/saisie/saisie';
import { ApiError } from '#src/platform/api.ts';
import { useBackToList } from '#src/ui/list/last-list.ts';
import { SaveForm } from '#src/ui/form/SaveForm.tsx';
import { useLeaveGuard } from '#src/ui/form/use-leave-guard.ts';
import { WholeInput } from '#src/ui/form/WholeInput.tsx';
import { BaseTaxableFields } from './BaseTaxableFields.tsx';
import { ActiveSwitch, FicheInput, MoyenSelect, PIECES } from './fiche-fields.tsx';
import { useSave } from './use-save.ts';
import { chosenLignes, contractFaults, faultsAt, type FicheText, ficheOf, quantiteFaults } from './values.ts';
import classes from './Saisie.module.css';

const LIST = SCREENS.enrollements.url;

/** The required fields with their messages (specification 2 section 5). */
const REQUIRED: readonly [keyof FicheText, string][] = [
  ['nom', SAISIE_MESSAGES.nom],
  ['prenom', 'Veuillez entrer le prénom'],
  ['age', "Veuillez entrer l'âge"],
  ['lieuNaissance', 'Veuillez entrer le lieu de naissance'],
  ['telephone', 'Veuillez entrer le téléphone'],
  ['adresse', "Veuillez entrer l'adresse"],
  ['typePieceIdentite', "Veuillez entrer le type de pièce d'identité"],
  ['numeroPieceIdentite', "Veuillez entrer le numéro de pièce d'identité"],
  ['moyenPaiementPrefere', 'Veuillez choisir le moyen de paiement préféré'],
];
/** Further required fields of a « Personne morale ». */
const OF_MORALE: readonly [keyof FicheText, string][] = [
  ['raisonSociale', SAISIE_MESSAGES.raisonSociale],
  ['nif', 'Veuillez entrer le NIF'],
];
const NO_BASE = 'Veuillez choisir une activité ou un équipement';

const isEmpty = (value: unknown): boolean =>
  value === null || (typeof value === 'string' && value.trim() === '');

function faultsOf(fiche: FicheText): Record<string, string> {
  const required = [...REQUIRED, ...(fiche.type === 'Personne morale' ? OF_MORALE : [])];
  return {
    ...contractFaults(fiche),
    ...quantiteFaults(fiche),
    ...(chosenLignes(fiche.lignes).length === 0 ? { lignes: NO_BASE } : {}),
    ...Object.fromEntries(required.filter(([name]) => isEmpty(fiche[name]))),
  };
}

/** A taxpayer with a raison sociale, now or before, is a « Personne morale ». */
const typeOf = (values: FicheText, record: Contribuable): FicheText['type'] =>
  values.raisonSociale.trim() || record.type === 'Personne morale' ? 'Personne morale' : 'Personne physique';

/** Form state, validation and save. */
function useCorrection(record: Contribuable) {
  const [initial] = useState(() => ficheOf(record));
  const form = useForm<FicheText>({ initialValues: initial });
  const back = useBackToList(LIST);
  const release = useLeaveGuard(form.isDirty(), {
    values: form.values,
    restore: form.setValues,
    version: record.version,
  });
  const { saving, failure, save } = useSave(record, release);
  const submit = async (overwrite = false): Promise<void> => {
    const values = form.getValues();
    const fiche: FicheText = { ...values, type: typeOf(values, record) };
    const faults = faultsOf(fiche);
    if (Object.keys(faults).length > 0) return form.setErrors(faults);
    const outcome = await save(fiche, initial, overwrite);
    if (outcome instanceof ApiError) return form.setErrors(faultsAt(outcome.errors, fiche));
    if (outcome) back();
  };
  return { form, initial, saving, failure, submit };
}

/** Edits a taxpayer and one of its taxable bases at a time (specification 2 section 2.11). */
export function EnrollementForm({ record, onReload }: { record: Contribuable; onReload: () => void }) {
  const { form, initial, saving, failure, submit } = useCorrection(record);
  const morale = typeOf(form.values, record) === 'Personne morale';
  return (
    <SaveForm
      list={LIST}
      errors={form.errors}
      saving={saving}
      failure={failure}
      onSave={() => void submit()}
      onReload={onReload}
      onSaveOver={() => void submit(true)}
    >
      <div className={classes.fields}>
        <FicheInput form={form} name="nom" label="Nom" withAsterisk />
        <FicheInput form={form} name="prenom" label="Prénom" withAsterisk />
        <WholeInput label="Age" withAsterisk size="md" {...form.getInputProps('age')} />
        <FicheInput form={form} name="lieuNaissance" label="Lieu de naissance" withAsterisk />
        <FicheInput
          form={form}
          name="telephone"
          label="Téléphone"
          withAsterisk
          inputMode="tel"
          maxLength={40}
        />
        <FicheInput form={form} name="adresse" label="Adresse" withAsterisk />
        <Select
          label="Type pièce d'identité"
          withAsterisk
          placeholder="Choisir…"
          size="md"
          data={[...new Set([...(initial.typePieceIdentite ? [initial.typePieceIdentite] : []), ...PIECES])]}
          {...form.getInputProps('typePieceIdentite')}
        />
        <FicheInput
          form={form}
          name="numeroPieceIdentite"
          label="Numéro pièce d'identité"
          withAsterisk
          maxLength={60}
        />
        <FicheInput form={form} name="raisonSociale" label="Raison sociale" withAsterisk={morale} />
        <FicheInput form={form} name="nif" label="Nif" maxLength={60} withAsterisk={morale} />
        <MoyenSelect form={form} record={record} required />
        <BaseTaxableFields form={form} stored={record.lignes} />
        <ActiveSwitch form={form} />
      </div>
    </SaveForm>
  );
}

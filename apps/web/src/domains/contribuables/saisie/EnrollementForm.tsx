import { SCREENS } from '@octroi/contract/register';
import './saisie.css';
import { useState } from 'react';
import { Select, Switch, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import type { Contribuable } from '@octroi/contract/contribuables/saisie/saisie';
import { isTelephone, SAISIE_MESSAGES } from '@octroi/contract/contribuables/saisie/saisie';
import { ENTIER } from '@octroi/contract/money';
import { ApiError } from '#src/platform/api.ts';
import { useBackToList } from '#src/ui/list/last-list.ts';
import { ReferenceSelect } from '#src/ui/ReferenceSelect.tsx';
import { SaveForm } from '#src/ui/SaveForm.tsx';
import { useLeaveGuard } from '#src/ui/use-leave-guard.ts';
import { WholeInput } from '#src/ui/WholeInput.tsx';
import { PIECES } from './InfosTab.tsx';
import { useSave } from './use-save.ts';
import { PrecisionSelect, useTarifs } from './PrecisionSelect.tsx';
import {
  EMPTY_LINE,
  faultsAt,
  type FicheText,
  ficheOf,
  type LigneText,
  tarifOf,
  withEquipement,
} from './values.ts';
import classes from './Saisie.module.css';

const LIST = SCREENS.enrollements.url;

/** What the form asks of everybody, each with its hint (specification 2 section 5). */
const REQUIRED: readonly [keyof FicheText, string][] = [
  ['nom', SAISIE_MESSAGES.nom],
  ['prenom', 'Veuillez entrer le prénom'],
  ['age', "Veuillez entrer l'âge"],
  ['lieuNaissance', 'Veuillez entrer le lieu de naissance'],
  ['telephone', 'Veuillez entrer le téléphone'],
  ['adresse', "Veuillez entrer l'adresse"],
  ['typePieceIdentite', "Veuillez entrer le type de pièce d'identité"],
  ['numeroPieceIdentite', "Veuillez entrer le numéro de pièce d'identité"],
];

const NEW = 'nouvelle';

/** What a line is called where it is chosen. */
const labelOf = ({ typeEquipement, natureActivite, precision }: Contribuable['lignes'][number]): string =>
  [typeEquipement?.nom ?? natureActivite?.nom, precision].filter(Boolean).join(' ');

function faultsOf(fiche: FicheText): Record<string, string> {
  const faults = Object.fromEntries(
    REQUIRED.flatMap(([name, hint]) => {
      const value = fiche[name];
      return value === '' || value === null || (typeof value === 'string' && value.trim() === '')
        ? [[name, hint]]
        : [];
    }),
  );
  if (Number.isNaN(fiche.age)) faults['age'] = ENTIER;
  if (!faults['telephone'] && !isTelephone(fiche.telephone)) faults['telephone'] = SAISIE_MESSAGES.telephone;
  return faults;
}

/** One taxpayer and one of its taxable bases at a time (specification 2 section 2.11). */
export function EnrollementForm({ record, onReload }: { record: Contribuable; onReload: () => void }) {
  const [initial] = useState(() => ficheOf(record));
  const form = useForm<FicheText>({ initialValues: initial });
  const [rank, setRank] = useState(0);
  const back = useBackToList(LIST);
  const release = useLeaveGuard(form.isDirty());
  const { saving, failure, save } = useSave(record);
  const ligne = form.values.lignes[rank] ?? EMPTY_LINE;
  const tarifs = useTarifs(form.values.ramification);
  const inEntite = [{ column: 'ent.id', operator: 'eq', x: form.values.entite ?? '' } as const];
  const stored = record.lignes[rank];

  const setLigne = (next: LigneText): void =>
    form.setFieldValue(
      'lignes',
      rank < form.values.lignes.length ? form.values.lignes.with(rank, next) : [...form.values.lignes, next],
    );
  const submit = async (over = false): Promise<void> => {
    const values = form.getValues();
    const fiche: FicheText = {
      ...values,
      type: values.raisonSociale.trim() ? 'Personne morale' : 'Personne physique',
    };
    const faults = faultsOf(fiche);
    if (Object.keys(faults).length > 0) return form.setErrors(faults);
    const outcome = await save(fiche, initial, over);
    if (outcome instanceof ApiError) return form.setErrors(faultsAt(outcome.errors, fiche));
    if (!outcome) return;
    release();
    back();
  };
  const text = (name: keyof FicheText, label: string, more: object = {}) => (
    <TextInput label={label} maxLength={255} size="md" {...form.getInputProps(name)} {...more} />
  );
  const required = { withAsterisk: true };
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
        {text('nom', 'Nom', required)}
        {text('prenom', 'Prénom', required)}
        <WholeInput label="Age" withAsterisk size="md" {...form.getInputProps('age')} />
        {text('lieuNaissance', 'Lieu de naissance', required)}
        {text('telephone', 'Téléphone', { ...required, inputMode: 'tel', maxLength: 40 })}
        {text('adresse', 'Adresse', required)}
        <Select
          label="Type pièce d'identité"
          withAsterisk
          placeholder="Choisir…"
          openOnFocus={false}
          allowDeselect={false}
          size="md"
          data={[...new Set([...(initial.typePieceIdentite ? [initial.typePieceIdentite] : []), ...PIECES])]}
          {...form.getInputProps('typePieceIdentite')}
        />
        {text('numeroPieceIdentite', "Numéro pièce d'identité", { ...required, maxLength: 60 })}
        {text('raisonSociale', 'Raison sociale')}
        {text('nif', 'Nif', { maxLength: 60 })}
        <ReferenceSelect
          label="Moyen de paiement préféré"
          path="moyen_paiements"
          enabledOnly
          clearable
          size="md"
          value={form.values.moyenPaiementPrefere}
          valueLabel={
            form.values.moyenPaiementPrefere === initial.moyenPaiementPrefere
              ? record.moyenPaiementPrefere?.nom
              : undefined
          }
          onChange={(id) => form.setFieldValue('moyenPaiementPrefere', id)}
        />
        <Select
          label="Base taxable"
          openOnFocus={false}
          allowDeselect={false}
          size="md"
          data={[
            ...record.lignes.map((one, index) => ({
              value: String(index),
              label: `${index + 1}. ${labelOf(one)}`,
            })),
            { value: NEW, label: 'Nouvelle base taxable' },
          ]}
          value={rank < record.lignes.length ? String(rank) : NEW}
          onChange={(value) =>
            setRank(value === NEW || value === null ? record.lignes.length : Number(value))
          }
        />
        <ReferenceSelect
          label="Activité"
          path="nature_activites"
          filters={inEntite}
          enabledOnly
          clearable
          disabled={ligne.typeEquipement !== null}
          placeholder={ligne.typeEquipement ? 'Équipement choisi' : 'Choisir…'}
          size="md"
          value={ligne.natureActivite}
          error={form.errors[`lignes.${rank}.natureActivite`]}
          valueLabel={
            String(stored?.natureActivite?.id) === ligne.natureActivite
              ? stored?.natureActivite?.nom
              : undefined
          }
          onChange={(natureActivite) => setLigne({ ...ligne, natureActivite })}
        />
        <ReferenceSelect
          label="Equipement"
          path="type_equipements"
          filters={inEntite}
          enabledOnly
          clearable
          disabled={ligne.natureActivite !== null}
          placeholder={ligne.natureActivite ? 'Activité choisie' : 'Choisir…'}
          size="md"
          value={ligne.typeEquipement}
          error={form.errors[`lignes.${rank}.typeEquipement`]}
          valueLabel={
            String(stored?.typeEquipement?.id) === ligne.typeEquipement
              ? stored?.typeEquipement?.nom
              : undefined
          }
          onChange={(typeEquipement) => setLigne(withEquipement(ligne, typeEquipement))}
        />
        <PrecisionSelect
          size="md"
          tarif={tarifOf(tarifs, ligne)}
          value={ligne.precision}
          error={form.errors[`lignes.${rank}.precision`]}
          onChange={(precision) => setLigne({ ...ligne, precision })}
        />
        <Switch
          className={classes.wide ?? ''}
          label="Active"
          checked={form.values.enabled}
          onChange={({ currentTarget: { checked } }) => form.setFieldValue('enabled', checked)}
        />
      </div>
    </SaveForm>
  );
}

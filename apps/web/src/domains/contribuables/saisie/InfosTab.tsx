import { Select, Switch, TextInput } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { TYPES_CONTRIBUABLE } from '@octroi/contract/constants';
import { useSession } from '#src/platform/session.ts';
import { PositionPicker } from '#src/ui/map/PositionPicker.tsx';
import { ReferenceSelect } from '#src/ui/ReferenceSelect.tsx';
import { WholeInput } from '#src/ui/WholeInput.tsx';
import type { FicheText } from './values.ts';
import classes from './Saisie.module.css';

export const PIECES = [
  "Carte nationale d'identité",
  'Passeport',
  'Permis de conduire',
  "Carte d'électeur",
  'Carte consulaire',
  'Carte biométrique CEDEAO',
];

interface InfosTabProps {
  form: UseFormReturnType<FicheText>;
  /** Name of the payment method that is chosen, where it is known. */
  moyen: string | undefined;
  /** The collectivité of a record that exists stays. */
  fixedEntite: boolean;
}

const told = ({ errors }: UseFormReturnType<FicheText>, name: string): Record<string, string> =>
  typeof errors[name] === 'string' ? { [name]: errors[name] } : {};

/** What is said of the taxpayer (specification 2 section 2.6). */
export function InfosTab({ form, moyen, fixedEntite }: InfosTabProps) {
  const { collectivites, ramifications } = useSession();
  const { values } = form;
  const known = [...collectivites, ...ramifications.map(({ entite }) => entite)];
  const entites = known.filter(({ id }, index) => known.findIndex((one) => one.id === id) === index);
  const piece = values.typePieceIdentite;
  const text = (name: keyof FicheText, label: string, more: object = {}) => (
    <TextInput label={label} maxLength={255} size="md" {...form.getInputProps(name)} {...more} />
  );
  const count = (name: 'age' | 'nbreBetail', label: string) => (
    <WholeInput label={label} size="md" {...form.getInputProps(name)} />
  );
  return (
    <div className={classes.fields}>
      <Select
        label="Type"
        withAsterisk
        openOnFocus={false}
        allowDeselect={false}
        size="md"
        data={[...TYPES_CONTRIBUABLE]}
        {...form.getInputProps('type')}
      />
      {values.type === 'Personne morale' ? (
        text('raisonSociale', 'Raison sociale', { withAsterisk: true })
      ) : (
        <span />
      )}
      {text('nom', 'Nom', { withAsterisk: true })}
      {text('prenom', 'Prénom')}
      {count('age', 'Age')}
      {text('lieuNaissance', 'Lieu de naissance')}
      {text('telephone', 'Téléphone', { inputMode: 'tel', maxLength: 40 })}
      <ReferenceSelect
        label="Moyen de paiement préféré"
        path="moyen_paiements"
        enabledOnly
        clearable
        size="md"
        value={values.moyenPaiementPrefere}
        valueLabel={moyen}
        onChange={(id) => form.setFieldValue('moyenPaiementPrefere', id)}
        error={form.errors['moyenPaiementPrefere']}
      />
      <Select
        label="Type de pièce d'identité"
        placeholder="Choisir…"
        clearable
        openOnFocus={false}
        size="md"
        data={piece && !PIECES.includes(piece) ? [piece, ...PIECES] : PIECES}
        clearButtonProps={{ 'aria-label': 'Effacer le choix' }}
        {...form.getInputProps('typePieceIdentite')}
      />
      {text('numeroPieceIdentite', "Numéro de pièce d'identité", { maxLength: 60 })}
      {entites.length > 1 && !fixedEntite ? (
        <Select
          label="Collectivité"
          withAsterisk
          searchable
          openOnFocus={false}
          allowDeselect={false}
          size="md"
          placeholder="Choisir…"
          error={
            form.errors['ramification'] && values.entite === null
              ? 'Veuillez choisir une collectivité'
              : undefined
          }
          data={entites.map(({ id, nom }) => ({ value: String(id), label: nom }))}
          value={values.entite}
          onChange={(entite) => form.setValues({ entite, ramification: null, lignes: [] })}
          nothingFoundMessage="Rien trouvé"
        />
      ) : null}
      <ReferenceSelect
        label="Localisation"
        required
        path="ramifications"
        enabledOnly
        size="md"
        disabled={values.entite === null}
        filters={values.entite ? [{ column: 'ent.id', operator: 'eq', x: values.entite }] : []}
        value={values.ramification}
        onChange={(id) => form.setFieldValue('ramification', id)}
        error={values.entite === null ? undefined : form.errors['ramification']}
      />
      {text('adresse', 'Adresse')}
      {text('nif', 'NIF', { maxLength: 60 })}
      {count('nbreBetail', 'Bétail (têtes)')}
      <Switch
        className={classes.wide ?? ''}
        label="Active"
        checked={values.enabled}
        onChange={({ currentTarget: { checked } }) => form.setFieldValue('enabled', checked)}
      />
      <div className={classes.wide}>
        <PositionPicker
          value={values.position}
          onChange={(position) => form.setFieldValue('position', position)}
          errors={{
            ...told(form, 'latitude'),
            ...told(form, 'longitude'),
          }}
        />
      </div>
    </div>
  );
}

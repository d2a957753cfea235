import { Select } from '@mantine/core';
import { TYPES_CONTRIBUABLE } from '@octroi/contract/constants';
import type { Doublon } from '@octroi/contract/contribuables/saisie/doublons';
import type { UseQueryResult } from '@tanstack/react-query';
import type { Contribuable } from '@octroi/contract/contribuables/saisie/saisie';
import { useSession } from '#src/platform/session.ts';
import { nothingToChoose } from '#src/ui/form/choice-state.tsx';
import { PositionPicker } from '#src/ui/map/PositionPicker.tsx';
import { ReferenceSelect } from '#src/ui/form/ReferenceSelect.tsx';
import { WholeInput } from '#src/ui/form/WholeInput.tsx';
import { MotifDeplacement } from '../actes/MotifDeplacement.tsx';
import { DoublonsPanel } from './DoublonsPanel.tsx';
import { ActiveSwitch, type FicheForm, FicheInput, MoyenSelect, PIECES } from './fiche-fields.tsx';
import classes from './Saisie.module.css';
import { HeldSelect } from '#src/ui/form/HeldSelect.tsx';

interface InfosTabProps {
  form: FicheForm;
  /** The record to edit; absent for a creation. */
  record: Contribuable | undefined;
  doublons: UseQueryResult<readonly Doublon[]>;
  /** Whether the form changes the place of the record. */
  moved: boolean;
}

const errorProps = ({ errors }: FicheForm, name: string): Record<string, string> =>
  typeof errors[name] === 'string' ? { [name]: errors[name] } : {};

/** The details of the taxpayer (specification 2 section 2.6). */
export function InfosTab({ form, record, doublons, moved }: InfosTabProps) {
  const { values } = form;
  return (
    <div className={classes.fields}>
      <Select
        label="Type"
        withAsterisk
        size="md"
        data={[...TYPES_CONTRIBUABLE]}
        {...form.getInputProps('type')}
      />
      {values.type === 'Personne morale' ? (
        <FicheInput form={form} name="raisonSociale" label="Raison sociale" withAsterisk />
      ) : (
        <span />
      )}
      <FicheInput form={form} name="nom" label="Nom" withAsterisk autoFocus={record === undefined} />
      <FicheInput form={form} name="prenom" label="Prénom" />
      <DoublonsPanel search={doublons} />
      <WholeInput label="Age" size="md" {...form.getInputProps('age')} />
      <FicheInput form={form} name="lieuNaissance" label="Lieu de naissance" />
      <FicheInput form={form} name="telephone" label="Téléphone" inputMode="tel" maxLength={40} />
      <MoyenSelect form={form} record={record} />
      <PieceSelect form={form} />
      <FicheInput form={form} name="numeroPieceIdentite" label="Numéro de pièce d'identité" maxLength={60} />
      {/* the collectivité of a record that exists stays */}
      {record ? null : <CollectiviteSelect form={form} />}
      <ReferenceSelect
        label="Localisation"
        required
        path="ramifications"
        enabledOnly
        creatable
        size="md"
        disabled={values.entite === null}
        filters={values.entite ? [{ column: 'ent.id', operator: 'eq', x: values.entite }] : []}
        value={values.ramification}
        onChange={(id) => form.setFieldValue('ramification', id)}
        error={values.entite === null ? undefined : form.errors['ramification']}
      />
      {moved ? (
        <div className={classes.wide}>
          <MotifDeplacement
            value={values.motif}
            onChange={(motif) => form.setFieldValue('motif', motif)}
            errors={form.errors}
          />
        </div>
      ) : null}
      <FicheInput form={form} name="adresse" label="Adresse" />
      <FicheInput form={form} name="nif" label="NIF" maxLength={60} />
      <WholeInput label="Bétail (têtes)" size="md" {...form.getInputProps('nbreBetail')} />
      <ActiveSwitch form={form} />
      <div className={classes.wide}>
        <PositionPicker
          value={values.position}
          onChange={(position) => form.setFieldValue('position', position)}
          errors={{
            ...errorProps(form, 'latitude'),
            ...errorProps(form, 'longitude'),
          }}
        />
      </div>
    </div>
  );
}

function PieceSelect({ form }: { form: FicheForm }) {
  const piece = form.values.typePieceIdentite;
  return (
    <Select
      label="Type de pièce d'identité"
      placeholder="Choisir…"
      clearable
      size="md"
      data={piece && !PIECES.includes(piece) ? [piece, ...PIECES] : PIECES}
      {...form.getInputProps('typePieceIdentite')}
    />
  );
}

/** Shown only to people with several collectivités; changing it clears place and lines. */
function CollectiviteSelect({ form }: { form: FicheForm }) {
  const { collectivites, ramifications } = useSession();
  const all = [...collectivites, ...ramifications.map(({ entite }) => entite)];
  const entites = all.filter(({ id }, index) => all.findIndex((other) => other.id === id) === index);
  const { entite } = form.values;
  if (entites.length < 2) return null;
  return (
    <HeldSelect
      label="Collectivité"
      withAsterisk
      size="md"
      placeholder="Choisir…"
      error={form.errors['ramification'] && entite === null ? 'Veuillez choisir une collectivité' : undefined}
      data={entites.map(({ id, nom }) => ({ value: String(id), label: nom }))}
      value={entite}
      onChange={(chosen) => form.setValues({ entite: chosen, ramification: null, lignes: [] })}
      nothingFoundMessage={nothingToChoose()}
    />
  );
}

import type { ReactNode } from 'react';
import { MultiSelect, Select, Switch, TextInput } from '@mantine/core';
import type { FilterRow } from '@octroi/contract/platform/listing/filter';
import { taxYears } from '@octroi/contract/platform/values/period';
import type { Nested } from '@octroi/contract/platform/http/schemas';
import { useSession } from '#src/platform/session.ts';
import { nothingToChoose } from '#src/ui/form/choice-state.tsx';
import { LoadedSelect } from '#src/ui/form/LoadedSelect.tsx';
import { useResourceOptions } from '#src/ui/form/resource-options.ts';
import { UnreadNote } from '#src/ui/page/FailureNote.tsx';
import { BaremeTable } from '../tarifs/BaremeTable.tsx';
import { type ChoiceField, type Faults, withChoice } from './infos.ts';
import { ReglesFields } from '../tarifs/ReglesFields.tsx';
import { TermeField } from './TermeField.tsx';
import {
  type Ligne,
  tarification,
  withAnnees,
  withGeneral,
  withPrecisions,
  withRegles,
} from '../tarifs/rates.ts';
import type { Draft } from './use-draft.ts';
import { OtherTaxes } from './other-taxes.tsx';
import classes from './Wizard.module.css';

/** Choices loaded by lookup lists (specification 1 section 9). */
const LOOKUP = 3000;
/** Choices rendered at once; typing narrows them. */
const DRAWN = 200;

interface InfosStepProps {
  draft: Draft;
  faults: Faults;
  /** Id of the edited tax. */
  ownId: number | undefined;
  /** The collectivité of an existing tax cannot change. */
  fixedEntite: boolean;
  readOnly: boolean;
}

/** Information Générale (specification 1 section 2). */
export function InfosStep({ draft, faults, ownId, fixedEntite, readOnly }: InfosStepProps) {
  const { infos, etat, onEntite, onInfos, onEtat } = draft;
  const { collectivites } = useSession();
  // a new tax opens on its first empty field
  const isNew = ownId === undefined && !readOnly;
  const options = withChosen(collectivites, infos.entite);
  return (
    <>
      <fieldset className={classes.infos} disabled={readOnly} aria-label="Information Générale">
        <Select
          label="Collectivité"
          withAsterisk
          searchable
          autoFocus={isNew && !infos.entite}
          disabled={fixedEntite}
          data={options.map(({ id, nom }) => ({ value: String(id), label: nom }))}
          value={infos.entite ? String(infos.entite.id) : null}
          onChange={(id) => onEntite(options.find((option) => String(option.id) === id) ?? null)}
          error={faults['entite']}
          nothingFoundMessage={nothingToChoose()}
        />
        <AnneesSelect
          draft={draft}
          error={faults['annee']}
          autoFocus={isNew && infos.entite !== null && etat.annees.length === 0}
        />
        <TextInput
          label="Nom"
          withAsterisk
          maxLength={255}
          value={infos.nom}
          onChange={({ currentTarget: { value } }) => onInfos((now) => ({ ...now, nom: value }))}
          error={faults['nom']}
        />
        <ChoiceFields draft={draft} faults={faults} />
        <TermeField draft={draft} faults={faults} />
        {draft.unread ? (
          <UnreadNote failure={draft.unread}>
            L’unité de la base et la fréquence n’ont pas pu être lues : sans elles, aucun tarif ne se saisit.
          </UnreadNote>
        ) : null}
        {readOnly ? null : <OtherTaxes draft={draft} ownId={ownId} />}
        <div className={classes.switches}>
          {fixedEntite ? (
            <Switch
              label="Activé?"
              checked={infos.enabled}
              onChange={({ currentTarget: { checked } }) => onInfos((now) => ({ ...now, enabled: checked }))}
            />
          ) : null}
          <Switch
            label="Cette taxe applique-t-elle des précisions ?"
            checked={etat.precisions}
            onChange={({ currentTarget: { checked } }) => onEtat((now) => withPrecisions(now, checked))}
          />
        </div>
      </fieldset>
      <TarifGeneral draft={draft} faults={faults} readOnly={readOnly} />
    </>
  );
}

/** The general rates; not in the fieldset, since without its fields a wide table still has to be scrolled by keyboard. */
function TarifGeneral({ draft, faults, readOnly }: Pick<InfosStepProps, 'draft' | 'faults' | 'readOnly'>) {
  const { etat, onEtat } = draft;
  return (
    <div className={classes.generaux}>
      {draft.unread ? null : etat.annees.length > 0 ? (
        <BaremeTable
          name="tarif général"
          annees={etat.annees}
          bareme={tarification(etat).general}
          precisions={etat.precisions}
          unite={draft.unite?.unite ?? null}
          occurrences={draft.occurrences}
          readOnly={readOnly}
          showErrors={faults['tarifs'] !== undefined}
          onChange={(annee: number, lignes: readonly Ligne[]) =>
            onEtat((now) => withGeneral(now, annee, lignes))
          }
        />
      ) : (
        <p className={classes.hint}>Choisissez les années : leurs tarifs se saisissent ici.</p>
      )}
      {draft.unite ? (
        <ReglesFields
          etat={etat}
          unite={draft.unite}
          readOnly={readOnly}
          onChange={(annee, regles) => onEtat((now) => withRegles(now, annee, regles))}
        />
      ) : null}
    </div>
  );
}

interface AnneesSelectProps {
  draft: Draft;
  error: string | undefined;
  autoFocus: boolean;
}

function AnneesSelect({ draft: { etat, onEtat }, error, autoFocus }: AnneesSelectProps) {
  const { today } = useSession();
  const years = [...new Set([...taxYears(today), ...etat.annees])].sort((a, b) => a - b);
  return (
    <MultiSelect
      label="Année"
      withAsterisk
      autoFocus={autoFocus}
      searchable
      nothingFoundMessage={nothingToChoose()}
      data={years.map(String)}
      value={etat.annees.map(String)}
      onChange={(annees) => onEtat((now) => withAnnees(now, annees.map(Number)))}
      placeholder={etat.annees.length > 0 ? '' : 'Choisir…'}
      error={error}
      clearable
    />
  );
}

/** The taxed base, and the frequency. */
function ChoiceFields({ draft: { infos, onInfos }, faults }: Pick<InfosStepProps, 'draft' | 'faults'>) {
  const ofEntite: FilterRow[] = infos.entite
    ? [{ column: 'ent.id', operator: 'eq', x: String(infos.entite.id) }, ACTIVE]
    : [];
  const choice = (field: ChoiceField, label: string, path: string, filters: readonly FilterRow[]) => (
    <Lookup
      label={label}
      path={path}
      filters={filters}
      enabled={field === 'frequence' || infos.entite !== null}
      required={field === 'categorie' || field === 'frequence'}
      value={infos[field]}
      error={faults[field]}
      onChange={(chosen) => onInfos((now) => withChoice(now, field, chosen))}
    />
  );
  return (
    <>
      {choice('categorie', 'Catégorie', 'categorietaxes', [
        ...ofEntite,
        { column: 'ent.id', operator: 'is null', connector: 'or' },
        ACTIVE,
      ])}
      {choice('natureActivite', 'Activité', 'nature_activites', ofEntite)}
      {choice('typeEquipement', 'Equipement', 'type_equipements', ofEntite)}
      {choice('frequence', 'Frequence', 'frequences', [ACTIVE])}
    </>
  );
}

const ACTIVE: FilterRow = { column: 'enabled', operator: 'eq', x: '1' };

const withChosen = (options: readonly Nested[], chosen: Nested | null): readonly Nested[] =>
  chosen && !options.some(({ id }) => id === chosen.id) ? [chosen, ...options] : options;

interface LookupProps {
  label: string;
  path: string;
  filters: readonly FilterRow[];
  enabled: boolean;
  required: boolean;
  value: Nested | null;
  error: ReactNode;
  onChange: (chosen: Nested | null) => void;
}

/** A select of the active records of a collectivité. */
function Lookup({ label, path, filters, enabled, required, value, error, onChange }: LookupProps) {
  const lookup = useResourceOptions(path, { filters, limit: LOOKUP, enabled });
  return (
    <LoadedSelect
      label={label}
      withAsterisk={required}
      placeholder={enabled ? 'Choisir…' : 'Choisissez d’abord la collectivité'}
      clearable={!required}
      limit={DRAWN}
      path={path}
      filters={filters}
      lookup={enabled ? lookup : { ...lookup, options: [] }}
      creatable={enabled}
      chosen={value && { value: String(value.id), label: value.nom }}
      error={error}
      onChange={(chosen) => onChange(chosen && { id: Number(chosen.value), nom: chosen.label })}
    />
  );
}

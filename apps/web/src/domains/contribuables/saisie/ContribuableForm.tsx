import { SCREENS } from '@octroi/contract/register';
import './saisie.css';
import { type KeyboardEvent, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { Tabs } from '@mantine/core';
import { useForm, type UseFormReturnType } from '@mantine/form';
import type { Contribuable } from '@octroi/contract/contribuables/saisie/saisie';
import { useSearchAs } from '#src/platform/address.ts';
import { ApiError } from '#src/platform/api.ts';
import { useBackToList } from '#src/ui/list/last-list.ts';
import { positionErrors } from '#src/ui/map/position.ts';
import { SaveForm } from '#src/ui/form/SaveForm.tsx';
import { useLeaveGuard } from '#src/ui/form/use-leave-guard.ts';
import { readRetourSearch } from '../search.ts';
import { useDoublons } from './DoublonsPanel.tsx';
import { changeLignes } from './fiche-fields.tsx';
import { InfosTab } from './InfosTab.tsx';
import { LignesTab } from './LignesTab.tsx';
import { newReference, useSave } from './use-save.ts';
import {
  chosenLignes,
  contractFaults,
  emptyFiche,
  faultsAt,
  type FicheText,
  ficheOf,
  isMoved,
  moveFaults,
  quantiteFaults,
} from './values.ts';
import classes from './Saisie.module.css';

const INFOS = 'infos';
const LIGNES = 'lignes';

interface ContribuableFormProps {
  /** The record to edit; absent for a creation. */
  record?: Contribuable;
  /** Preselected collectivité of a new taxpayer. */
  entite?: number | undefined;
  /** Reloads the record after a concurrent change. */
  onReload?: () => void;
}

/** The contract's validation, before the request. */
function check(fiche: FicheText): Record<string, string> {
  return { ...contractFaults(fiche), ...positionErrors(fiche.position) };
}

/** Keeps the entry with its key until it is saved: a taxpayer whose answer was lost is not enrolled again. */
function useEntry(form: UseFormReturnType<FicheText>, record: Contribuable | undefined) {
  const [reference, setReference] = useState(newReference);
  const release = useLeaveGuard(form.isDirty(), {
    values: { fiche: form.values, reference },
    restore: (kept) => {
      form.setValues(kept.fiche);
      setReference(kept.reference);
    },
    version: record?.version,
  });
  return useSave(record, release, reference);
}

/** Creates or edits a taxpayer, in two tabs (specification 2 section 2.6). */
export function ContribuableForm({ record, entite, onReload }: ContribuableFormProps) {
  const [initial] = useState(() => (record ? ficheOf(record) : emptyFiche(entite)));
  const form = useForm<FicheText>({ initialValues: initial });
  const [tab, setTab] = useState<string | null>(INFOS);
  const lignes = useRef<HTMLDivElement>(null);
  const { retour } = useSearchAs(readRetourSearch);
  const list = SCREENS[retour ?? 'enrollements'].url;
  const back = useBackToList(list);
  const { saving, failure, save } = useEntry(form, record);
  const doublons = useDoublons(form.values, record?.id);

  const showFaults = (faults: Record<string, string>): void => {
    form.setErrors(faults);
    const names = Object.keys(faults);
    if (names.length > 0) setTab(names.every((name) => name.startsWith('lignes')) ? LIGNES : INFOS);
  };
  const submit = async (overwrite = false): Promise<void> => {
    const fiche = form.getValues();
    const faults = {
      ...check(fiche),
      ...quantiteFaults(fiche),
      ...(record ? moveFaults(fiche, initial) : {}),
    };
    if (Object.keys(faults).length > 0) return showFaults(faults);
    const outcome = await save(fiche, initial, overwrite);
    if (outcome instanceof ApiError) return showFaults(faultsAt(outcome.errors, fiche));
    if (outcome) back();
  };
  /** Enter in the details of a new taxpayer leads to the taxable bases, which would be forgotten otherwise. */
  const onInfosKey = (event: KeyboardEvent): void => {
    const { ramification, lignes: bases } = form.getValues();
    const isField = event.target instanceof HTMLInputElement && event.target.ariaExpanded !== 'true';
    if (event.key !== 'Enter' || event.defaultPrevented || !isField) return;
    if (record || !ramification || chosenLignes(bases).length > 0) return;
    event.preventDefault();
    flushSync(() => setTab(LIGNES));
    lignes.current?.querySelector('input')?.focus();
  };
  return (
    <SaveForm
      list={list}
      errors={form.errors}
      part={tab}
      saving={saving}
      failure={failure}
      onSave={() => void submit()}
      onReload={onReload}
      onSaveOver={() => void submit(true)}
    >
      <Tabs value={tab} onChange={setTab} keepMounted>
        <Tabs.List>
          <Tabs.Tab value={INFOS}>Infos contribuable</Tabs.Tab>
          <Tabs.Tab value={LIGNES}>Enrollements</Tabs.Tab>
        </Tabs.List>
        <Tabs.Panel value={INFOS} className={classes.panel ?? ''} onKeyDown={onInfosKey}>
          <InfosTab
            form={form}
            record={record}
            doublons={doublons}
            moved={record !== undefined && isMoved(form.values, initial)}
          />
        </Tabs.Panel>
        <Tabs.Panel ref={lignes} value={LIGNES} className={classes.panel ?? ''}>
          <LignesTab
            entite={form.values.entite}
            ramification={form.values.ramification}
            lignes={form.values.lignes}
            errors={form.errors as Record<string, string>}
            onChange={(lignes) => changeLignes(form, lignes)}
          />
        </Tabs.Panel>
      </Tabs>
    </SaveForm>
  );
}

import { useState } from 'react';
import { TextInput } from '@mantine/core';
import { MESSAGES } from '@octroi/contract/messages';
import type { AppareilRow } from '@octroi/contract/terrain/appareils';
import { queryFor, call } from '#src/platform/call.ts';
import { useQuery } from '@tanstack/react-query';
import { toastSuccess } from '#src/platform/toasts.ts';
import { DialogForm } from '#src/ui/dialog/DialogForm.tsx';
import { openDialog } from '#src/ui/dialog/open-dialog.ts';
import { type Faults, useDialogForm } from '#src/ui/dialog/use-dialog-form.ts';
import { choiceState } from '#src/ui/form/choice-state.tsx';
import { ReferenceMultiSelect, ReferenceSelect } from '#src/ui/form/ReferenceSelect.tsx';
import { AmountInput, type Whole } from '#src/ui/form/WholeInput.tsx';
import { useAct } from '#src/ui/use-act.ts';
import { showCode } from './show-code.tsx';
import { refreshTerrain } from './refresh.ts';
import { HeldSelect } from '#src/ui/form/HeldSelect.tsx';
import { readingOf } from '#src/ui/form/resource-options.ts';

interface AppareilValues {
  entite: string | null;
  nom: string;
  agent: string | null;
  ramifications: string[];
  plafond: Whole;
}

/** Creates a device, or edits one. @param entite the filtered collectivité, if any */
export const askAppareil = (appareil: AppareilRow | undefined, entite?: { id: number; nom: string }): void =>
  openDialog(appareil ? `Modifier ${appareil.nom}` : 'Ajouter un appareil', (close) => (
    <AppareilForm appareil={appareil} entite={entite} onEnd={close} />
  ));

async function save(appareil: AppareilRow | undefined, values: AppareilValues): Promise<void> {
  const body = {
    nom: values.nom,
    agent: Number(values.agent),
    ramifications: values.ramifications.map(Number),
    plafond: values.plafond === '' || Number.isNaN(values.plafond) ? null : values.plafond,
  };
  if (appareil) {
    const { id, version } = appareil;
    await call('PATCH /appareils/{id}', { params: { id }, body, version });
    toastSuccess(MESSAGES.modifie);
    return;
  }
  const created = await call('POST /appareils', { body: { ...body, entite: Number(values.entite) } });
  toastSuccess(MESSAGES.ajoute);
  showCode(created);
}

interface AppareilFormProps {
  appareil: AppareilRow | undefined;
  entite: { id: number; nom: string } | undefined;
  onEnd: () => void;
}

const valuesOf = (appareil: AppareilRow | undefined, entite: AppareilFormProps['entite']): AppareilValues => {
  const place = appareil?.entite ?? entite;
  return {
    entite: place ? String(place.id) : null,
    nom: appareil?.nom ?? '',
    agent: appareil ? String(appareil.agent.id) : null,
    ramifications: appareil?.ramifications.map(({ id }) => String(id)) ?? [],
    plafond: appareil?.plafond ?? '',
  };
};

function AppareilForm({ appareil: row, entite, onEnd }: AppareilFormProps) {
  const [appareil, setAppareil] = useState(row);
  const [values, setValues] = useState(() => valuesOf(appareil, entite));
  const { send, ...state } = useDialogForm(Object.keys(values), {
    name: `appareil ${appareil?.id ?? ''}`,
    values,
    restore: setValues,
    version: appareil?.version,
  });
  const { busy, perform } = useAct();
  const reload = (id: number) =>
    perform(async () => {
      const stored = await call('GET /appareils/{id}', { params: { id } });
      setAppareil(stored);
      setValues(valuesOf(stored, entite));
      state.forgetOvertaken();
      await refreshTerrain();
    });
  const set = (part: Partial<AppareilValues>) => setValues((before) => ({ ...before, ...part }));
  const submit = () =>
    send(
      {},
      () => save(appareil, values),
      async () => {
        onEnd();
        await refreshTerrain();
      },
    );
  return (
    <DialogForm
      state={{ ...state, busy: state.busy || busy }}
      confirm="Enregistrer"
      onSubmit={submit}
      onCancel={onEnd}
      onReload={appareil && (() => void reload(appareil.id))}
    >
      <Fields
        appareil={appareil}
        place={appareil?.entite ?? entite}
        values={values}
        set={set}
        faults={state.faults}
      />
    </DialogForm>
  );
}

/** The possible holders, and the current one even if disabled. */
const porteursOf = (
  agents: readonly { id: number; nom: string }[],
  present: AppareilRow['agent'] | undefined,
) => [
  ...agents.map(({ id, nom }) => ({ value: String(id), label: nom })),
  ...(present && !agents.some(({ id }) => id === present.id)
    ? [{ value: String(present.id), label: present.fullName }]
    : []),
];

interface FieldsProps {
  appareil: AppareilRow | undefined;
  place: { id: number; nom: string } | undefined;
  values: AppareilValues;
  set: (part: Partial<AppareilValues>) => void;
  faults: Faults;
}

function Fields({ appareil, place, values, set, faults }: FieldsProps) {
  const agents = useQuery({
    ...queryFor('GET /appareils/agents', { query: { entite: Number(values.entite) } }),
    enabled: values.entite !== null,
  });
  const porteurs = porteursOf(agents.data?.data ?? [], appareil?.agent);
  const ofEntite = { column: 'ent.id', operator: 'eq' as const, x: values.entite ?? '0' };
  return (
    <>
      {appareil ? null : (
        <ReferenceSelect
          label="Collectivité"
          required
          path="entites"
          enabledOnly
          value={values.entite}
          valueLabel={place && String(place.id) === values.entite ? place.nom : undefined}
          onChange={(next) => set({ entite: next, agent: null, ramifications: [] })}
          error={faults['entite']}
        />
      )}
      <TextInput
        label="Nom"
        description="Ce qui le distingue : son étui, son marché."
        required
        maxLength={60}
        value={values.nom}
        onChange={(event) => set({ nom: event.currentTarget.value })}
        error={faults['nom']}
      />
      <HeldSelect
        label="Agent"
        placeholder="Veuillez choisir"
        required
        disabled={!values.entite}
        data={porteurs}
        value={values.agent}
        onChange={(agent) => set({ agent })}
        {...choiceState(readingOf(agents), faults['agent'], 'Aucun agent dans cette collectivité')}
      />
      <ReferenceMultiSelect
        label="Sous-entités"
        required
        path="ramifications"
        enabledOnly
        disabled={!values.entite}
        filters={[ofEntite]}
        value={values.ramifications}
        onChange={(ramifications) => set({ ramifications })}
        error={faults['ramifications']}
      />
      <AmountInput
        label="Plafond d’espèces par jour"
        description="Vide : sans plafond. Au-delà, le paiement est pris et se regarde ici."
        value={values.plafond}
        onChange={(plafond) => set({ plafond })}
        error={faults['plafond']}
      />
    </>
  );
}

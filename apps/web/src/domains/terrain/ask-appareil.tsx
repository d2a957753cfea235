import { useState } from 'react';
import { Alert, Select, TextInput } from '@mantine/core';
import { modals } from '@mantine/modals';
import { MESSAGES } from '@octroi/contract/messages';
import type { AppareilRow } from '@octroi/contract/terrain/appareils';
import { ApiError, reasonOf } from '#src/platform/api.ts';
import { asks, call } from '#src/platform/call.ts';
import { useQuery } from '@tanstack/react-query';
import { toastSuccess } from '#src/platform/toasts.ts';
import { ReferenceMultiSelect, ReferenceSelect } from '#src/ui/form/ReferenceSelect.tsx';
import { AmountInput, type Whole } from '#src/ui/form/WholeInput.tsx';
import { showCode } from './show-code.tsx';
import { written } from './written.ts';
import classes from './Terrain.module.css';
import { useAct } from '#src/ui/use-act.ts';
import { DialogActs } from '#src/ui/form/DialogActs.tsx';

interface Given {
  entite: string | null;
  nom: string;
  agent: string | null;
  ramifications: string[];
  plafond: Whole;
}

/** Makes a device, or changes one. @param entite the collectivité that is looked at, if any */
export function askAppareil(appareil: AppareilRow | undefined, entite?: { id: number; nom: string }): void {
  const id = modals.open({
    title: appareil ? `Modifier ${appareil.nom}` : 'Ajouter un appareil',
    closeButtonProps: { 'aria-label': 'Fermer' },
    children: <AppareilForm appareil={appareil} entite={entite} onEnd={() => modals.close(id)} />,
  });
}

async function save(appareil: AppareilRow | undefined, given: Given): Promise<void> {
  const body = {
    nom: given.nom,
    agent: Number(given.agent),
    ramifications: given.ramifications.map(Number),
    plafond: given.plafond === '' || Number.isNaN(given.plafond) ? null : given.plafond,
  };
  if (appareil) {
    await call('PATCH /appareils/{id}', { params: { id: appareil.id }, body });
    toastSuccess(MESSAGES.modifie);
    return;
  }
  const made = await call('POST /appareils', { body: { ...body, entite: Number(given.entite) } });
  toastSuccess(MESSAGES.ajoute);
  showCode(made);
}

interface AppareilFormProps {
  appareil: AppareilRow | undefined;
  entite: { id: number; nom: string } | undefined;
  onEnd: () => void;
}

function AppareilForm({ appareil, entite, onEnd }: AppareilFormProps) {
  const place = appareil?.entite ?? entite;
  const [given, setGiven] = useState<Given>({
    entite: place ? String(place.id) : null,
    nom: appareil?.nom ?? '',
    agent: appareil ? String(appareil.agent.id) : null,
    ramifications: appareil?.ramifications.map(({ id }) => String(id)) ?? [],
    plafond: appareil?.plafond ?? '',
  });
  const [failure, setFailure] = useState<unknown>();
  const { busy, perform } = useAct((error) => setFailure(error));
  const set = (part: Partial<Given>) => setGiven((before) => ({ ...before, ...part }));
  const faultOf = (field: keyof Given): string | undefined =>
    failure instanceof ApiError ? failure.errors.find((each) => each.field === field)?.message : undefined;
  const told = failure instanceof ApiError && failure.errors.some(({ field }) => field in given);
  const submit = async (): Promise<void> => {
    setFailure(undefined);
    await perform(async () => {
      await save(appareil, given);
      onEnd();
      await written();
    });
  };
  return (
    <form
      className={classes.form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void submit();
      }}
    >
      <Fields appareil={appareil} place={place} given={given} set={set} faultOf={faultOf} />
      {failure !== undefined && !told ? (
        <Alert color="red" role="alert">
          {reasonOf(failure)}
        </Alert>
      ) : null}
      <DialogActs confirm="Enregistrer" busy={busy} onCancel={onEnd} />
    </form>
  );
}

/** Who may carry it, and who does though disabled since. */
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
  given: Given;
  set: (part: Partial<Given>) => void;
  faultOf: (field: keyof Given) => string | undefined;
}

function Fields({ appareil, place, given, set, faultOf }: FieldsProps) {
  const { data } = useQuery({
    ...asks('GET /appareils/agents', { query: { entite: Number(given.entite) } }),
    enabled: given.entite !== null,
  });
  const porteurs = porteursOf(data?.data ?? [], appareil?.agent);
  const ofEntite = { column: 'ent.id', operator: 'eq' as const, x: given.entite ?? '0' };
  return (
    <>
      {appareil ? null : (
        <ReferenceSelect
          label="Collectivité"
          required
          path="entites"
          enabledOnly
          value={given.entite}
          valueLabel={place && String(place.id) === given.entite ? place.nom : undefined}
          onChange={(next) => set({ entite: next, agent: null, ramifications: [] })}
          error={faultOf('entite')}
        />
      )}
      <TextInput
        label="Nom"
        description="Ce qui le distingue : son étui, son marché."
        required
        maxLength={60}
        value={given.nom}
        onChange={(event) => set({ nom: event.currentTarget.value })}
        error={faultOf('nom')}
      />
      <Select
        label="Agent"
        placeholder="Veuillez choisir"
        required
        searchable
        disabled={!given.entite}
        nothingFoundMessage="Aucun agent dans cette collectivité"
        data={porteurs}
        value={given.agent}
        onChange={(agent) => set({ agent })}
        error={faultOf('agent')}
      />
      <ReferenceMultiSelect
        label="Sous-entités"
        required
        path="ramifications"
        enabledOnly
        disabled={!given.entite}
        filters={[ofEntite]}
        value={given.ramifications}
        onChange={(ramifications) => set({ ramifications })}
        error={faultOf('ramifications')}
      />
      <AmountInput
        label="Plafond d’espèces par jour"
        description="Vide : sans plafond. Au-delà, le paiement est pris et se regarde ici."
        value={given.plafond}
        onChange={(plafond) => set({ plafond })}
        error={faultOf('plafond')}
      />
    </>
  );
}

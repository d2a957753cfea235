import '@mantine/core/styles/Modal.layer.css';
import { useState } from 'react';
import { NativeSelect, Textarea, TextInput } from '@mantine/core';
import { modals } from '@mantine/modals';
import { MESSAGES } from '@octroi/contract/messages';
import { formatFrancs, formatNumber } from '@octroi/contract/platform/values/money';
import type { Day } from '@octroi/contract/platform/values/period';
import {
  PARTIELLES,
  type Partielles,
  PAYES,
  type Payes,
  SUSPENSION_MESSAGES,
} from '@octroi/contract/fiscalite/suspensions/suspension-words';
import { useQuery } from '@tanstack/react-query';
import { ApiError, reasonOf } from '#src/platform/api.ts';
import { call, queryFor } from '#src/platform/call.ts';
import { queryClient } from '#src/platform/query.ts';
import { useSession } from '#src/platform/session.ts';
import { toastSuccess } from '#src/platform/toasts.ts';
import { DayInput } from '#src/ui/form/DayInput.tsx';
import { DialogActs } from '#src/ui/form/DialogActs.tsx';
import { ReferenceSelect } from '#src/ui/form/ReferenceSelect.tsx';
import { useAct } from '#src/ui/use-act.ts';
import classes from './Suspensions.module.css';

/** Asks for the tax, the place, the days and the reason of a suspension. */
export function askSuspension(entite: number | undefined): void {
  const id = modals.open({
    title: 'Suspendre la perception',
    closeButtonProps: { 'aria-label': 'Fermer' },
    children: <SuspensionForm entite={entite} onEnd={() => modals.close(id)} />,
  });
}

interface Values {
  entite: string | null;
  taxe: string | null;
  ramification: string | null;
  du: Day | null;
  au: Day | null;
  partielles: Partielles;
  payes: Payes;
  motif: string;
  reference: string;
}
type Faults = Readonly<Record<string, string | undefined>>;

const idOf = (value: string | null): number | null => (value === null ? null : Number(value));
const options = (words: Readonly<Record<string, string>>) =>
  Object.entries(words).map(([value, label]) => ({ value, label }));

function bodyOf({ entite, taxe, ramification, du, au, ...values }: Values) {
  if (entite === null || du === null || au === null) return undefined;
  return { ...values, entite: Number(entite), taxe: idOf(taxe), ramification: idOf(ramification), du, au };
}

const missingOf = ({ entite, du, au, motif, reference }: Values): Faults => ({
  entite: entite === null ? 'Choisissez la collectivité' : undefined,
  du: du === null ? 'Entrez le premier jour' : undefined,
  au: au === null ? 'Entrez le dernier jour' : au < (du ?? au) ? SUSPENSION_MESSAGES.ordre : undefined,
  motif: motif.trim() === '' ? SUSPENSION_MESSAGES.motif : undefined,
  reference: reference.trim() === '' ? SUSPENSION_MESSAGES.reference : undefined,
});

function SuspensionForm({ entite, onEnd }: { entite: number | undefined; onEnd: () => void }) {
  const [values, setValues] = useState<Values>({
    entite: entite === undefined ? null : String(entite),
    taxe: null,
    ramification: null,
    du: null,
    au: null,
    partielles: 'mois',
    payes: 'gardés',
    motif: '',
    reference: '',
  });
  const [faults, setFaults] = useState<Faults>({});
  const { busy, perform } = useAct((error) =>
    setFaults(
      error instanceof ApiError && error.errors.length > 0
        ? Object.fromEntries(error.errors.map(({ field, message }) => [field, message]))
        : { form: reasonOf(error) },
    ),
  );
  const save = async (): Promise<void> => {
    const missing = missingOf(values);
    setFaults(missing);
    const body = bodyOf(values);
    if (!body || Object.values(missing).some(Boolean)) return;
    await perform(async () => {
      await call('POST /suspensions', { body });
      toastSuccess(MESSAGES.ajoute);
      onEnd();
      await queryClient.invalidateQueries();
    });
  };
  return (
    <form
      className={classes.form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void save();
      }}
    >
      <Fields values={values} faults={faults} change={(part) => setValues({ ...values, ...part })} />
      <Effet values={values} />
      {faults['form'] ? <p role="alert">{faults['form']}</p> : null}
      <DialogActs confirm="Suspendre" busy={busy} onCancel={onEnd} />
    </form>
  );
}

/** What the suspension takes away, computed before it is saved. */
function Effet({ values }: { values: Values }) {
  const body = bodyOf({ ...values, motif: '-', reference: '-' });
  const whole = body !== undefined && body.du <= body.au;
  const { data, error, isFetching } = useQuery({
    ...queryFor('POST /suspensions/preparation', { body: body as NonNullable<typeof body> }),
    enabled: whole,
    retry: false,
  });
  if (!whole) return null;
  const text =
    data &&
    (data.echeances === 0
      ? 'Rien de facturé ne change : ce qui serait facturé pour ces jours ne le sera pas.'
      : `${formatNumber(data.echeances)} échéance${data.echeances > 1 ? 's' : ''} : ${formatFrancs(data.montant)} ne seront plus dus.`);
  return (
    <p role="status" className={classes.note}>
      {isFetching ? 'Un instant…' : error ? reasonOf(error) : text}
    </p>
  );
}

interface FieldsProps {
  values: Values;
  faults: Faults;
  change: (part: Partial<Values>) => void;
}

function Fields(props: FieldsProps) {
  const { values, faults, change } = props;
  const { today } = useSession();
  return (
    <>
      <Scope {...props} />
      <div className={classes.days}>
        <DayInput
          label="Du"
          required
          value={values.du}
          onChange={(du) => change({ du })}
          error={faults['du']}
        />
        <DayInput
          label="Au"
          required
          min={values.du ?? today}
          value={values.au}
          onChange={(au) => change({ au })}
          error={faults['au']}
        />
      </div>
      <NativeSelect
        label="Un trimestre ou une année couverts en partie"
        data={options(PARTIELLES)}
        value={values.partielles}
        onChange={(event) => change({ partielles: event.currentTarget.value as Partielles })}
      />
      <NativeSelect
        label="Ce qui est déjà payé"
        data={options(PAYES)}
        value={values.payes}
        onChange={(event) => change({ payes: event.currentTarget.value as Payes })}
      />
      <Textarea
        label="Motif"
        required
        autosize
        maxLength={500}
        value={values.motif}
        error={faults['motif']}
        onChange={(event) => change({ motif: event.currentTarget.value })}
      />
      <TextInput
        label="Référence"
        placeholder="Délibération nº 4 du 2 avril 2026"
        required
        maxLength={500}
        value={values.reference}
        error={faults['reference']}
        onChange={(event) => change({ reference: event.currentTarget.value })}
      />
    </>
  );
}

/** The collectivité, and the only tax and place where they are not all. */
function Scope({ values: { entite, taxe, ramification }, faults, change }: FieldsProps) {
  const own = [{ column: 'ent.id', operator: 'eq' as const, x: entite ?? '0' }];
  return (
    <>
      <ReferenceSelect
        path="entites"
        label="Collectivité"
        required
        value={entite}
        error={faults['entite']}
        onChange={(value) => change({ entite: value, taxe: null, ramification: null })}
      />
      <ReferenceSelect
        path="entite_taxes"
        label="Taxe"
        placeholder="Toutes les taxes"
        clearable
        disabled={entite === null}
        filters={own}
        value={taxe}
        error={faults['taxe']}
        onChange={(value) => change({ taxe: value })}
      />
      <ReferenceSelect
        path="ramifications"
        label="Sous-entité"
        placeholder="Toute la collectivité"
        clearable
        disabled={entite === null}
        filters={own}
        value={ramification}
        error={faults['ramification']}
        onChange={(value) => change({ ramification: value })}
      />
    </>
  );
}

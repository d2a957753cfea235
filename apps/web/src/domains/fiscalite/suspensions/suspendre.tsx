import { useState } from 'react';
import { NativeSelect, Textarea, TextInput } from '@mantine/core';
import { MESSAGES } from '@octroi/contract/messages';
import { formatFrancs, formatNumber } from '@octroi/contract/platform/values/money';
import { type Day, formatDay } from '@octroi/contract/platform/values/period';
import {
  NATURES_SUSPENSION,
  type NatureSuspension,
  PARTIELLES,
  type Partielles,
  PAYES,
  type Payes,
  SUSPENSION_MESSAGES,
} from '@octroi/contract/fiscalite/suspensions/suspension-words';
import type { SuspensionEffet } from '@octroi/contract/fiscalite/suspensions/suspensions';
import { useQuery } from '@tanstack/react-query';
import { reasonOf } from '#src/platform/api.ts';
import { call, queryFor } from '#src/platform/call.ts';
import { sendWithDocument } from '#src/platform/documents.ts';
import { queryClient, typedRead } from '#src/platform/query.ts';
import { useSession } from '#src/platform/session.ts';
import { toastError, toastSuccess } from '#src/platform/toasts.ts';
import { DialogForm } from '#src/ui/dialog/DialogForm.tsx';
import { openDialog } from '#src/ui/dialog/open-dialog.ts';
import { QueryNote } from '#src/ui/dialog/QueryNote.tsx';
import { type Faults, useDialogForm } from '#src/ui/dialog/use-dialog-form.ts';
import { DayInput } from '#src/ui/form/DayInput.tsx';
import { DocumentInput, documentFault } from '#src/ui/form/DocumentInput.tsx';
import { ReferenceSelect } from '#src/ui/form/ReferenceSelect.tsx';
import { attachDocument } from './joindre.tsx';
import classes from './Suspensions.module.css';

/** What a screen already knows of the suspension to add. */
interface Known {
  entite?: number | undefined;
  taxe?: number | undefined;
  ramification?: number | undefined;
}

/** Asks for the nature, the tax, the place, the days and the reason of a suspension or a moratoire. */
export const askSuspension = (known: Known): void =>
  openDialog('Suspendre ou différer une taxe', (close) => <SuspensionForm known={known} onEnd={close} />);

interface Values {
  nature: NatureSuspension;
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

const idOf = (value: string | null): number | null => (value === null ? null : Number(value));
const textOf = (id: number | undefined): string | null => (id === undefined ? null : String(id));
const options = (words: Readonly<Record<string, string>>) =>
  Object.entries(words).map(([value, label]) => ({ value, label }));

function bodyOf({ nature, entite, taxe, ramification, du, au, partielles, payes, ...words }: Values) {
  if (entite === null || du === null || au === null) return undefined;
  return {
    ...words,
    ...(nature === 'suspension' && { partielles, payes }),
    nature,
    entite: Number(entite),
    taxe: idOf(taxe),
    ramification: idOf(ramification),
    du,
    au,
  };
}

type Body = NonNullable<ReturnType<typeof bodyOf>>;
const FIELDS = ['entite', 'taxe', 'ramification', 'du', 'au', 'motif', 'reference'];

const missingOf = ({ entite, du, au, motif, reference }: Values): Faults => ({
  entite: entite === null ? 'Choisissez la collectivité' : undefined,
  du: du === null ? 'Entrez le premier jour' : undefined,
  au: au === null ? 'Entrez le dernier jour' : au < (du ?? au) ? SUSPENSION_MESSAGES.ordre : undefined,
  motif: motif.trim() === '' ? SUSPENSION_MESSAGES.motif : undefined,
  reference: reference.trim() === '' ? SUSPENSION_MESSAGES.reference : undefined,
});

function SuspensionForm({ known, onEnd }: { known: Known; onEnd: () => void }) {
  const [values, setValues] = useState<Values>({
    nature: 'suspension',
    entite: textOf(known.entite),
    taxe: textOf(known.taxe),
    ramification: textOf(known.ramification),
    du: null,
    au: null,
    partielles: 'mois',
    payes: 'gardés',
    motif: '',
    reference: '',
  });
  const [file, setFile] = useState<File | null>(null);
  const { send, ...state } = useDialogForm(FIELDS, {
    name: `suspension ${JSON.stringify(known)}`,
    values,
    restore: setValues,
  });
  const save = () =>
    send(
      { ...missingOf(values), document: documentFault(file, false) },
      () => {
        const body = bodyOf(values) as Body;
        return sendWithDocument(() => call('POST /suspensions', { body }), file);
      },
      async (created) => {
        onEnd();
        if (created) await conclude(created.id, file);
        await queryClient.invalidateQueries();
      },
    );
  return (
    <DialogForm
      state={state}
      confirm={values.nature === 'moratoire' ? 'Différer' : 'Suspendre'}
      onSubmit={save}
      onCancel={onEnd}
    >
      <Fields values={values} faults={state.faults} change={(part) => setValues({ ...values, ...part })} />
      <DocumentInput
        note="la délibération ou l’arrêté"
        value={file}
        onChange={setFile}
        error={state.faults['document']}
      />
      <Effet values={values} />
    </DialogForm>
  );
}

/** Attaches the document to what was saved: a failure undoes nothing, the list attaches it later. */
async function conclude(id: number, file: File | null): Promise<void> {
  try {
    if (file) await attachDocument(id, file);
    toastSuccess(MESSAGES.ajoute);
  } catch (error) {
    toastError('Enregistré sans son document', `${reasonOf(error)} Joignez-le depuis la liste.`);
  }
}

/** What the suspension takes away, or the moratoire defers, computed before it is saved. */
function Effet({ values }: { values: Values }) {
  const body = bodyOf({ ...values, motif: '-', reference: '-' });
  const whole = body !== undefined && body.du <= body.au;
  const preparation = useQuery({
    ...queryFor('POST /suspensions/preparation', { body: body as Body }),
    ...typedRead,
    enabled: whole,
  });
  return whole ? <QueryNote query={preparation} text={(effet) => effetText(body, effet)} /> : null;
}

function effetText({ nature, au }: { nature: NatureSuspension; au: Day }, effet: SuspensionEffet): string {
  const moratoire = nature === 'moratoire';
  if (effet.echeances === 0)
    return moratoire
      ? 'Rien de facturé ne change : ce qui serait exigible pendant ces jours le sera ensuite.'
      : 'Rien de facturé ne change : ce qui serait facturé pour ces jours ne le sera pas.';
  const what = `${formatNumber(effet.echeances)} échéance${effet.echeances > 1 ? 's' : ''} : ${formatFrancs(effet.montant)}`;
  return moratoire
    ? `${what} ne seront exigibles qu’après le ${formatDay(au)}.`
    : `${what} ne seront plus dus.`;
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
      <NativeSelect
        label="Nature"
        data={options(NATURES_SUSPENSION)}
        value={values.nature}
        onChange={(event) => change({ nature: event.currentTarget.value as NatureSuspension })}
      />
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
      {values.nature === 'suspension' ? <Dues {...props} /> : null}
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

/** What a suspension makes of what is covered in part, and of what is paid. */
function Dues({ values, change }: FieldsProps) {
  return (
    <>
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

import { useState } from 'react';
import { NativeSelect, Textarea } from '@mantine/core';
import type { ContribuableFiche } from '@octroi/contract/contribuables/fiche/fiche';
import { EXONERATION_MESSAGES } from '@octroi/contract/contribuables/exonerations/exonere';
import { useQuery } from '@tanstack/react-query';
import { call, queryFor } from '#src/platform/call.ts';
import { sendWithDocument } from '#src/platform/documents.ts';
import { queryClient, typedRead } from '#src/platform/query.ts';
import { useSession } from '#src/platform/session.ts';
import { DialogForm } from '#src/ui/dialog/DialogForm.tsx';
import { openDialog } from '#src/ui/dialog/open-dialog.ts';
import { QueryNote } from '#src/ui/dialog/QueryNote.tsx';
import { type Faults, useDialogForm } from '#src/ui/dialog/use-dialog-form.ts';
import { DocumentInput, documentFault } from '#src/ui/form/DocumentInput.tsx';
import { ReferenceSelect } from '#src/ui/form/ReferenceSelect.tsx';
import { accordText } from './effet-text.ts';
import classes from './Exonerations.module.css';

type Taxpayer = Pick<ContribuableFiche, 'id' | 'fullName' | 'lignes' | 'ramification'>;

/** Asks for the years, the scope and the document of an exonération. */
export const askExoneration = (taxpayer: Taxpayer): void =>
  openDialog(`Exonérer ${taxpayer.fullName}`, (close) => (
    <ExonerationForm taxpayer={taxpayer} onEnd={close} />
  ));

const BEFORE = 4;
const AFTER = 30;
const yearsFrom = (first: number, count: number): string[] =>
  Array.from({ length: count }, (_, rank) => String(first + rank));

interface Values {
  ligne: string;
  taxe: string | null;
  du: number;
  au: number;
  citation: string;
}

function ExonerationForm({ taxpayer, onEnd }: { taxpayer: Taxpayer; onEnd: () => void }) {
  const year = Number(useSession().today.slice(0, 4));
  const [values, setValues] = useState<Values>({ ligne: '', taxe: null, du: year, au: year, citation: '' });
  const [file, setFile] = useState<File | null>(null);
  const { send, ...state } = useDialogForm(['enrollement', 'taxe', 'du', 'au', 'citation'], {
    name: `exonération ${taxpayer.id}`,
    values,
    restore: setValues,
  });
  const body = {
    contribuable: taxpayer.id,
    enrollement: values.ligne === '' ? null : Number(values.ligne),
    taxe: values.taxe === null ? null : Number(values.taxe),
    du: values.du,
    au: Math.max(values.du, values.au),
  };
  const preparation = useQuery({
    // the reason changes no figure
    ...queryFor('POST /exonerations/preparation', { body: { ...body, citation: '-' } }),
    ...typedRead,
  });
  const change = (part: Partial<Values>): void => setValues({ ...values, ...part });

  const citation = values.citation.trim();
  const missing = {
    document: documentFault(file, true),
    citation: citation === '' ? EXONERATION_MESSAGES.citation : undefined,
  };
  const save = () =>
    send(
      missing,
      () => sendWithDocument(() => call('POST /exonerations', { body: { ...body, citation } }), file),
      async () => {
        onEnd();
        await queryClient.invalidateQueries();
      },
    );

  return (
    <DialogForm state={state} confirm="Demander l’exonération" onSubmit={save} onCancel={onEnd}>
      <ScopeFields
        taxpayer={taxpayer}
        values={values}
        au={body.au}
        year={year}
        faults={state.faults}
        change={change}
      />
      <DocumentInput
        required
        note="la personne qui approuve le voit"
        value={file}
        onChange={setFile}
        error={state.faults['document']}
      />
      <QueryNote query={preparation} text={accordText} />
    </DialogForm>
  );
}

interface ScopeFieldsProps {
  taxpayer: Taxpayer;
  values: Values;
  /** Last year, never before the first. */
  au: number;
  year: number;
  faults: Faults;
  change: (part: Partial<Values>) => void;
}

/** Years, base, tax and reason. */
const ScopeFields = ({ taxpayer, values, au, year, faults, change }: ScopeFieldsProps) => (
  <>
    <div className={classes.years}>
      <NativeSelect
        label="De l’année"
        data={yearsFrom(year - BEFORE, BEFORE + AFTER)}
        value={String(values.du)}
        error={faults['du']}
        onChange={(event) => change({ du: Number(event.currentTarget.value) })}
      />
      <NativeSelect
        label="À l’année"
        data={yearsFrom(values.du, AFTER)}
        value={String(au)}
        error={faults['au']}
        onChange={(event) => change({ au: Number(event.currentTarget.value) })}
      />
    </div>
    <NativeSelect
      label="Base taxable"
      data={[
        { value: '', label: 'Toutes ses bases' },
        ...taxpayer.lignes.map(({ id, typeEquipement, natureActivite, precision }) => ({
          value: String(id),
          label: [typeEquipement?.nom ?? natureActivite?.nom, precision].filter(Boolean).join(' '),
        })),
      ]}
      value={values.ligne}
      error={faults['enrollement']}
      onChange={(event) => change({ ligne: event.currentTarget.value })}
    />
    <ReferenceSelect
      path="entite_taxes"
      label="Taxe"
      placeholder="Toutes les taxes"
      clearable
      filters={[{ column: 'ent.id', operator: 'eq', x: String(taxpayer.ramification.entite.id) }]}
      value={values.taxe}
      error={faults['taxe']}
      onChange={(taxe) => change({ taxe })}
    />
    <Textarea
      label="Fondement"
      description="Le texte qui l’exonère, avec son numéro et sa date. Il paraît sur sa fiche."
      placeholder="Délibération nº 12 du 3 mars 2026"
      required
      autosize
      minRows={2}
      maxLength={500}
      value={values.citation}
      error={faults['citation']}
      onChange={(event) => change({ citation: event.currentTarget.value })}
    />
  </>
);

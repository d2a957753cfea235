import { useState } from 'react';
import { Alert, Button, NativeSelect } from '@mantine/core';
import type { Import } from '@octroi/contract/contribuables/import/import';
import {
  anneesImpayees,
  anneesPayees,
  champDeLAnnee,
  champImpaye,
  champImportLabel,
  CHAMPS_IMPORT,
  lireChampDeLAnnee,
} from '@octroi/contract/contribuables/import/import-champs';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { reasonOf } from '#src/platform/api.ts';
import { call } from '#src/platform/call.ts';
import { failureOf } from '#src/platform/query.ts';
import { useSession } from '#src/platform/session.ts';
import { Card } from '#src/ui/page/Card.tsx';
import { UnreadNote } from '#src/ui/page/FailureNote.tsx';
import { ImportWork } from './ImportWork.tsx';
import { PhotosCard } from './PhotosCard.tsx';
import { travauxOf, travauxQuery } from './queries.ts';
import classes from './Import.module.css';

/** Starts a trial or an import with the chosen column mapping. */
function useStart(file: Import, correspondance: Readonly<Record<string, number>>) {
  const client = useQueryClient();
  const [fault, setFault] = useState<string>();
  const [started, setStarted] = useState<string>();
  const start = async (essai: boolean): Promise<void> => {
    setFault(undefined);
    try {
      const body = { correspondance, essai };
      const travail = await call('POST /contribuables/imports/{import}/travail', {
        params: { import: file.id },
        body,
      });
      setStarted(travail.id);
      client.setQueryData(travauxQuery.queryKey, (before) => ({
        data: [travail, ...(before?.data ?? [])],
      }));
    } catch (error) {
      setFault(reasonOf(error));
    }
  };
  return { start, started, fault };
}

/** What a file may say of the payments of a year made before Octroi. */
const champsPayes = (annee: number, taxe: number | undefined): string[] =>
  (['paye', 'payeLe', 'quittance'] as const).map((champ) => champDeLAnnee(champ, annee, taxe));

/** The fields that are offered: unpaid amounts of past years, and what was asked for. */
function champsOf({
  present,
  taxe,
  paye,
  mapped,
}: {
  present: number;
  taxe: number | undefined;
  paye: number | undefined;
  /** Fields that have a column: the file may contain older years, or years that cannot be imported. */
  mapped: readonly string[];
}): string[] {
  const years = anneesImpayees(present);
  return [
    ...Object.keys(CHAMPS_IMPORT),
    ...new Set([
      ...years.map((annee) => champImpaye(annee)),
      ...(taxe === undefined ? [] : years.map((annee) => champImpaye(annee, taxe))),
      ...mapped.filter((champ) => lireChampDeLAnnee(champ) !== undefined),
      ...(paye === undefined ? [] : champsPayes(paye, taxe)),
    ]),
  ];
}

/** The mapping from columns to fields, then the trial and the import. */
export function CorrespondanceCard({ file }: { file: Import }) {
  const { today } = useSession();
  const { latest, failure } = useLatest(file.id);
  // the columns of one tax, and those of earlier payments, are offered on demand: there may be many
  const [taxe, setTaxe] = useState<number>();
  const [paye, setPaye] = useState<number>();
  // fields keep their place while their columns are chosen, and after a check
  const [proposed] = useState(file.correspondance);
  const [chosen, setChosen] = useState<Record<string, number>>(proposed);
  const { start, started, fault } = useStart(file, chosen);
  const present = Number(today.slice(0, 4));
  const asked = [
    ...(taxe === undefined ? [] : anneesImpayees(present).map((annee) => champImpaye(annee, taxe))),
    ...(paye === undefined ? [] : champsPayes(paye, taxe)),
  ];
  const champs = champsOf({
    present,
    taxe,
    paye,
    mapped: Object.keys({ ...file.correspondance, ...chosen }),
  });
  const unread = file.colonnes.filter((_, column) => !Object.values(chosen).includes(column));
  const choose = (champ: string, column: string): void => {
    const { [champ]: _, ...rest } = chosen;
    setChosen(column === '' ? rest : { ...rest, [champ]: Number(column) });
  };
  const isLikely = (champ: string): boolean =>
    proposed[champ] !== undefined || (CHAMPS_IMPORT[champ]?.required ?? false) || asked.includes(champ);
  const isIncomplete = file.colonnes.some((_, column) => !Object.values(proposed).includes(column));
  const others = champs.filter((champ) => !isLikely(champ));
  const select = (champ: string) => (
    <ChampSelect
      key={champ}
      file={file}
      champ={champ}
      column={chosen[champ]}
      onChange={(column) => choose(champ, column)}
    />
  );
  return (
    <>
      <Card title="Correspondance des colonnes">
        <div className={classes.champs}>{champs.filter(isLikely).map(select)}</div>
        {/* a column that no field takes may belong to one of these */}
        <details className={classes.others} open={isIncomplete}>
          <summary>Autres champs ({others.length})</summary>
          <div className={classes.champs}>{others.map(select)}</div>
        </details>
        <div className={classes.champs}>
          <PayeSelect present={present} value={paye} onChange={setPaye} />
          {file.taxes.length > 1 ? <TaxeSelect file={file} value={taxe} onChange={setTaxe} /> : null}
        </div>
        {unread.length > 0 ? (
          <p className={classes.text}>Colonnes non reprises : {unread.map(({ nom }) => nom).join(', ')}.</p>
        ) : null}
        <div className={classes.acts}>
          <Button onClick={() => void start(true)}>Vérifier</Button>
          {fault ? (
            <Alert color="red" role="alert">
              {fault}
            </Alert>
          ) : null}
        </div>
      </Card>
      <PhotosCard file={file} lecture={latest} />
      {failure ? (
        <UnreadNote failure={failure}>Les vérifications de ce fichier n’ont pas pu être lues.</UnreadNote>
      ) : null}
      {latest ? (
        <ImportWork
          key={latest.id}
          file={file}
          travail={latest}
          justStarted={latest.id === started}
          onImport={() => start(false)}
          onCheck={() => start(true)}
        />
      ) : null}
    </>
  );
}

/** The latest job that read the rows of a file. */
function useLatest(id: string) {
  const travaux = useQuery({ ...travauxQuery, select: travauxOf(id) });
  return { latest: travaux.data?.[0], failure: failureOf(travaux) };
}

interface ChampSelectProps {
  file: Import;
  champ: string;
  column: number | undefined;
  onChange: (column: string) => void;
}

/** The column of a field, with the values of its first rows. */
const ChampSelect = ({ file, champ, column, onChange }: ChampSelectProps) => (
  <NativeSelect
    label={champImportLabel(champ, file.taxes)}
    withAsterisk={CHAMPS_IMPORT[champ]?.required ?? false}
    description={(column === undefined ? [] : (file.colonnes[column]?.exemples ?? []))
      .filter(Boolean)
      .join(' · ')}
    inputWrapperOrder={['label', 'input', 'description']}
    value={column ?? ''}
    onChange={({ currentTarget }) => onChange(currentTarget.value)}
    data={[
      { value: '', label: '–' },
      ...file.colonnes.map(({ nom }, index) => ({ value: String(index), label: nom })),
    ]}
  />
);

/** The year whose columns of earlier payments are offered. */
const PayeSelect = ({
  present,
  value,
  onChange,
}: {
  present: number;
  value: number | undefined;
  onChange: (annee: number | undefined) => void;
}) => (
  <NativeSelect
    label="Payé avant Octroi, pour l’année"
    description="Le montant, le jour et le numéro de la quittance"
    inputWrapperOrder={['label', 'input', 'description']}
    value={value ?? ''}
    onChange={({ currentTarget }) =>
      onChange(currentTarget.value === '' ? undefined : Number(currentTarget.value))
    }
    data={[{ value: '', label: '–' }, ...anneesPayees(present).map(String)]}
  />
);

interface TaxeSelectProps {
  file: Import;
  value: number | undefined;
  onChange: (taxe: number | undefined) => void;
}

/** The tax whose columns are offered. */
const TaxeSelect = ({ file, value, onChange }: TaxeSelectProps) => (
  <NativeSelect
    label="Montants d’une taxe"
    description="Pour un fichier qui sépare les taxes d’une même base"
    inputWrapperOrder={['label', 'input', 'description']}
    value={value ?? ''}
    onChange={({ currentTarget }) =>
      onChange(currentTarget.value === '' ? undefined : Number(currentTarget.value))
    }
    data={[
      { value: '', label: '–' },
      ...file.taxes.map(({ id, nom }) => ({ value: String(id), label: nom })),
    ]}
  />
);

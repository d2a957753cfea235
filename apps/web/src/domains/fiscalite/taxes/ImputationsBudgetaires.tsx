import { Button, Group, Skeleton, TextInput } from '@mantine/core';
import { MESSAGES } from '@octroi/contract/messages';
import { SANS_IMPUTATION } from '@octroi/contract/constants';
import { imputationBudgetaires } from '@octroi/contract/fiscalite/resources';
import { type Day, formatDay } from '@octroi/contract/platform/values/period';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { queryFor, call, type Reply, resourceKey } from '#src/platform/call.ts';
import { failureOf, queryClient } from '#src/platform/query.ts';
import { toastFailure, toastSuccess } from '#src/platform/toasts.ts';
import { Card, CardNote } from '#src/ui/page/Card.tsx';
import { askConfirm } from '#src/ui/dialog/confirm.tsx';
import { DialogForm } from '#src/ui/dialog/DialogForm.tsx';
import { openDialog } from '#src/ui/dialog/open-dialog.ts';
import { useDialogForm } from '#src/ui/dialog/use-dialog-form.ts';
import { DayInput } from '#src/ui/form/DayInput.tsx';
import { ErrorState } from '#src/ui/page/ErrorState.tsx';
import { FigureTable } from '#src/ui/figure/FigureTable.tsx';
import type { Taxe } from './taxes.tsx';
import classes from './Imputations.module.css';

type Row = Reply<'GET /imputation_budgetaires'>['data'][number];

const TITLE = 'Imputations budgétaires';
const refresh = (): Promise<unknown> =>
  queryClient.invalidateQueries({ queryKey: resourceKey('GET /imputation_budgetaires') });

/** The budget lines of a tax, each from a day on; saved separately from the tax. */
export function ImputationsBudgetaires({ taxe, readOnly }: { taxe: Taxe; readOnly: boolean }) {
  const rows = useQuery(
    queryFor('GET /imputation_budgetaires', {
      query: {
        'filter[t.id]': taxe.id,
        orderBy: 'ib.debut',
        sortOrder: 'desc',
        itemperpage: 100,
      },
    }),
  );
  const failure = failureOf(rows);
  return (
    <div className={classes.below}>
      <Card
        title={TITLE}
        actions={
          readOnly ? null : (
            <Button size="compact-md" variant="default" onClick={() => askImputation(taxe)}>
              Ajouter une imputation
            </Button>
          )
        }
      >
        {failure ? (
          <ErrorState failure={failure} />
        ) : !rows.data ? (
          <Skeleton height={72} w="auto" m="md" role="status" aria-label="Chargement des imputations" />
        ) : rows.data.data.length > 0 ? (
          <Content rows={rows.data.data} taxe={taxe} readOnly={readOnly} />
        ) : (
          <CardNote>
            {SANS_IMPUTATION} : les bordereaux de versement disent ainsi ce que cette taxe a rapporté.
          </CardNote>
        )}
      </Card>
    </div>
  );
}

function Content({ rows, taxe, readOnly }: { rows: readonly Row[]; taxe: Taxe; readOnly: boolean }) {
  return (
    <FigureTable
      titled
      label={TITLE}
      heads={['Depuis le', 'Code', 'Libellé', ...(readOnly ? [] : ['Actions'])]}
    >
      {rows.map((row) => (
        <tr key={row.id}>
          <th scope="row">{formatDay(row.debut)}</th>
          <td>{row.code}</td>
          <td>{row.libelle}</td>
          {readOnly ? null : (
            <td>
              <Group gap={6} wrap="nowrap">
                <Button
                  size="compact-sm"
                  variant="default"
                  aria-label={`Modifier ${row.code}`}
                  onClick={() => askImputation(taxe, row)}
                >
                  Modifier
                </Button>
                <Button
                  size="compact-sm"
                  variant="default"
                  aria-label={`Supprimer ${row.code}`}
                  onClick={() => void remove(row)}
                >
                  Supprimer
                </Button>
              </Group>
            </td>
          )}
        </tr>
      ))}
    </FigureTable>
  );
}

async function remove({ id, code, debut }: Row): Promise<void> {
  const yes = await askConfirm({
    title: `${code}, depuis le ${formatDay(debut)}`,
    message: 'Les bordereaux déjà établis restent tels quels.',
    confirm: 'Supprimer',
    danger: true,
  });
  if (!yes) return;
  try {
    await call('DELETE /imputation_budgetaires/{id}', { params: { id } });
    toastSuccess(MESSAGES.supprime);
    await refresh();
  } catch (error) {
    toastFailure(error);
  }
}

const askImputation = (taxe: Taxe, row?: Row): void =>
  openDialog(row ? 'Modifier une imputation budgétaire' : 'Ajouter une imputation budgétaire', (close) => (
    <ImputationForm taxe={taxe} row={row} onEnd={close} />
  ));

const { fields } = imputationBudgetaires;

interface FormProps {
  taxe: Taxe;
  row: Row | undefined;
  onEnd: () => void;
}

function ImputationForm({ taxe, row, onEnd }: FormProps) {
  const [debut, setDebut] = useState<Day | null>(row?.debut ?? null);
  const [code, setCode] = useState(row?.code ?? '');
  const [libelle, setLibelle] = useState(row?.libelle ?? '');
  const { send, ...state } = useDialogForm(['debut', 'code', 'libelle'], {
    name: `imputation ${taxe.id} ${row?.id ?? ''}`,
    values: { debut, code, libelle },
    restore: (kept) => {
      setDebut(kept.debut);
      setCode(kept.code);
      setLibelle(kept.libelle);
    },
    version: row?.version,
  });
  const { faults } = state;
  const missing = {
    debut: debut ? undefined : fields.debut.hint,
    code: code.trim() ? undefined : fields.code.hint,
    libelle: libelle.trim() ? undefined : fields.libelle.hint,
  };
  const save = () =>
    send(
      missing,
      () => {
        const body = { debut: debut as Day, code: code.trim(), libelle: libelle.trim() };
        return row
          ? call('PATCH /imputation_budgetaires/{id}', {
              params: { id: row.id },
              body,
              version: row.version,
            })
          : call('POST /imputation_budgetaires', {
              body: { ...body, entite: taxe.entite.id, taxe: taxe.id },
            });
      },
      async () => {
        toastSuccess(row ? MESSAGES.modifie : MESSAGES.ajoute);
        await refresh();
        onEnd();
      },
    );
  return (
    <DialogForm state={state} confirm="Enregistrer" onSubmit={save} onCancel={onEnd}>
      <DayInput
        label={fields.debut.label}
        required
        value={debut}
        onChange={setDebut}
        error={faults['debut']}
      />
      <TextInput
        label={fields.code.label}
        withAsterisk
        maxLength={fields.code.max}
        value={code}
        onChange={(event) => setCode(event.currentTarget.value)}
        error={faults['code']}
      />
      <TextInput
        label={fields.libelle.label}
        withAsterisk
        maxLength={fields.libelle.max}
        value={libelle}
        onChange={(event) => setLibelle(event.currentTarget.value)}
        error={faults['libelle']}
      />
    </DialogForm>
  );
}

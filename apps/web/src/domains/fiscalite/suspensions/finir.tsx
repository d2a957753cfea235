import { useState } from 'react';
import { MESSAGES } from '@octroi/contract/messages';
import { formatFrancs, formatNumber } from '@octroi/contract/platform/values/money';
import type { Day } from '@octroi/contract/platform/values/period';
import type { SuspensionRow } from '@octroi/contract/fiscalite/suspensions/suspensions';
import { useQuery } from '@tanstack/react-query';
import { call, queryFor } from '#src/platform/call.ts';
import { queryClient, typedRead } from '#src/platform/query.ts';
import { useSession } from '#src/platform/session.ts';
import { toastSuccess } from '#src/platform/toasts.ts';
import { DialogForm } from '#src/ui/dialog/DialogForm.tsx';
import { openDialog } from '#src/ui/dialog/open-dialog.ts';
import { QueryNote } from '#src/ui/dialog/QueryNote.tsx';
import { useDialogForm } from '#src/ui/dialog/use-dialog-form.ts';
import { DayInput } from '#src/ui/form/DayInput.tsx';

type Suspension = Pick<SuspensionRow, 'id' | 'nature' | 'du' | 'fin' | 'motif'>;

const WORDS = {
  suspension: {
    title: 'Finir la suspension',
    depuis: 'De nouveau dû dès le',
    note: 'Le premier jour de la suspension l’annule tout entière ; un autre laisse suspendu ce qui le précède.',
    effet: 'Échéances de nouveau dues',
  },
  moratoire: {
    title: 'Finir le moratoire',
    depuis: 'Exigible dès le',
    note: 'Le premier jour du moratoire l’annule tout entier ; un autre rend exigible, ce jour-là, ce qui est différé jusque-là.',
    effet: 'Échéances exigibles plus tôt',
  },
} as const;

/** Asks from which day a suspension or a moratoire is over. */
export const askFin = (suspension: Suspension): void =>
  openDialog(`${WORDS[suspension.nature].title} « ${suspension.motif} »`, (close) => (
    <FinForm suspension={suspension} onEnd={close} />
  ));

function FinForm({
  suspension: { id, nature, du, fin },
  onEnd,
}: {
  suspension: Suspension;
  onEnd: () => void;
}) {
  const words = WORDS[nature];
  const { today } = useSession();
  const [depuis, setDepuis] = useState<Day | null>(today < du ? du : today > fin ? fin : today);
  const { send, ...state } = useDialogForm(['depuis'], {
    name: `fin de la suspension ${id}`,
    values: { depuis },
    restore: (kept) => setDepuis(kept.depuis),
  });
  const request = { params: { id: String(id) }, body: { depuis: depuis ?? du } };
  const preparation = useQuery({
    ...queryFor('POST /suspensions/{id}/fin/preparation', request),
    ...typedRead,
    enabled: depuis !== null,
  });
  const save = () =>
    send(
      { depuis: depuis === null ? 'Entrez un jour' : undefined },
      () => call('POST /suspensions/{id}/fin', request),
      async () => {
        toastSuccess(MESSAGES.modifie);
        onEnd();
        await queryClient.invalidateQueries();
      },
    );
  return (
    <DialogForm state={state} confirm="Finir" onSubmit={save} onCancel={onEnd}>
      <DayInput
        label={words.depuis}
        required
        min={du}
        max={fin}
        value={depuis}
        onChange={setDepuis}
        error={state.faults['depuis']}
      />
      <p>{words.note}</p>
      <QueryNote
        query={preparation}
        text={({ echeances, montant }) =>
          `${words.effet} : ${formatNumber(echeances)} (${formatFrancs(montant)}).`
        }
      />
    </DialogForm>
  );
}

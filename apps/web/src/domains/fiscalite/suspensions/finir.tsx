import '@mantine/core/styles/Modal.layer.css';
import { useState } from 'react';
import { modals } from '@mantine/modals';
import { MESSAGES } from '@octroi/contract/messages';
import { formatFrancs, formatNumber } from '@octroi/contract/platform/values/money';
import type { Day } from '@octroi/contract/platform/values/period';
import type { SuspensionRow } from '@octroi/contract/fiscalite/suspensions/suspensions';
import { useQuery } from '@tanstack/react-query';
import { reasonOf } from '#src/platform/api.ts';
import { call, queryFor } from '#src/platform/call.ts';
import { queryClient } from '#src/platform/query.ts';
import { useSession } from '#src/platform/session.ts';
import { toastSuccess } from '#src/platform/toasts.ts';
import { DayInput } from '#src/ui/form/DayInput.tsx';
import { DialogActs } from '#src/ui/form/DialogActs.tsx';
import { useAct } from '#src/ui/use-act.ts';
import classes from './Suspensions.module.css';

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
export function askFin(suspension: Suspension): void {
  const id = modals.open({
    title: `${WORDS[suspension.nature].title} « ${suspension.motif} »`,
    closeButtonProps: { 'aria-label': 'Fermer' },
    children: <FinForm suspension={suspension} onEnd={() => modals.close(id)} />,
  });
}

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
  const [fault, setFault] = useState<string>();
  const { busy, perform } = useAct((error) => setFault(reasonOf(error)));
  const request = { params: { id: String(id) }, body: { depuis: depuis ?? du } };
  const { data, error, isFetching } = useQuery({
    ...queryFor('POST /suspensions/{id}/fin/preparation', request),
    enabled: depuis !== null,
    retry: false,
  });
  const save = async (): Promise<void> => {
    if (depuis === null) return setFault('Entrez un jour');
    await perform(async () => {
      await call('POST /suspensions/{id}/fin', request);
      toastSuccess(MESSAGES.modifie);
      onEnd();
      await queryClient.invalidateQueries();
    });
    return undefined;
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
      <DayInput
        label={words.depuis}
        required
        min={du}
        max={fin}
        value={depuis}
        onChange={setDepuis}
        error={fault}
      />
      <p className={classes.note}>{words.note}</p>
      <p role="status" className={classes.note}>
        {isFetching
          ? 'Un instant…'
          : error
            ? reasonOf(error)
            : data && `${words.effet} : ${formatNumber(data.echeances)} (${formatFrancs(data.montant)}).`}
      </p>
      <DialogActs confirm="Finir" busy={busy} onCancel={onEnd} />
    </form>
  );
}

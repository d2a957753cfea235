import { useEffect, useRef, useState } from 'react';
import { NativeSelect, TextInput } from '@mantine/core';
import { formatFrancs } from '@octroi/contract/platform/values/money';
import { type Day, formatDay } from '@octroi/contract/platform/values/period';
import { REMIS_A, REMIS_A_WORDS, type RemisA, remisText } from '@octroi/contract/recouvrement/remis';
import type { AvisLu } from '@octroi/contract/recouvrement/remises-avis';
import { useQuery } from '@tanstack/react-query';
import { reasonOf } from '#src/platform/api.ts';
import { call, queryFor } from '#src/platform/call.ts';
import { queryClient, typedRead } from '#src/platform/query.ts';
import { useSession } from '#src/platform/session.ts';
import { toastSuccess } from '#src/platform/toasts.ts';
import { DialogForm } from '#src/ui/dialog/DialogForm.tsx';
import { openDialog } from '#src/ui/dialog/open-dialog.ts';
import { useDialogForm } from '#src/ui/dialog/use-dialog-form.ts';
import { DayInput } from '#src/ui/form/DayInput.tsx';
import { HeldSelect } from '#src/ui/form/HeldSelect.tsx';

/** Signs of the shortest number: less is not sought. */
const SHORTEST = 8;

/** Records notices handed over, one after another: a pile of signed stubs. @param avis the first one's number */
export const askRemise = (avis = ''): void =>
  openDialog('Noter une remise', (close) => <Remises first={avis} onEnd={close} />);

/** Why a notice cannot be recorded; undefined if it can. */
function obstacle({ remplacePar, remise }: AvisLu): string | undefined {
  if (remise) return `${remisText(remise)}, par ${remise.agent}. La première remise compte.`;
  return remplacePar
    ? `Remplacé par ${remplacePar.numero} depuis le ${formatDay(remplacePar.jour)} : il ne compte que s’il a été remis avant.`
    : undefined;
}

/** The notice of a number, or why it is not read. */
function useAvis(sought: string) {
  const isWhole = sought.length >= SHORTEST;
  const read = useQuery({
    ...queryFor('GET /avis_remis/preparation', { query: { avis: sought } }),
    ...typedRead,
    enabled: isWhole,
  });
  const found = isWhole ? read.data : undefined;
  return { read, found, unread: found ? undefined : unreadText(sought, read.error) };
}

function unreadText(sought: string, error: unknown): string {
  if (sought.length < SHORTEST) return 'Entrez le numéro de l’avis';
  return error ? reasonOf(error) : 'L’avis est en cours de lecture';
}

/** What is typed for one notice; the next one of a pile starts with the same person, day and agent. */
interface Saisie {
  avis: string;
  remisA: RemisA;
  remisLe: Day | null;
  agent: string | null;
}

/** A new form for each notice: what is typed for the next one is then kept apart from what is recorded. */
function Remises({ first, onEnd }: { first: string; onEnd: () => void }) {
  const { today } = useSession();
  const [{ rank, start }, setNotice] = useState<{ rank: number; start: Saisie }>({
    rank: 0,
    start: { avis: first, remisA: 'contribuable', remisLe: today, agent: null },
  });
  const next = (recorded: Saisie): void => setNotice({ rank: rank + 1, start: { ...recorded, avis: '' } });
  return <RemiseForm key={rank} start={start} onRecorded={next} onEnd={onEnd} />;
}

interface RemiseFormProps {
  start: Saisie;
  onRecorded: (recorded: Saisie) => void;
  onEnd: () => void;
}

function RemiseForm({ start, onRecorded, onEnd }: RemiseFormProps) {
  const { today } = useSession();
  const field = useRef<HTMLInputElement>(null);
  const [values, setValues] = useState(start);
  const { avis, remisA, remisLe, agent } = values;
  const change = (part: Partial<Saisie>): void => setValues((now) => ({ ...now, ...part }));
  useEffect(() => field.current?.focus(), []);
  const { send, ...state } = useDialogForm(['remisLe', 'agent'], {
    name: `remise ${start.avis}`,
    values,
    restore: setValues,
  });
  const { faults } = state;
  const sought = avis.trim();
  const { read, found, unread } = useAvis(sought);
  const save = async (): Promise<void> => {
    // the same number may be read by now
    if (read.isError) void read.refetch();
    const missing = {
      avis: unread,
      remisLe: remisLe ? undefined : 'Entrez le jour',
    };
    await send(
      missing,
      () => call('POST /avis_remis', { body: { avis: sought, remisA, remisLe: remisLe as Day, agent } }),
      () => {
        toastSuccess(`${found?.numero ?? sought} : noté`);
        onRecorded(values);
        // the next stub does not wait for the lists
        void queryClient.invalidateQueries();
      },
    );
  };
  return (
    <DialogForm state={state} confirm="Noter" onSubmit={save} onCancel={onEnd}>
      <TextInput
        ref={field}
        data-autofocus
        label="Avis"
        description="Son numéro, ou son QR lu avec une douchette"
        withAsterisk
        value={avis}
        onChange={(event) => change({ avis: event.currentTarget.value })}
        error={read.error || faults['avis'] ? unread : undefined}
      />
      {found ? (
        <p role="status">
          {found.contribuable.fullName}, {found.contribuable.numKlis} : {formatFrancs(found.montant)}, avis du{' '}
          {formatDay(found.jour)}. <b>{obstacle(found)}</b>
        </p>
      ) : null}
      <NativeSelect
        label="À qui"
        data={REMIS_A.map((value) => ({ value, label: REMIS_A_WORDS[value] }))}
        value={remisA}
        onChange={(event) => change({ remisA: event.currentTarget.value as RemisA })}
      />
      <DayInput
        label="Remis le"
        required
        value={remisLe}
        onChange={(day) => change({ remisLe: day })}
        max={today}
        error={faults['remisLe']}
      />
      <AgentSelect
        avis={found}
        value={agent}
        onChange={(chosen) => change({ agent: chosen })}
        error={faults['agent']}
      />
    </DialogForm>
  );
}

interface AgentSelectProps {
  avis: AvisLu | undefined;
  value: string | null;
  onChange: (agent: string | null) => void;
  error: string | undefined;
}

/** Who handed it over, among the agents who see the taxpayer. */
const AgentSelect = ({ avis, ...field }: AgentSelectProps) => (
  <HeldSelect
    {...field}
    label="Agent"
    description="Qui l’a remis ; vous-même si rien n’est choisi"
    placeholder="Vous-même"
    clearable
    nothingFoundMessage={avis ? 'Aucun agent de ce nom' : 'Entrez d’abord l’avis'}
    data={(avis?.agents ?? []).map(({ id, fullName, username }) => ({
      value: String(id),
      label: `${fullName} (${username})`,
    }))}
  />
);

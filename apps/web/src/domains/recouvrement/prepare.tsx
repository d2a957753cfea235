import { useState } from 'react';
import { MESSAGES } from '@octroi/contract/messages';
import { formatFrancs, formatNumber } from '@octroi/contract/platform/values/money';
import { PAGES } from '@octroi/contract/pages';
import { addDays, type Day } from '@octroi/contract/platform/values/period';
import { lieuxText } from '@octroi/contract/recouvrement/columns';
import { JOURS_D_AVANCE, MAX_VISITES } from '@octroi/contract/recouvrement/visites';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { queryFor, call, type Reply, resourceKey } from '#src/platform/call.ts';
import { typedRead } from '#src/platform/query.ts';
import { useSession } from '#src/platform/session.ts';
import { toastSuccess } from '#src/platform/toasts.ts';
import { DialogForm } from '#src/ui/dialog/DialogForm.tsx';
import { openDialog } from '#src/ui/dialog/open-dialog.ts';
import { QueryNote } from '#src/ui/dialog/QueryNote.tsx';
import { useDialogForm } from '#src/ui/dialog/use-dialog-form.ts';
import { DayInput } from '#src/ui/form/DayInput.tsx';
import type { SelectionBody } from '#src/ui/list/acts/acts.ts';
import { HeldSelect } from '#src/ui/form/HeldSelect.tsx';

/** Asks for the agent and the day of a tour to the chosen taxpayers who owe something. */
export const prepareTournee = (body: SelectionBody): void =>
  openDialog('Préparer une tournée', (close) => <Preparation body={body} onEnd={close} />);

const plural = (count: number, singular: string, pluralForm: string): string =>
  `${formatNumber(count)} ${count > 1 ? pluralForm : singular}`;

function summary({ visites, sansDette, exigible, lieux }: Reply<'POST /tournees/preparation'>): string {
  if (visites === 0) return 'Aucun des contribuables choisis ne doit quelque chose à ce jour.';
  const leftOutText =
    sansDette > 0
      ? ` ${plural(sansDette, 'ne doit rien et reste', 'ne doivent rien et restent')} de côté.`
      : '';
  return `${plural(visites, 'visite', 'visites')} (au plus ${MAX_VISITES}), ${formatFrancs(exigible)} dus, par lieu puis par nom : ${lieuxText(lieux)}.${leftOutText}`;
}

function Preparation({ body, onEnd }: { body: SelectionBody; onEnd: () => void }) {
  const { today } = useSession();
  const navigate = useNavigate();
  const client = useQueryClient();
  const [agent, setAgent] = useState<string | null>(null);
  const [jour, setJour] = useState<Day | null>(today);
  const { send, ...state } = useDialogForm(['agent', 'jour'], {
    // a selection has another name each time
    name: 'tournée',
    values: { agent, jour },
    restore: (kept) => {
      setAgent(kept.agent);
      setJour(kept.jour);
    },
  });
  const { faults } = state;
  const preparation = useQuery({
    ...queryFor('POST /tournees/preparation', { body }),
    ...typedRead,
  });

  const missing = {
    agent: agent ? undefined : 'Choisissez l’agent',
    jour: jour ? undefined : 'Choisissez le jour',
    form: preparation.data?.visites === 0 ? 'Il n’y a personne à visiter.' : undefined,
  };
  const create = () =>
    send(
      missing,
      () => call('POST /tournees', { body: { ...body, agent: agent as string, jour: jour as Day } }),
      async ({ tournee, dejaPrevus }) => {
        await client.invalidateQueries({ queryKey: resourceKey('GET /tournees') });
        onEnd();
        toastSuccess(
          MESSAGES.ajoute,
          dejaPrevus > 0
            ? `${plural(dejaPrevus, 'contribuable était', 'contribuables étaient')} déjà prévu(s) ce jour-là pour cet agent.`
            : undefined,
        );
        await navigate({ to: PAGES.tournee, params: { id: String(tournee.id) } });
      },
    );
  return (
    <DialogForm state={state} confirm="Créer la tournée" onSubmit={create} onCancel={onEnd}>
      <QueryNote query={preparation} text={summary} />
      <AgentSelect preparation={preparation.data} value={agent} onChange={setAgent} error={faults['agent']} />
      <DayInput
        label="Jour"
        required
        value={jour}
        onChange={setJour}
        min={today}
        max={addDays(today, JOURS_D_AVANCE)}
        error={faults['jour']}
      />
    </DialogForm>
  );
}

interface AgentSelectProps {
  preparation: Reply<'POST /tournees/preparation'> | undefined;
  value: string | null;
  onChange: (agent: string | null) => void;
  error: string | undefined;
}

/** A select of the agents whose scope contains all of them. */
function AgentSelect({ preparation, ...field }: AgentSelectProps) {
  const nobody = preparation !== undefined && preparation.visites > 0 && preparation.agents.length === 0;
  return (
    <HeldSelect
      {...field}
      label="Agent"
      description={
        nobody
          ? 'Personne ne voit tous ces lieux : choisissez des contribuables d’un même lieu.'
          : 'Seuls ceux dont le périmètre couvre toutes ces visites sont proposés.'
      }
      placeholder="Choisir"
      withAsterisk
      nothingFoundMessage="Aucun agent de ce nom"
      disabled={!preparation || preparation.agents.length === 0}
      data={(preparation?.agents ?? []).map(({ id, fullName, username }) => ({
        value: String(id),
        label: `${fullName} (${username})`,
      }))}
    />
  );
}

import '@mantine/core/styles/Modal.layer.css';
import { useState } from 'react';
import { Button, Select } from '@mantine/core';
import { modals } from '@mantine/modals';
import { MESSAGES } from '@octroi/contract/messages';
import { formatFrancs, formatNumber } from '@octroi/contract/platform/values/money';
import { PAGES } from '@octroi/contract/pages';
import { addDays, type Day } from '@octroi/contract/platform/values/period';
import { lieuxText } from '@octroi/contract/recouvrement/columns';
import { JOURS_D_AVANCE, MAX_VISITES } from '@octroi/contract/recouvrement/visites';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { ApiError, reasonOf } from '#src/platform/api.ts';
import { queryFor, call, type Reply, resourceKey } from '#src/platform/call.ts';
import { useSession } from '#src/platform/session.ts';
import { toastSuccess } from '#src/platform/toasts.ts';
import { DayInput } from '#src/ui/form/DayInput.tsx';
import type { SelectionBody } from '#src/ui/list/acts/acts.ts';
import classes from './Recouvrement.module.css';
import { useAct } from '#src/ui/use-act.ts';

const MODAL = 'tournee';

/** Asks for the agent and the day of a tour to the chosen taxpayers who owe something. */
export function prepareTournee(body: SelectionBody): void {
  modals.open({
    modalId: MODAL,
    title: 'Préparer une tournée',
    closeButtonProps: { 'aria-label': 'Fermer' },
    children: <Preparation body={body} />,
  });
}

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

const faultOf = (error: unknown, field: string): string | undefined =>
  error instanceof ApiError ? error.errors.find((each) => each.field === field)?.message : undefined;

function Preparation({ body }: { body: SelectionBody }) {
  const { today } = useSession();
  const navigate = useNavigate();
  const client = useQueryClient();
  const [agent, setAgent] = useState<string | null>(null);
  const [jour, setJour] = useState<Day | null>(today);
  const [failure, setFailure] = useState<unknown>();
  const { busy, perform } = useAct((error) => setFailure(error));
  const preparation = useQuery({ ...queryFor('POST /tournees/preparation', { body }), retry: false });

  const create = async (): Promise<void> => {
    if (!agent || !jour) return;
    setFailure(undefined);
    await perform(async () => {
      const { tournee, dejaPrevus } = await call('POST /tournees', { body: { ...body, agent, jour } });
      await client.invalidateQueries({ queryKey: resourceKey('GET /tournees') });
      modals.close(MODAL);
      toastSuccess(
        MESSAGES.ajoute,
        dejaPrevus > 0
          ? `${plural(dejaPrevus, 'contribuable était', 'contribuables étaient')} déjà prévu(s) ce jour-là pour cet agent.`
          : undefined,
      );
      await navigate({ to: PAGES.tournee, params: { id: String(tournee.id) } });
    });
  };
  const faults = { agent: faultOf(failure, 'agent'), jour: faultOf(failure, 'jour') };
  const visits = preparation.data?.visites ?? 0;
  return (
    <form
      className={classes.form}
      onSubmit={(event) => {
        event.preventDefault();
        void create();
      }}
    >
      <p role="status">
        {preparation.error
          ? reasonOf(preparation.error)
          : preparation.data
            ? summary(preparation.data)
            : 'Un instant…'}
      </p>
      <AgentSelect preparation={preparation.data} value={agent} onChange={setAgent} error={faults.agent} />
      <DayInput
        label="Jour"
        required
        value={jour}
        onChange={setJour}
        min={today}
        max={addDays(today, JOURS_D_AVANCE)}
        error={faults.jour}
      />
      {failure !== undefined && !faults.agent && !faults.jour ? (
        <p role="alert">{reasonOf(failure)}</p>
      ) : null}
      <Button type="submit" loading={busy} disabled={visits === 0 || !agent || !jour}>
        Créer la tournée
      </Button>
    </form>
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
    <Select
      {...field}
      label="Agent"
      description={
        nobody
          ? 'Personne ne voit tous ces lieux : choisissez des contribuables d’un même lieu.'
          : 'Seuls ceux dont le périmètre couvre toutes ces visites sont proposés.'
      }
      placeholder="Choisir"
      withAsterisk
      searchable
      nothingFoundMessage="Aucun agent de ce nom"
      disabled={!preparation || preparation.agents.length === 0}
      data={(preparation?.agents ?? []).map(({ id, fullName, username }) => ({
        value: String(id),
        label: `${fullName} (${username})`,
      }))}
    />
  );
}

import { useState } from 'react';
import { Button, Skeleton, Textarea } from '@mantine/core';
import { MAX_ADRESSES } from '@octroi/contract/impressions/point-days';
import { type EnvoiPoint, envoiPointBody } from '@octroi/contract/impressions/point';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { ApiError } from '#src/platform/api.ts';
import { call, callKey, queryFor } from '#src/platform/call.ts';
import { failureOf } from '#src/platform/query.ts';
import { toastSuccess } from '#src/platform/toasts.ts';
import { SaveFailure, toastSaveFailure } from '#src/ui/form/SaveFailure.tsx';
import { useLeaveGuard } from '#src/ui/form/use-leave-guard.ts';
import { Card } from '#src/ui/page/Card.tsx';
import { ErrorState } from '#src/ui/page/ErrorState.tsx';
import { useAct } from '#src/ui/use-act.ts';
import classes from './Point.module.css';

/** Who gets it by mail on the first of the month; nobody while no address is named. */
export function EnvoiForm({ entite }: { entite: number }) {
  const read = useQuery({
    ...queryFor('GET /entites/{id}/point-du-mois/envoi', { params: { id: entite } }),
    // the form edits this version: a refetch must not replace what the person types
    staleTime: 0,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  });
  const [data, failure] = [read.data, failureOf(read)];
  return (
    <Card title="Envoi le 1er du mois">
      {failure ? (
        <ErrorState failure={failure} />
      ) : data && (read.isFetchedAfterMount || !read.isFetching) ? (
        <Adresses entite={entite} envoi={data} onReload={async () => (await read.refetch()).data} />
      ) : (
        <Skeleton height={180} m={16} width="auto" role="status" aria-label="Chargement des adresses" />
      )}
    </Card>
  );
}

const linesOf = (text: string): string[] => text.split(/[\s,;]+/).filter((each) => each !== '');

/** Why it is not sent any more. */
const Stopped = ({ envoi }: { envoi: EnvoiPoint }) =>
  envoi.possible ? null : (
    <p className={classes.warning} role="alert">
      Le point du mois n’est plus envoyé : le compte de {envoi.par?.nom}, qui a donné ces adresses, n’est plus
      actif ou n’a plus les droits. Enregistrez-les à nouveau pour qu’il parte avec les vôtres.
    </p>
  );

interface AdressesProps {
  entite: number;
  envoi: EnvoiPoint;
  onReload: () => Promise<EnvoiPoint | undefined>;
}

function Adresses({ entite, envoi, onReload }: AdressesProps) {
  const queries = useQueryClient();
  const params = { id: entite };
  const saved = envoi.adresses.join('\n');
  const [text, setText] = useState(saved);
  const [fault, setFault] = useState<string>();
  const [failure, setFailure] = useState<ApiError>();
  const { busy, perform } = useAct((error) => {
    toastSaveFailure(error);
    setFailure(error instanceof ApiError ? error : undefined);
  });
  const isChanged = linesOf(text).join('\n') !== saved;
  useLeaveGuard(isChanged, {
    name: `envoi ${entite}`,
    values: { text },
    restore: (kept) => setText(kept.text),
    version: envoi.version,
  });
  const save = async (): Promise<void> => {
    const checked = envoiPointBody.safeParse({ adresses: linesOf(text) });
    setFault(checked.error?.issues[0]?.message);
    if (!checked.success) return;
    setFailure(undefined);
    await perform(async () => {
      const { version } = envoi;
      const reply = await call('PUT /entites/{id}/point-du-mois/envoi', {
        params,
        body: checked.data,
        version,
      });
      queries.setQueryData(callKey('GET /entites/{id}/point-du-mois/envoi', { params }), reply);
      setText(reply.adresses.join('\n'));
      toastSuccess(
        reply.adresses.length > 0
          ? 'Le point du mois leur sera envoyé le 1er'
          : 'Le point du mois n’est plus envoyé',
      );
    });
  };
  const reload = async (): Promise<void> => {
    const theirs = await onReload();
    if (!theirs) return;
    setText(theirs.adresses.join('\n'));
    setFailure(undefined);
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
      {failure ? <SaveFailure failure={failure} onReload={() => void reload()} /> : null}
      <Stopped envoi={envoi} />
      <Textarea
        label="Adresses"
        description={`Une par ligne, ${MAX_ADRESSES} au plus. Sans adresse, rien n’est envoyé.`}
        autosize
        minRows={3}
        value={text}
        onChange={({ currentTarget }) => setText(currentTarget.value)}
        error={fault}
      />
      <p className={classes.note}>
        Le matin du 1er, chaque adresse reçoit le point du mois qui vient de finir. Il contient le nom des dix
        plus grands débiteurs : ne donnez que des adresses de la collectivité.
        {envoi.par ? ` Adresses données par ${envoi.par.nom}.` : ''}
      </p>
      <div className={classes.acts}>
        <Button type="submit" variant="default" loading={busy} disabled={!isChanged && envoi.possible}>
          Enregistrer les adresses
        </Button>
      </div>
    </form>
  );
}

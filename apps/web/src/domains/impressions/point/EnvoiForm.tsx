import { useState } from 'react';
import { Button, Skeleton, Textarea } from '@mantine/core';
import { MAX_ADRESSES } from '@octroi/contract/impressions/point-days';
import { type EnvoiPoint, envoiPointBody } from '@octroi/contract/impressions/point';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { call, callKey, queryFor } from '#src/platform/call.ts';
import { toastSuccess } from '#src/platform/toasts.ts';
import { useLeaveGuard } from '#src/ui/form/use-leave-guard.ts';
import { Card } from '#src/ui/page/Card.tsx';
import { ErrorState } from '#src/ui/page/ErrorState.tsx';
import { useAct } from '#src/ui/use-act.ts';
import classes from './Point.module.css';

/** Who gets it by mail on the first of the month; nobody while no address is named. */
export function EnvoiForm({ entite }: { entite: number }) {
  const { data, error, refetch } = useQuery({
    ...queryFor('GET /entites/{id}/point-du-mois/envoi', { params: { id: entite } }),
    // a refetch must not replace what the person types
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  });
  return (
    <Card title="Envoi le 1er du mois">
      {error ? (
        <ErrorState error={error} onRetry={() => void refetch()} />
      ) : data ? (
        <Adresses entite={entite} envoi={data} />
      ) : (
        <Skeleton height={180} m={16} width="auto" role="status" aria-label="Chargement des adresses" />
      )}
    </Card>
  );
}

const linesOf = (text: string): string[] => text.split(/[\s,;]+/).filter((each) => each !== '');

function Adresses({ entite, envoi }: { entite: number; envoi: EnvoiPoint }) {
  const queries = useQueryClient();
  const params = { id: entite };
  const saved = envoi.adresses.join('\n');
  const [text, setText] = useState(saved);
  const [fault, setFault] = useState<string>();
  const { busy, perform } = useAct();
  const isChanged = linesOf(text).join('\n') !== saved;
  useLeaveGuard(isChanged, {
    name: `envoi ${entite}`,
    values: { text },
    restore: (kept) => setText(kept.text),
  });
  const save = async (): Promise<void> => {
    const checked = envoiPointBody.safeParse({ adresses: linesOf(text) });
    setFault(checked.error?.issues[0]?.message);
    if (!checked.success) return;
    await perform(async () => {
      const reply = await call('PUT /entites/{id}/point-du-mois/envoi', { params, body: checked.data });
      queries.setQueryData(callKey('GET /entites/{id}/point-du-mois/envoi', { params }), reply);
      setText(reply.adresses.join('\n'));
      toastSuccess(
        reply.adresses.length > 0
          ? 'Le point du mois leur sera envoyé le 1er'
          : 'Le point du mois n’est plus envoyé',
      );
    });
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
      {envoi.possible ? null : (
        <p className={classes.warning} role="alert">
          Le point du mois n’est plus envoyé : le compte de {envoi.par?.nom}, qui a donné ces adresses, n’est
          plus actif ou n’a plus les droits. Enregistrez-les à nouveau pour qu’il parte avec les vôtres.
        </p>
      )}
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

import type { ReactNode } from 'react';
import { Skeleton } from '@mantine/core';
import type { JournalAct } from '@octroi/contract/administration/journal';
import { acteLabel, champLabel, domaineLabel } from '@octroi/contract/administration/journal-words';
import { formatInstant } from '@octroi/contract/period';
import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { api } from '#src/app/api.ts';
import { useSession } from '#src/app/session.ts';
import { ErrorState } from '#src/ui/ErrorState.tsx';
import { ADMINISTRATION, PageHeader, TABLEAU_DE_BORD } from '#src/ui/PageHeader.tsx';
import { compare, type ComparedField } from './compare.ts';
import { PATH, recordText, valueText } from './words.ts';
import classes from './Journal.module.css';

const TRAIL = [TABLEAU_DE_BORD, ADMINISTRATION, { label: 'Journal', to: PATH }];

/** One act of the journal: who, when, what, and the record before and after. */
export function JournalActScreen() {
  const { id = '' }: { id?: string } = useParams({ strict: false });
  const { data, error, refetch } = useQuery<JournalAct>({
    queryKey: ['journal', 'acte', id],
    queryFn: ({ signal }) => api.get<JournalAct>(`journal/${id}`, { signal }),
  });
  if (data) return <Act act={data} />;
  return (
    <>
      <PageHeader breadcrumb={[...TRAIL, { label: `n° ${id}` }]} title={`Acte n° ${id}`} />
      <section className={classes.card}>
        {error ? (
          <ErrorState error={error} onRetry={() => void refetch()} />
        ) : (
          <div role="status" aria-label="Chargement de l'acte" className={classes.loading}>
            <Skeleton height={180} radius={10} />
            <Skeleton height={280} radius={10} />
          </div>
        )}
      </section>
    </>
  );
}

function Act({ act }: { act: JournalAct }) {
  const fields = compare(act.avant, act.apres);
  return (
    <>
      <PageHeader
        breadcrumb={[...TRAIL, { label: `n° ${act.id}` }]}
        title={`${acteLabel(act.acte)} : ${recordText(act)}`}
      />
      <section className={classes.card} aria-labelledby="acte">
        <h2 id="acte">Acte</h2>
        <Facts act={act} />
      </section>
      <section className={classes.card} aria-labelledby="changements">
        <h2 id="changements">Avant et après</h2>
        {fields.length === 0 ? (
          <p className={classes.none}>Cet acte ne porte aucun champ.</p>
        ) : (
          <Fields fields={fields} />
        )}
      </section>
    </>
  );
}

function Facts({ act }: { act: JournalAct }) {
  const { timeZone } = useSession();
  const { jour, heure } = formatInstant(act.createdAt, timeZone);
  const facts: [string, ReactNode][] = [
    [
      'Personne',
      act.utilisateur &&
        `${act.utilisateur.fullName} (${act.utilisateur.username ?? `n° ${act.utilisateur.id}`})`,
    ],
    ['Date et heure', `${jour} à ${heure}`],
    ['Domaine', domaineLabel(act.domaine)],
    ['Collectivité', act.entite?.nom],
    ['Référence', act.requestId],
    ['Sceau', act.scelle ? 'Scellé : une altération se verrait' : 'Pas encore scellé'],
  ];
  return (
    <dl className={classes.facts}>
      {facts.map(([term, value]) =>
        value ? (
          <div key={term}>
            <dt>{term}</dt>
            <dd>{value}</dd>
          </div>
        ) : null,
      )}
    </dl>
  );
}

/** The fields of the record; on a phone each stands alone, its two values under one another. */
function Fields({ fields }: { fields: readonly ComparedField[] }) {
  const { timeZone } = useSession();
  const shown = (value: unknown): ReactNode =>
    valueText(value, timeZone) ?? <span className={classes.nothing}>–</span>;
  return (
    <table className={classes.fields} aria-labelledby="changements">
      <thead>
        <tr>
          <th scope="col">Champ</th>
          <th scope="col">Avant</th>
          <th scope="col">Après</th>
        </tr>
      </thead>
      <tbody>
        {fields.map(({ champ, avant, apres, change }) => (
          <tr key={champ} data-change={change}>
            <th scope="row">
              {champLabel(champ)}
              {change && change !== 'inchangé' ? <em>{change}</em> : null}
            </th>
            <td data-label="Avant">{shown(avant)}</td>
            <td data-label="Après">{shown(apres)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

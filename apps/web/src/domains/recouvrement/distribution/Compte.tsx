import { useState } from 'react';
import { NativeSelect } from '@mantine/core';
import { formatNumber } from '@octroi/contract/platform/values/money';
import { useQuery } from '@tanstack/react-query';
import { queryFor } from '#src/platform/call.ts';
import { failureOf } from '#src/platform/query.ts';
import { useSession } from '#src/platform/session.ts';
import { UnreadNote } from '#src/ui/page/FailureNote.tsx';
import classes from './Distribution.module.css';

interface CompteProps {
  place: { entite?: number | undefined; ms?: readonly number[] | undefined };
}

/** Notices in force of a year: issued, handed over, refused, left. */
export function Compte({ place }: CompteProps) {
  const year = Number(useSession().today.slice(0, 4));
  const [annee, setAnnee] = useState(year);
  const read = useQuery(queryFor('GET /avis_remis/compte', { query: { ...place, annee } }));
  const [data, failure] = [read.data, failureOf(read)];
  const figures = [
    ['Émis', data?.emis],
    ['Remis', data?.remis],
    ['Refusés', data?.refuses],
    ['À remettre', data?.aRemettre],
  ] as const;
  return (
    <section className={classes.compte} aria-label="Avis en vigueur">
      <NativeSelect
        size="xs"
        aria-label="Année des avis"
        data={[year + 1, year, year - 1, year - 2, year - 3].map((each) => ({
          value: String(each),
          label: `Avis ${each}`,
        }))}
        value={String(annee)}
        onChange={(event) => setAnnee(Number(event.currentTarget.value))}
      />
      {failure ? <UnreadNote failure={failure}>Leur nombre n’a pas pu être lu.</UnreadNote> : null}
      <dl>
        {figures.map(([term, figure]) => (
          <div key={term}>
            <dt>{term}</dt>
            <dd>{figure !== undefined ? formatNumber(figure) : failure ? '–' : '…'}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

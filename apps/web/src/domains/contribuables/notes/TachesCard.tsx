import { Checkbox } from '@mantine/core';
import '@mantine/core/styles/Checkbox.layer.css';
import { PAGES } from '@octroi/contract/pages';
import { formatDay } from '@octroi/contract/platform/values/period';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { queryTogether } from '#src/platform/together.ts';
import type { JourneePlace } from '#src/platform/journee.ts';
import { useMay, useSession } from '#src/platform/session.ts';
import { failureOf } from '#src/platform/query.ts';
import { Card, CardNote } from '#src/ui/page/Card.tsx';
import { ErrorState } from '#src/ui/page/ErrorState.tsx';
import { useTache } from './use-tache.ts';
import classes from './Notes.module.css';

/** The person's own tasks that are due, on « Ma journée »; nothing while there are none. */
export function TachesCard({ place: { entite, ms } }: { place: JourneePlace }) {
  const { today } = useSession();
  const sees = useMay('contribuables', 'Lister');
  const mayTick = useMay('contribuables', 'Modifier');
  const tick = useTache();
  const read = useQuery({
    ...queryTogether('GET /notes/a-faire', { query: { entite, ms: ms.length > 0 ? ms : undefined } }),
    enabled: sees,
  });
  const [data, failure] = [read.data, failureOf(read)];
  if (!failure && !data?.data.length) return null;
  const hidden = data ? data.meta.total_records - data.data.length : 0;
  return (
    <Card title="Mes tâches">
      <ErrorState failure={failure} />
      <ul className={classes.notes}>
        {data?.data.map(({ id, texte, jour, auteur, contribuable }) => (
          <li key={id}>
            <Checkbox
              label={texte}
              checked={false}
              disabled={!mayTick}
              onChange={() => void tick({ id, texte, contribuable: contribuable.id })}
            />
            <small data-late={(jour !== null && jour < today) || undefined}>
              <Link to={PAGES.fiche} params={{ id: String(contribuable.id) }}>
                {contribuable.fullName}
              </Link>{' '}
              · {jour === today ? 'aujourd’hui' : `depuis le ${formatDay(jour ?? today)}`} · de {auteur.nom}
            </small>
          </li>
        ))}
      </ul>
      {hidden > 0 ? <CardNote>Et {hidden} autres ensuite.</CardNote> : null}
    </Card>
  );
}

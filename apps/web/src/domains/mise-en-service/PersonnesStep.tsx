import { lazy, Suspense, useState } from 'react';
import { Button } from '@mantine/core';
import type { Nested } from '@octroi/contract/platform/http/schemas';
import { IconPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { queryFor } from '#src/platform/call.ts';
import { failureOf } from '#src/platform/query.ts';
import { useMay } from '#src/platform/session.ts';
import { FormSkeleton } from '#src/ui/form/SaveForm.tsx';
import { ErrorState } from '#src/ui/page/ErrorState.tsx';
import { type AccountKind, loadAccountForm } from '../administration/index.ts';
import { useRefreshAll } from './use-etat.ts';
import classes from './MiseEnService.module.css';

const AccountForm = lazy(async () => ({ default: (await loadAccountForm()).CollectiviteAccountForm }));

/** The people of the collectivité, and the accounts that may be added. */
export function PersonnesStep({ entite }: { entite: Nested }) {
  const refreshAll = useRefreshAll();
  const [making, setMaking] = useState<AccountKind>();
  const mayUser = useMay('users', 'Créer');
  const mayAgent = useMay('agents', 'Créer');
  const people = useQuery(
    queryFor('GET /users', { query: { itemperpage: 50, 'filter[ent.id]': entite.id, orderBy: 'user.nom' } }),
  );
  const add = (kind: AccountKind, label: string) => (
    <Button
      variant={making === undefined ? 'filled' : 'default'}
      disabled={making !== undefined}
      leftSection={<IconPlus size={16} />}
      onClick={() => setMaking(kind)}
    >
      {label}
    </Button>
  );
  return (
    <div className={classes.form}>
      <ErrorState failure={failureOf(people)} />
      {people.data && people.data.data.length > 0 ? (
        <ul className={classes.links} aria-label="Comptes de la commune">
          {people.data.data.map(({ id, fullName, username, groupe, type }) => (
            <li key={id}>
              <b>{String(fullName)}</b> · {String(username)} ·{' '}
              {((groupe ?? type) as Nested | null)?.nom ?? ''}
            </li>
          ))}
        </ul>
      ) : null}
      {making ? (
        <Suspense fallback={<FormSkeleton />}>
          <AccountForm
            kind={making}
            entite={entite}
            onCreated={() => {
              setMaking(undefined);
              void refreshAll();
            }}
            onCancel={() => setMaking(undefined)}
          />
        </Suspense>
      ) : (
        <div className={classes.acts}>
          {mayUser ? add('users', 'Ajouter un utilisateur') : null}
          {mayAgent ? add('agents', 'Ajouter un agent') : null}
        </div>
      )}
    </div>
  );
}

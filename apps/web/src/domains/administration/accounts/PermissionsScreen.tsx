import { SCREENS } from '@octroi/contract/register';
import { PAGES } from '@octroi/contract/pages';
import { isSuperAdmin } from '@octroi/contract/rights';
import './permissions.css';
import { useMemo, useState } from 'react';
import { Button, Checkbox, VisuallyHidden } from '@mantine/core';
import type { GroupPermissions } from '@octroi/contract/administration/accounts/groups';
import { MESSAGES } from '@octroi/contract/messages';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { queryFor, call, resourceKey } from '#src/platform/call.ts';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { useSession } from '#src/platform/session.ts';
import { ApiError } from '#src/platform/api.ts';
import { toastSuccess } from '#src/platform/toasts.ts';
import { failureOf } from '#src/platform/query.ts';
import { ErrorState } from '#src/ui/page/ErrorState.tsx';
import { ButtonLink } from '#src/ui/ButtonLink.tsx';
import { ListSkeleton } from '#src/ui/list/table/ListSkeleton.tsx';
import { ReadOnlyNote } from '#src/ui/page/MissingRight.tsx';
import { ADMINISTRATION, crumb, TABLEAU_DE_BORD } from '#src/ui/page/crumbs.ts';
import { PageHeader } from '#src/ui/page/PageHeader.tsx';
import { SaveFailure, toastSaveFailure } from '#src/ui/form/SaveFailure.tsx';
import { useLeaveGuard } from '#src/ui/form/use-leave-guard.ts';
import classes from './PermissionsScreen.module.css';
import { useAct } from '#src/ui/use-act.ts';

const route = getRouteApi(`/shell${PAGES.permissions}`);

type Entry = GroupPermissions['navigations'][number];

/** The grants of a group, by navigation entry (specification 1 section 2, role permissions). */
export function PermissionsScreen() {
  const { id } = route.useParams();
  const permissions = useQuery({
    ...queryFor('GET /groups/{id}/permissions', { params: { id } }),
    staleTime: 0,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  });
  const title = permissions.data ? `Permissions - ${permissions.data.groupe.nom}` : 'Permissions';
  return (
    <div>
      <PageHeader
        breadcrumb={[TABLEAU_DE_BORD, ADMINISTRATION, crumb('roles'), { label: 'Permissions' }]}
        title={title}
      />
      <ErrorState failure={failureOf(permissions)} />
      {permissions.isPending ? <ListSkeleton rows={8} columns={4} /> : null}
      {permissions.data && (permissions.isFetchedAfterMount || !permissions.isFetching) ? (
        <Grants
          key={permissions.data.version}
          id={id}
          data={permissions.data}
          onReload={() => void permissions.refetch()}
        />
      ) : null}
    </div>
  );
}

const keyOf = (entry: Entry, nom: string): string => `${entry.id}:${nom}`;

const grantedOf = ({ navigations }: GroupPermissions): Set<string> =>
  new Set(navigations.flatMap((entry) => entry.accordees.map((nom) => keyOf(entry, nom))));

interface GrantsProps {
  id: string;
  data: GroupPermissions;
  /** Loads a concurrent change. */
  onReload: () => void;
}

function Grants({ id, data, onReload }: GrantsProps) {
  const session = useSession();
  const client = useQueryClient();
  const navigate = useNavigate();
  const stored = useMemo(() => grantedOf(data), [data]);
  const [granted, setGranted] = useState<ReadonlySet<string>>(stored);
  const [failure, setFailure] = useState<ApiError>();
  const { busy: saving, perform } = useAct((error) => {
    toastSaveFailure(error);
    setFailure(error instanceof ApiError ? error : undefined);
  });
  const readOnly = !isSuperAdmin(session.user);
  const changed = granted.size !== stored.size || [...granted].some((key) => !stored.has(key));
  const release = useLeaveGuard(changed, {
    values: { granted },
    restore: (kept) => setGranted(kept.granted),
    version: data.version,
  });
  const modules = [...Map.groupBy(data.navigations, ({ module }) => module)];

  const set = (keys: readonly string[], on: boolean): void => {
    const next = new Set(granted);
    for (const key of keys)
      if (on) next.add(key);
      else next.delete(key);
    setGranted(next);
  };
  const save = async (): Promise<void> => {
    const permissions = data.navigations.flatMap((entry) =>
      entry.permissions
        .filter((nom) => granted.has(keyOf(entry, nom)))
        .map((nom) => ({ navigation: entry.id, nom })),
    );
    await perform(async () => {
      await call('PUT /groups/{id}/permissions', {
        params: { id },
        body: { permissions },
        version: data.version,
      });
      toastSuccess(MESSAGES.modifie);
      release();
      await client.invalidateQueries({ queryKey: resourceKey('GET /groups') });
      await navigate({ to: SCREENS.roles.url });
    });
  };
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        void save();
      }}
    >
      {failure ? <SaveFailure failure={failure} onReload={onReload} /> : null}
      <ReadOnlyNote missing={readOnly ? { kind: 'platform', screen: 'roles' } : undefined} />
      {modules.map(([module, entries]) => (
        <section key={module} className={classes.module} aria-label={module}>
          <h2>{module}</h2>
          {entries.map((entry) => (
            <EntryRow key={entry.id} entry={entry} granted={granted} readOnly={readOnly} onSet={set} />
          ))}
        </section>
      ))}
      <div className={classes.acts}>
        {readOnly ? null : (
          <Button type="submit" size="md" loading={saving} disabled={!changed}>
            Enregistrer
          </Button>
        )}
        <ButtonLink to={SCREENS.roles.url} size="md" variant="default">
          {readOnly ? 'Retour' : 'Annuler'}
        </ButtonLink>
      </div>
    </form>
  );
}

interface EntryRowProps {
  entry: Entry;
  granted: ReadonlySet<string>;
  readOnly: boolean;
  onSet: (keys: readonly string[], on: boolean) => void;
}

/** One navigation entry, with a box for all its permissions and one for each. */
function EntryRow({ entry, granted, readOnly, onSet }: EntryRowProps) {
  const keys = entry.permissions.map((nom) => keyOf(entry, nom));
  const count = keys.filter((key) => granted.has(key)).length;
  return (
    <fieldset className={classes.entry} disabled={readOnly}>
      <VisuallyHidden component="legend">{entry.nom}</VisuallyHidden>
      <Checkbox
        className={classes.all}
        label={entry.nom}
        aria-label={`${entry.nom} : tout sélectionner`}
        checked={count === keys.length && keys.length > 0}
        indeterminate={count > 0 && count < keys.length}
        onChange={(event) => onSet(keys, event.currentTarget.checked)}
      />
      <div className={classes.names}>
        {entry.permissions.map((nom) => (
          <Checkbox
            key={nom}
            label={nom}
            aria-label={`${entry.nom} : ${nom}`}
            checked={granted.has(keyOf(entry, nom))}
            onChange={(event) => onSet([keyOf(entry, nom)], event.currentTarget.checked)}
          />
        ))}
      </div>
    </fieldset>
  );
}

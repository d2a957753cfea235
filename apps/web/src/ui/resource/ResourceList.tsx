import { isSuperAdmin, mayAll } from '@octroi/contract/rights';
import { useMemo } from 'react';
import type { FilterRow } from '@octroi/contract/platform/listing/filter';
import { type DeclaredPath, PURPOSES } from '@octroi/contract/resource-purposes';
import type { Resource, ResourceRow } from '@octroi/contract/platform/resource/resource';
import { collectiviteColumn } from '@octroi/contract/platform/resource/resource-place';
import { fieldColumn } from '@octroi/contract/platform/resource/resource-columns';
import { IconEdit, IconEye } from '@tabler/icons-react';
import { useChosenPlace } from '#src/platform/kept/choices.ts';
import { useListActs } from '#src/platform/list-acts.ts';
import { useSession } from '#src/platform/session.ts';
import { visibleCollectiviteCount } from '../list/in-sight.ts';
import { type BulkAct, type Column, ListScreen, type RowAct, useDeletion } from '../list/index.ts';
import { CONFIGURATIONS, TABLEAU_DE_BORD } from '../page/crumbs.ts';
import { labelOf } from '../form/resource-options.ts';
import { recordOf, type ResourceRoute, type RoutedResource } from './declaration.ts';
import { isOfPlatform, useResourceRights } from './use-rights.ts';

const noActs = () => () => [];

/** List of a declared resource: Tableau de bord > Configurations > its title (specification 2 section 2.1). */
export function ResourceList({ declaration }: { declaration: RoutedResource }) {
  const {
    resource,
    route,
    title = resource.label.many,
    section = [CONFIGURATIONS],
    links = [],
    Actions,
    query,
    useActs = noActs,
    sortOrder = 'asc',
    createLabel,
    numberHead,
  } = declaration;
  const rights = useResourceRights(resource);
  const deletion = useDeletion(resource.path);
  const acts = useActs();
  const opens = rights.modifier || rights.voir;
  const filters = usePreset(declaration);
  const session = useSession();
  const offered = useListActs(resource.path);
  const { chosenPlace } = useChosenPlace();
  const withEntite = visibleCollectiviteCount(session) > 1 || declaration.showsEntite?.(session, chosenPlace);
  const defaults = useMemo(
    () => ({ orderBy: resource.order, sortOrder, itemperpage: resource.pageSize, filters }),
    [resource, sortOrder, filters],
  );
  const columns = useMemo(() => {
    const names = [...(declaration.columns ?? typedFields(resource))];
    // collectivités may have records with equal names, so the collectivité is shown if several are visible
    if (withEntite && 'entite' in resource.fields) names.splice(1, 0, 'entite');
    return names.map((name) =>
      typeof name === 'string' ? columnOf(resource, name, opens ? route : null) : name,
    );
  }, [declaration, resource, route, opens, withEntite]);

  const mayWrite = (row: ResourceRow): boolean => isSuperAdmin(session.user) || !isOfPlatform(resource, row);
  const rowActs = (row: ResourceRow): RowAct[] => [
    ...(rights.modifier && mayWrite(row)
      ? [{ label: 'Modifier', icon: IconEdit, href: recordOf(route, row) }]
      : opens
        ? [{ label: 'Voir', icon: IconEye, href: recordOf(route, row) }]
        : []),
    ...links
      .filter(({ right }) => mayAll(session.permissions, [right]))
      .map(({ label, icon, href }) => ({ label, icon, href: href(row) })),
    ...acts(row),
    ...(rights.supprimer && mayWrite(row) ? [deletion.rowAct(row.id, labelOf(row))] : []),
  ];
  const bulkActs: BulkAct[] = [...offered, ...(rights.supprimer ? [deletion.bulkAct] : [])];
  return (
    <ListScreen
      // the path is one of many: their row types have no common type here
      path={resource.path as string}
      title={title}
      breadcrumb={[TABLEAU_DE_BORD, ...section, { label: title }]}
      numberHead={numberHead}
      columns={columns}
      filters={resource.filterFields}
      defaults={defaults}
      {...(query ? { query } : {})}
      rowActs={rowActs}
      actions={Actions ? <Actions /> : null}
      bulkActs={bulkActs}
      exporter={resource.screen}
      emptyText={purposeOf(resource)}
      defaultsPlace
      {...(rights.creer
        ? { create: { href: { to: `${route}/create` }, ...(createLabel ? { label: createLabel } : {}) } }
        : {})}
    />
  );
}

/** What the records are for, told while there are none. */
const purposeOf = ({ path }: Resource): string | undefined =>
  path in PURPOSES ? PURPOSES[path as DeclaredPath] : undefined;

/** If one of several collectivités is chosen, the list opens filtered to it, with a removable chip. */
function usePreset({ resource, preset }: RoutedResource): readonly FilterRow[] {
  const session = useSession();
  const { chosenPlace } = useChosenPlace();
  const entite = chosenPlace?.kind === 'entite' ? chosenPlace.id : chosenPlace?.entite.id;
  const chosen = visibleCollectiviteCount(session) > 1 ? entite : undefined;
  return useMemo(() => {
    if (preset) return preset(session, chosenPlace);
    const column = collectiviteColumn(resource);
    return chosen !== undefined && column !== undefined
      ? [{ column, operator: 'eq', x: String(chosen) }]
      : [];
  }, [chosen, chosenPlace, preset, resource, session]);
}

/** The collectivité comes first, if shown. */
const typedFields = ({ fields }: Resource): string[] =>
  Object.entries(fields).flatMap(([name, { kind, derived }]) =>
    kind === 'secret' || derived || name === 'entite' ? [] : [name],
  );

/** Longest text, in characters, that its column need not widen for. */
const SHORT_TEXT = 40;

/** The column of a field; the name links to the record. */
function columnOf(resource: Resource, name: string, route: ResourceRoute | null): Column<ResourceRow> {
  const column = fieldColumn(resource, name);
  const field = resource.fields[name];
  if (name === 'nom' && column.kind === 'text')
    return {
      ...column,
      kind: 'link',
      primary: true,
      href: (row) => (route ? recordOf(route, row) : null),
      width: 200,
    };
  if (column.kind === 'number') return { ...column, width: 150 };
  if (field?.kind === 'text') {
    // codes and numbers need no more than their width
    const grow = (field.max ?? 0) > SHORT_TEXT ? 1 : 0;
    return { ...column, ...(field.multiline ? { grow: 2, width: 200 } : { grow, width: 120 }) };
  }
  return column;
}

import { useMemo } from 'react';
import type { FilterRow } from '@octroi/contract/filter';
import type { Field, Resource, ResourceRow } from '@octroi/contract/resource';
import { IconEdit, IconEye } from '@tabler/icons-react';
import { useSelection } from '#src/app/selection.ts';
import { isSuperAdmin, useSession } from '#src/app/session.ts';
import { type Column, ListScreen, type RowAct, useDeletion } from '../list/index.ts';
import { CONFIGURATIONS, TABLEAU_DE_BORD } from '../PageHeader.tsx';
import type { RoutedResource } from './declaration.ts';
import { useResourceRights } from './use-rights.ts';

/** List of a declared resource: Tableau de bord > Configurations > its title (specification 2 section 2.1). */
export function ResourceList({ declaration }: { declaration: RoutedResource }) {
  const { resource, route, title = resource.label.many } = declaration;
  const rights = useResourceRights(resource);
  const deletion = useDeletion(resource.path);
  const opens = rights.modifier || rights.voir;
  const filters = usePreset(resource);
  const several = useSession().collectivites.length > 1;
  const defaults = useMemo(
    () => ({ orderBy: resource.order, itemperpage: resource.pageSize, filters }),
    [resource, filters],
  );
  const columns = useMemo(() => {
    const names = [...declaration.columns];
    // Several collectivités have records of one name: who sees them all is told whose each is.
    if (several && 'entite' in resource.fields) names.splice(1, 0, 'entite');
    return names.map((name) => columnOf(resource, name, opens ? route : null));
  }, [declaration, resource, route, opens, several]);

  const rowActs = ({ id, nom }: ResourceRow): RowAct[] => [
    ...(rights.modifier
      ? [{ label: 'Modifier', icon: IconEdit, href: { to: `${route}/${id}` } }]
      : rights.voir
        ? [{ label: 'Voir', icon: IconEye, href: { to: `${route}/${id}` } }]
        : []),
    ...(rights.supprimer ? [deletion.one(id, String(nom))] : []),
  ];
  return (
    <ListScreen<ResourceRow>
      path={resource.path}
      title={title}
      breadcrumb={[TABLEAU_DE_BORD, CONFIGURATIONS, { label: title }]}
      columns={columns}
      filters={resource.filterFields}
      defaults={defaults}
      rowActs={rowActs}
      {...(rights.supprimer ? { bulkActs: [deletion.many] } : {})}
      {...(rights.creer ? { create: { to: `${route}/create` } } : {})}
    />
  );
}

/** Who chose one of several collectivités opens the list on it; the chip says so and can be removed. */
function usePreset(resource: Resource): readonly FilterRow[] {
  const session = useSession();
  const { selection } = useSelection();
  const entite = selection?.kind === 'entite' ? selection.id : selection?.entite.id;
  const chosen = session.collectivites.length > 1 || isSuperAdmin(session) ? entite : undefined;
  return useMemo(
    () =>
      chosen !== undefined && 'ent.id' in resource.filterFields
        ? [{ column: 'ent.id', operator: 'eq', x: String(chosen) }]
        : [],
    [chosen, resource],
  );
}

const nestedName = (value: unknown): string | null =>
  typeof value === 'object' && value !== null && 'nom' in value ? String(value.nom) : null;

/** The column of a field, by its kind; the name leads to the record. */
function columnOf(resource: Resource, name: string, route: string | null): Column<ResourceRow> {
  const field: Field | undefined = resource.fields[name];
  if (!field) throw new Error(`${resource.path} has no field ${name}`);
  const shared = { id: name, header: field.label, sort: `${resource.alias}.${name}` };
  const text = (row: ResourceRow): string | null => (typeof row[name] === 'string' ? row[name] : null);
  const figure = (row: ResourceRow): number | null => (typeof row[name] === 'number' ? row[name] : null);
  switch (field.kind) {
    case 'text':
      if (name === 'nom')
        return {
          ...shared,
          kind: 'link',
          primary: true,
          value: text,
          href: ({ id }) => (route ? { to: `${route}/${id}` } : null),
          width: 200,
        };
      return {
        ...shared,
        kind: 'text',
        value: text,
        ...(field.multiline ? { grow: 2, width: 200 } : { grow: 0, width: 120 }),
      };
    case 'integer':
    case 'decimal':
      return { ...shared, kind: 'number', value: figure, width: 150 };
    case 'flag':
      return { ...shared, header: 'Statut', kind: 'status', value: (row) => row[name] === true };
    case 'texts':
      return {
        ...shared,
        kind: 'text',
        value: (row) => (Array.isArray(row[name]) ? row[name].join(', ') : null),
      };
    case 'reference':
      return { ...shared, sort: `${field.alias}.nom`, kind: 'text', value: (row) => nestedName(row[name]) };
  }
}

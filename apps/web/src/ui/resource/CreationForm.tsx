import { SCREENS } from '@octroi/contract/register';
import type { Resource } from '@octroi/contract/platform/resource/resource';
import { collectiviteColumn } from '@octroi/contract/platform/resource/resource-place';
import * as declared from '@octroi/contract/resources';
import type { CreatedRecord, CreationRequest } from './creation.ts';
import type { ResourceRoute, RoutedResource } from './declaration.ts';
import { type FormValues, initialValues } from './form-values.ts';
import { ResourceForm } from './ResourceForm.tsx';
import { useResourceRights } from './use-rights.ts';

/** By which column the records of a resource are narrowed to a collectivité. */
const COLUMNS: ReadonlyMap<string, string> = new Map(
  Object.values<Resource>(declared).flatMap((resource) => {
    const column = collectiviteColumn(resource);
    return column === undefined ? [] : [[resource.path, column]];
  }),
);

/** What must be said of a record, and where it stands among its own kind; its screen says the rest. */
function declarationOf(resource: Resource, settled: CreationRequest['fixedValues']): RoutedResource {
  const references = Object.entries(resource.fields).flatMap(([name, field]) =>
    field.kind === 'reference' && name !== 'entite' ? [[name, field.to] as const] : [],
  );
  const itself = references.flatMap(([name, to]) => (to === resource.path ? [name] : []));
  return {
    resource,
    // a resource that is made in a declared form has its screens
    route: SCREENS[resource.screen].url as ResourceRoute,
    form: {
      create: Object.entries(resource.fields).flatMap(([name, { required }]) =>
        !(name in settled) && (required || itself.includes(name)) ? [name] : [],
      ),
    },
    narrow: Object.fromEntries(
      references.flatMap(([name, to]) => {
        const column = COLUMNS.get(to);
        return column === undefined ? [] : [[name, { column, by: 'entite' }]];
      }),
    ),
  };
}

interface CreationFormProps {
  request: CreationRequest;
  onCreated: (created: CreatedRecord) => void;
  onCancel: () => void;
}

/** The least that makes a record, with what was looked for as its name. */
export function CreationForm({ request, onCreated, onCancel }: CreationFormProps) {
  const { resource, nom, fixedValues: settled } = request;
  const rights = useResourceRights(resource);
  const initial: FormValues = { ...initialValues(resource), ...settled };
  return (
    <ResourceForm
      declaration={declarationOf(resource, settled)}
      mode="create"
      initial={'nom' in resource.fields ? { ...initial, nom } : initial}
      labels={{}}
      missing={rights.missing('Créer')}
      settled={settled}
      onCreated={(row) => onCreated({ id: row.id, nom: String(row['nom']) })}
      onCancel={onCancel}
    />
  );
}

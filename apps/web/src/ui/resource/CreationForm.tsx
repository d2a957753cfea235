import { SCREENS } from '@octroi/contract/register';
import type { Resource } from '@octroi/contract/platform/resource/resource';
import { collectiviteColumn } from '@octroi/contract/platform/resource/resource-place';
import * as declared from '@octroi/contract/resources';
import type { CreatedRecord, CreationRequest } from './creation.ts';
import type { ResourceRoute, RoutedResource } from './declaration.ts';
import { type FormValues, initialValues } from './form-values.ts';
import { ResourceForm } from './ResourceForm.tsx';
import { useResourceRights } from './use-rights.ts';

/** The column that filters a resource by collectivité. */
const COLUMNS: ReadonlyMap<string, string> = new Map(
  Object.values<Resource>(declared).flatMap((resource) => {
    const column = collectiviteColumn(resource);
    return column === undefined ? [] : [[resource.path, column]];
  }),
);

/** The fields of the short form: required, declared for it, or placing the record; its own screen has the rest. */
function declarationOf(resource: Resource, fixedValues: CreationRequest['fixedValues']): RoutedResource {
  const references = Object.entries(resource.fields).flatMap(([name, field]) =>
    field.kind === 'reference' && name !== 'entite' ? [[name, field.to] as const] : [],
  );
  const itself = references.flatMap(([name, to]) => (to === resource.path ? [name] : []));
  return {
    resource,
    // a resource with a declared form has these screens
    route: SCREENS[resource.screen].url as ResourceRoute,
    form: {
      create: Object.entries(resource.fields).flatMap(([name, { required, inShortForm }]) =>
        !(name in fixedValues) && (required || inShortForm || itself.includes(name)) ? [name] : [],
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

/** A short form to create a record, with the searched text as its name. */
export function CreationForm({ request, onCreated, onCancel }: CreationFormProps) {
  const { resource, nom, fixedValues } = request;
  const rights = useResourceRights(resource);
  const initial: FormValues = { ...initialValues(resource), ...fixedValues };
  return (
    <ResourceForm
      declaration={declarationOf(resource, fixedValues)}
      mode="create"
      initial={'nom' in resource.fields ? { ...initial, nom } : initial}
      labels={{}}
      missing={rights.missing('Créer')}
      presetValues={fixedValues}
      onCreated={(row) => onCreated({ id: row.id, nom: String(row['nom']) })}
      onCancel={onCancel}
    />
  );
}

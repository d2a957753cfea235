import { SCREENS } from '@octroi/contract/register';
import type { Nested } from '@octroi/contract/platform/http/schemas';
import type { RoutedResource } from '#src/ui/resource/declaration.ts';
import { initialValues } from '#src/ui/resource/form-values.ts';
import { ResourceForm } from '#src/ui/resource/ResourceForm.tsx';
import { useResourceRights } from '#src/ui/resource/use-rights.ts';
import { mandats, regies } from './screens.ts';

const FORMS = {
  regies: { ...regies, route: SCREENS.regies.url },
  mandats: { ...mandats, route: SCREENS.mandats.url },
} as const satisfies Record<string, RoutedResource>;

interface RegieFormProps {
  kind: keyof typeof FORMS;
  entite: Nested;
  onCreated: () => void;
  onCancel: () => void;
}

/** Creates a régie of one collectivité, or a mandate in one of its régies. */
export function RegieForm({ kind, entite, ...ways }: RegieFormProps) {
  const declaration: RoutedResource = FORMS[kind];
  const { missing } = useResourceRights(declaration.resource);
  return (
    <ResourceForm
      declaration={declaration}
      mode="create"
      initial={{ ...initialValues(declaration.resource), entite: String(entite.id) }}
      labels={{ entite }}
      locked={['entite']}
      missing={missing('Créer')}
      {...ways}
    />
  );
}

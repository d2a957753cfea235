/** Creating a missing record from a select: the select offers it, and the frame shows the form. */
import { createContext, use } from 'react';
import type { FilterRow } from '@octroi/contract/platform/listing/filter';
import type { Resource } from '@octroi/contract/platform/resource/resource';
import { collectiviteColumn } from '@octroi/contract/platform/resource/resource-place';
import { folded } from '@octroi/contract/platform/values/text';
import { useQuery } from '@tanstack/react-query';
import { useSession } from '#src/platform/session.ts';
import type { Option } from '../form/resource-options.ts';
import type { FormValues } from './form-values.ts';
import { missingFor } from './use-rights.ts';

export interface CreationRequest {
  resource: Resource;
  /** The searched text, used as its name. */
  nom: string;
  /** Values implied by the select's filters: otherwise the new record would not be offered there. */
  fixedValues: Readonly<FormValues>;
}
export interface CreatedRecord {
  id: number;
  nom: string;
}

/** Shows the creation form above the current form; undefined if the person cancels. */
export type RequestCreation = (request: CreationRequest) => Promise<CreatedRecord | undefined>;
export const CreationContext = createContext<RequestCreation | undefined>(undefined);

const declaredAt = async (path: string): Promise<Resource | null> => {
  const declared: Resource[] = Object.values(await import('@octroi/contract/resources'));
  return declared.find((resource) => resource.path === path) ?? null;
};

/** The field values implied by filters. */
export function valuesFromFilters(
  { alias, fields }: Pick<Resource, 'alias' | 'fields'>,
  filters: readonly FilterRow[],
): FormValues {
  const fixedValues: FormValues = 'enabled' in fields ? { enabled: true } : {};
  for (const { column, operator, x } of filters)
    for (const [name, field] of Object.entries(fields)) {
      if (operator !== 'eq' || typeof x !== 'string') continue;
      const isOwn = name === 'entite' && column === collectiviteColumn({ alias, fields });
      if (field.kind === 'reference' && (isOwn || column === `${field.alias}.id`)) fixedValues[name] = x;
      if (field.kind === 'integer' && column === `${alias}.${name}`) fixedValues[name] = Number(x);
    }
  return fixedValues;
}

/** Value of the option « create ». */
const NEW = 'nouveau';

interface CreationOptions {
  path: string;
  filters: readonly FilterRow[];
  typed: string;
  /** Whether the options are open: before, nothing is loaded. */
  open: boolean;
  /** The loaded options: an existing record must not be created again. */
  found: readonly Option[] | undefined;
  onCreated: (created: CreatedRecord) => void;
  /** Called when the form is gone, whether or not a record was created. */
  onEnd?: () => void;
}

/**
 * The « create » option of a select, with the right to create.
 * @returns `options` to append, and `take`, which says whether a chosen value was that option
 */
export function useCreation({ path, filters, typed, open, found, onCreated, onEnd }: CreationOptions) {
  const requestCreation = use(CreationContext);
  const session = useSession();
  const { data: resource } = useQuery({
    queryKey: ['déclaration', path],
    queryFn: () => declaredAt(path),
    enabled: open && requestCreation !== undefined,
    staleTime: Infinity,
  });
  const offered = resource && !missingFor(session, resource, 'Créer') ? resource : undefined;
  const nom = typed.trim();
  const canCreate = nom ? found?.every(({ label }) => folded(label) !== folded(nom)) : found?.length === 0;
  const options: Option[] =
    offered && canCreate ? [{ value: NEW, label: nom ? `Créer « ${nom} »` : 'Créer…' }] : [];
  const take = (value: string | null): boolean => {
    if (value !== NEW) return false;
    if (offered && requestCreation)
      void requestCreation({ resource: offered, nom, fixedValues: valuesFromFilters(offered, filters) }).then(
        (created) => {
          if (created) onCreated(created);
          onEnd?.();
        },
      );
    return true;
  };
  return { options, take };
}

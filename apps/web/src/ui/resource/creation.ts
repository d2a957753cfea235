/** A record that is asked for where it does not exist yet: a choice offers to make it, and the shell shows its form. */
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
  /** What was looked for: the name that it shall have. */
  nom: string;
  /** What the choice settles of it: it would not be offered otherwise. */
  fixedValues: Readonly<FormValues>;
}
export interface CreatedRecord {
  id: number;
  nom: string;
}

/** Shows the form of what is wanted, over what is being entered; undefined when the person steps back. */
export type RequestCreation = (request: CreationRequest) => Promise<CreatedRecord | undefined>;
export const CreationContext = createContext<RequestCreation | undefined>(undefined);

const declaredAt = async (path: string): Promise<Resource | null> => {
  const declared: Resource[] = Object.values(await import('@octroi/contract/resources'));
  return declared.find((resource) => resource.path === path) ?? null;
};

/** What records have that satisfy such conditions, by field. */
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

/** The option that stands for one that is to be made. */
const NEW = 'nouveau';

interface CreationOptions {
  path: string;
  filters: readonly FilterRow[];
  typed: string;
  /** Whether the choices are in sight: before, nothing is fetched. */
  open: boolean;
  /** What is offered, once it is read: nothing is made a second time. */
  found: readonly Option[] | undefined;
  onCreated: (created: CreatedRecord) => void;
}

/**
 * What a choice offers beside its records, to whoever may create one.
 * @returns `options` to draw after the others, and `take`, which says whether a value was one of them
 */
export function useCreation({ path, filters, typed, open, found, onCreated }: CreationOptions) {
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
        (created) => created && onCreated(created),
      );
    return true;
  };
  return { options, take };
}

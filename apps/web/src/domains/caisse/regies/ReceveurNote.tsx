import { Alert } from '@mantine/core';
import { OBSTACLE_WORDS } from '@octroi/contract/caisse/rules';
import { useQuery } from '@tanstack/react-query';
import { queryFor } from '#src/platform/call.ts';
import { failureOf } from '#src/platform/query.ts';
import { UnreadNote } from '#src/ui/page/FailureNote.tsx';
import type { FieldNoteProps } from '#src/ui/resource/declaration.ts';

const idOf = (value: unknown): number => (typeof value === 'string' ? Number(value) : 0);

/** Below a named person: why that person cannot receive versements, and what to do. */
export function ReceveurNote({ value, name, values }: FieldNoteProps) {
  const [utilisateur, entite] = [idOf(value), idOf(values['entite'])];
  const read = useQuery({
    ...queryFor('GET /regies/receveur', { query: { entite, utilisateur } }),
    enabled: utilisateur > 0 && entite > 0,
    staleTime: 0,
  });
  const [data, failure] = [read.data, failureOf(read)];
  if (failure)
    return (
      <UnreadNote failure={failure}>
        Ce qui empêche peut-être cette personne de recevoir n’a pas pu être lu.
      </UnreadNote>
    );
  if (!data?.obstacle) return null;
  return (
    <Alert color="yellow" role="status">
      {name ?? 'Cette personne'} {OBSTACLE_WORDS[data.obstacle]}.
    </Alert>
  );
}

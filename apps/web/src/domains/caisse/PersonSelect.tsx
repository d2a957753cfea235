import { NativeSelect } from '@mantine/core';
import type { UseQueryResult } from '@tanstack/react-query';
import { unreadNote } from '#src/ui/form/choice-state.tsx';
import { readingOf } from '#src/ui/form/resource-options.ts';

interface PersonSelectProps {
  label: string;
  required?: boolean;
  people: UseQueryResult<{ data: { id: number; nom: string }[] }>;
  /** The id of a person; '' before a choice. */
  value: string;
  onChange: (value: string) => void;
}

/** A select of one of a few people, who are read for it; it says why they could not be. */
export const PersonSelect = ({ people, onChange, ...rest }: PersonSelectProps) => (
  <NativeSelect
    {...rest}
    data={[
      { value: '', label: 'Choisir' },
      ...(people.data?.data ?? []).map(({ id, nom }) => ({ value: String(id), label: nom })),
    ]}
    onChange={(event) => onChange(event.currentTarget.value)}
    error={unreadNote(readingOf(people))}
  />
);

import type { ReactNode } from 'react';
import { Select } from '@mantine/core';
import { auChoix } from '@octroi/contract/fiscalite/tarifs/bareme';
import type { TarifLieu } from '@octroi/contract/fiscalite/tarifs/tarifs';
import { useQuery } from '@tanstack/react-query';
import { queryFor } from '#src/platform/call.ts';
import { UNREAD, unreadNote } from '#src/ui/form/choice-state.tsx';
import { type Reading, readingOf } from '#src/ui/form/resource-options.ts';

/** The rates of the year at the taxpayer's place: they give the précisions and the price of each line. */
export function useTarifs(ramification: string | null) {
  const read = useQuery({
    ...queryFor('GET /entite_taxes/tarifs', { query: { ramification: ramification ?? '' } }),
    enabled: ramification !== null,
  });
  return { all: read.data?.data ?? [], reading: read.data ? undefined : readingOf(read) };
}

interface PrecisionSelectProps {
  /** The rates that apply to the line. */
  tarifs: readonly TarifLieu[];
  /** How far the rates are read; absent once they are. */
  reading: Reading | undefined;
  value: string | null;
  onChange: (precision: string | null) => void;
  error?: ReactNode;
  size?: 'sm' | 'md';
  'aria-label'?: string;
}

/** The précision of an equipment: required if the rate has précisions, because nothing is due without one. */
export function PrecisionSelect({ tarifs, reading, value, error, ...rest }: PrecisionSelectProps) {
  const labels = tarifs.flatMap(({ typeEquipement, precisions }) =>
    typeEquipement ? auChoix(precisions).map(({ libelle }) => libelle) : [],
  );
  return (
    <Select
      {...rest}
      label="Précision"
      withAsterisk={labels.length > 0}
      placeholder={reading ? UNREAD : labels.length > 0 ? 'Choisir…' : 'Sans précision'}
      error={error ?? (reading && unreadNote(reading))}
      disabled={labels.length === 0}
      // the stored précision may no longer have a rate
      data={value === null || labels.includes(value) ? labels : [...labels, value]}
      value={value}
    />
  );
}

import { type ReactNode, useState } from 'react';
import type { SelectProps } from '@mantine/core';
import type { FilterRow } from '@octroi/contract/platform/listing/filter';
import { useCreation } from '../resource/creation.ts';
import { choiceState, isRead } from './choice-state.tsx';
import { HeldSelect } from './HeldSelect.tsx';
import type { Option, ResourceOptions } from './resource-options.ts';

interface LoadedSelectProps extends Pick<
  SelectProps,
  'label' | 'aria-label' | 'placeholder' | 'withAsterisk' | 'clearable' | 'disabled' | 'limit'
> {
  path: string;
  filters: readonly FilterRow[];
  /** All records that match the filters. */
  lookup: ResourceOptions;
  /** Whether people with the right may create a missing record here. */
  creatable?: boolean;
  /** Offered even if the list does not contain it any more. */
  chosen: Option | null;
  error: ReactNode;
  onChange: (chosen: Option | null) => void;
}

/** A select of one record of a resource that is loaded whole and searched in the browser. */
export function LoadedSelect(props: LoadedSelectProps) {
  const { path, filters, lookup, creatable = true, chosen, error, onChange, ...rest } = props;
  const [typed, setTyped] = useState('');
  const [open, setOpen] = useState(false);
  const creation = useCreation({
    path,
    filters,
    // the chosen record's name in the field is not a search
    typed: typed === chosen?.label ? '' : typed,
    open: open && creatable,
    found: isRead(lookup) ? lookup.options : undefined,
    onCreated: ({ id, nom }) => onChange({ value: String(id), label: nom }),
  });
  const isUnlisted = chosen !== null && !lookup.options.some(({ value }) => value === chosen.value);
  const choices = [...(isUnlisted ? [chosen] : []), ...lookup.options];
  return (
    <HeldSelect
      {...rest}
      {...choiceState(lookup, error)}
      data={[...choices, ...creation.options]}
      value={chosen?.value ?? null}
      onSearchChange={setTyped}
      onDropdownOpen={() => setOpen(true)}
      onChange={(id) => {
        if (!creation.take(id)) onChange(choices.find(({ value }) => value === id) ?? null);
      }}
    />
  );
}

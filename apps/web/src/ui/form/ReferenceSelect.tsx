import './selects.css';
import { useMemo, useRef, useState, type ReactNode } from 'react';
import { Loader, MultiSelect, Select } from '@mantine/core';
import { formatNumber } from '@octroi/contract/platform/values/money';
import { useDebouncedValue } from '@mantine/hooks';
import {
  type Option,
  type OptionsQuery,
  type ResourceOptions,
  useResourceLabels,
  useResourceOptions,
} from './resource-options.ts';
import { afterDrawing } from '../page/next-focus.ts';
import { useCreation } from '../resource/creation.ts';
import { choiceState, isRead, UNREAD, unreadNote } from './choice-state.tsx';
import classes from './ReferenceSelect.module.css';

interface Shared extends Pick<
  OptionsQuery,
  'searchColumn' | 'filters' | 'enabledOnly' | 'offered' | 'limit' | 'orderBy' | 'describe' | 'rank'
> {
  /** Resource of the options. */
  path: string;
  /** Offers to create a missing record, with the right to. */
  creatable?: boolean;
  label?: ReactNode;
  'aria-label'?: string;
  placeholder?: string;
  error?: ReactNode;
  required?: boolean;
  disabled?: boolean;
  className?: string;
  size?: 'xs' | 'sm' | 'md';
  autoFocus?: boolean;
}

interface ReferenceSelectProps extends Shared {
  /** Id of the chosen record. */
  value: string | null;
  /** Name of the chosen record, if the caller knows it. */
  valueLabel?: string | undefined;
  onChange: (value: string | null, label?: string) => void;
  clearable?: boolean;
  /** Additional content of an option, loaded separately. */
  aside?: (option: Option) => ReactNode;
}

const useOffer = (
  { path, searchColumn, filters, enabledOnly, offered, limit, orderBy, describe, rank }: Shared,
  search: string,
  enabled: boolean,
): ResourceOptions => {
  const [debouncedSearch] = useDebouncedValue(search.trim(), 200);
  const query: OptionsQuery = { search: debouncedSearch, enabled };
  if (searchColumn) query.searchColumn = searchColumn;
  if (filters) query.filters = filters;
  if (enabledOnly) query.enabledOnly = enabledOnly;
  if (offered) query.offered = offered;
  if (limit) query.limit = limit;
  if (orderBy) query.orderBy = orderBy;
  if (describe) query.describe = describe;
  if (rank) query.rank = rank;
  const reading = useResourceOptions(path, query);
  return {
    ...reading,
    options: reading.options.slice(0, MOST_DRAWN),
    loading: reading.loading || debouncedSearch !== search.trim(),
  };
};

const withChosen = (options: readonly Option[], chosen: readonly Option[]): Option[] => [
  ...chosen.filter(({ value }) => !options.some((option) => option.value === value)),
  ...options,
];

/** Value of the line below a list that does not offer all records. */
const OTHERS = 'autres';

/** Options drawn at once: more would be slow, and nobody reads them. */
const MOST_DRAWN = 100;

/** The line below a list that does not offer all records, which nobody can choose. */
const othersOption = (others: number) =>
  others > 0
    ? [
        {
          value: OTHERS,
          label: `Et ${formatNumber(others)} ${others > 1 ? 'autres' : 'autre'} : cherchez une partie du nom.`,
          disabled: true,
        },
      ]
    : [];

const unfiltered = ({ options }: { options: readonly unknown[] }): never[] => options as never[];

/** An option with details that distinguish equal names. */
const drawnWith = (aside: ReferenceSelectProps['aside']) =>
  function Drawn({ option }: { option: Option }) {
    if (option.value === OTHERS || (!option.detail && !aside)) return option.label;
    return (
      <span>
        {option.label}
        <small className={classes.detail}>{option.detail}</small>
        {aside ? <small className={classes.detail}>{aside(option)}</small> : null}
      </span>
    );
  };

function inputProps({
  label,
  placeholder,
  error,
  required,
  disabled,
  className,
  size,
  autoFocus,
  ...rest
}: Shared) {
  return {
    label,
    placeholder: placeholder ?? 'Choisir…',
    error,
    withAsterisk: required ?? false,
    disabled: disabled ?? false,
    size: size ?? 'sm',
    ...(autoFocus ? { 'data-autofocus': true } : {}),
    ...(className ? { className } : {}),
    ...(rest['aria-label'] ? { 'aria-label': rest['aria-label'] } : {}),
  };
}

/**
 * The list of a select: whether it is open, and how its field takes the focus.
 * @param onClose called as the list closes
 */
function useList(onClose?: () => void) {
  const [open, setOpen] = useState(false);
  const field = useRef<HTMLInputElement>(null);
  return {
    open,
    props: {
      ref: field,
      dropdownOpened: open,
      onDropdownOpen: () => setOpen(true),
      onDropdownClose: () => {
        setOpen(false);
        onClose?.();
      },
    },
    /** After a creation in place, the person goes on where the record was missing. */
    focus: () => void afterDrawing().then(() => field.current?.focus()),
  };
}

/** A select of one record of a resource, searched by the server. */
export function ReferenceSelect({
  value,
  valueLabel,
  onChange,
  clearable = false,
  creatable = false,
  aside,
  ...shared
}: ReferenceSelectProps) {
  const [text, setText] = useState('');
  const ids = useMemo(() => (value && !valueLabel ? [value] : []), [value, valueLabel]);
  const { labels, reading: ofLabels } = useResourceLabels(shared.path, ids);
  const chosen = value ? [{ value, label: valueLabel ?? labels.get(value) ?? UNREAD }] : [];
  // letters that were typed over a choice are forgotten as the list closes
  const { open, ...list } = useList(() => {
    if (chosen[0]) setText(chosen[0].label);
  });
  // the chosen record's name in the field is not a search
  const search = text === UNREAD || chosen.some(({ label }) => label === text) ? '' : text;
  const { options, total, ...reading } = useOffer(shared, search, open);
  const creation = useCreation({
    path: shared.path,
    filters: shared.filters ?? [],
    typed: search,
    open: creatable && open,
    found: isRead(reading) ? options : undefined,
    onCreated: ({ id, nom }) => onChange(String(id), nom),
    onEnd: list.focus,
  });
  return (
    <Select
      {...inputProps(shared)}
      searchable
      clearable={clearable}
      data={[
        ...withChosen(options, search ? [] : chosen),
        ...creation.options,
        ...othersOption(total - options.length),
      ]}
      value={value}
      searchValue={open ? text : (chosen[0]?.label ?? text)}
      onSearchChange={setText}
      {...list.props}
      onChange={(next, option) => {
        if (creation.take(next)) setText('');
        else onChange(next, option?.label);
      }}
      filter={unfiltered}
      renderOption={drawnWith(aside)}
      {...choiceState(reading, shared.error ?? unreadNote(ofLabels))}
      aria-busy={reading.loading && open}
      rightSection={reading.loading && open ? <Loader size={14} /> : undefined}
      maxDropdownHeight={280}
    />
  );
}

interface ReferenceMultiSelectProps extends Shared {
  value: readonly string[];
  onChange: (value: string[]) => void;
}

/** A select of several records of a resource. */
export function ReferenceMultiSelect({
  value,
  onChange,
  creatable = false,
  ...shared
}: ReferenceMultiSelectProps) {
  const [text, setText] = useState('');
  const { open, ...list } = useList();
  const { labels, reading: ofLabels } = useResourceLabels(shared.path, value);
  const { options, total, ...reading } = useOffer(shared, text, open);
  const creation = useCreation({
    path: shared.path,
    filters: shared.filters ?? [],
    typed: text,
    open: creatable && open,
    found: isRead(reading) ? options : undefined,
    onCreated: ({ id }) => onChange([...value, String(id)]),
    onEnd: list.focus,
  });
  const chosen = value.map((id) => ({
    value: id,
    label: labels.get(id) ?? options.find((o) => o.value === id)?.label ?? UNREAD,
  }));
  return (
    <MultiSelect
      {...inputProps(shared)}
      placeholder={value.length > 0 ? '' : (shared.placeholder ?? 'Choisir…')}
      searchable
      clearable
      hidePickedOptions
      data={[...withChosen(options, chosen), ...creation.options, ...othersOption(total - options.length)]}
      value={[...value]}
      searchValue={text}
      onSearchChange={setText}
      {...list.props}
      onChange={(next) => {
        if (creation.take(next.at(-1) ?? null)) setText('');
        else onChange(next);
      }}
      filter={unfiltered}
      {...choiceState(reading, shared.error ?? unreadNote(ofLabels))}
      aria-busy={reading.loading && open}
      rightSection={reading.loading && open ? <Loader size={14} /> : undefined}
      maxDropdownHeight={280}
    />
  );
}

import { useMemo, type ReactNode } from 'react';
import { CloseButton } from '@mantine/core';
import type { FilterField, FilterRow } from '@octroi/contract/platform/listing/filter';
import { useResourceLabels } from '../../form/resource-options.ts';
import type { FilterFields } from './FilterBuilder.tsx';
import { chipText, operatorSign, valuesOf, valueText } from './filter-text.ts';
import classes from './FilterChips.module.css';

/** Values named in a chip; the rest is counted. */
const NAMED = 3;

/** A chip of the screen's own parameters. */
export interface ScreenChip {
  key: string;
  label: string;
  /** Left out of the empty list's text, which mentions it otherwise. */
  inEmptyText?: boolean;
  onRemove: () => void;
}

interface FilterChipsProps {
  fields: FilterFields;
  screenChips: readonly ScreenChip[];
  filters: readonly FilterRow[];
  open: boolean;
  onOpen: () => void;
  onRemove: (index: number) => void;
}

/** Filter rows as chips: each opens the builder, and can be removed. */
export function FilterChips({ fields, screenChips, filters, open, onOpen, onRemove }: FilterChipsProps) {
  return (
    <div className={classes.chips}>
      {screenChips.map(({ key, label, onRemove: remove }) => (
        <Chip key={key} name={label} onRemove={remove}>
          <span>{label}</span>
        </Chip>
      ))}
      {filters.map((row, index) => {
        const field: FilterField = fields[row.column] ?? { type: 'text', label: row.column };
        return (
          <span key={`${index}-${row.column}`} className={classes.entry}>
            {index > 0 ? <span className={classes.link}>{row.connector === 'or' ? 'ou' : 'et'}</span> : null}
            <Chip name={field.label} onRemove={() => onRemove(index)}>
              <button type="button" onClick={onOpen} title="Modifier les filtres">
                {chipText(field, row.operator) ?? (
                  <>
                    {field.label} {operatorSign(row.operator)} <Values field={field} values={valuesOf(row)} />
                  </>
                )}
              </button>
            </Chip>
          </span>
        );
      })}
      <button type="button" className={classes.more} aria-expanded={open} onClick={onOpen}>
        + Filtre
      </button>
    </div>
  );
}

function Chip({ name, onRemove, children }: { name: string; onRemove: () => void; children: ReactNode }) {
  return (
    <span className={classes.chip}>
      {children}
      <CloseButton size={24} iconSize={12} aria-label={`Retirer le filtre ${name}`} onClick={onRemove} />
    </span>
  );
}

function Values({ field, values }: { field: FilterField; values: string[] }) {
  // names of records come from the server; fixed lists have their own
  const needsNames = field.type === 'reference' && !field.choices;
  const ids = useMemo(() => (needsNames ? values.slice(0, NAMED) : []), [needsNames, values]);
  const { labels: names } = useResourceLabels(field.to ?? '', ids);
  const named = values
    .slice(0, NAMED)
    .map((value) => (needsNames ? (names.get(value) ?? '…') : valueText(field, value)));
  const rest = values.length - named.length;
  return (
    <b>
      {named.join(', ')}
      {rest > 0 ? ` et ${rest} de plus` : ''}
    </b>
  );
}

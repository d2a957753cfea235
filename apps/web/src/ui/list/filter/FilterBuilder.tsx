import { useState, type FormEvent } from 'react';
import { ActionIcon, Button, NativeSelect } from '@mantine/core';
import {
  type FilterConnector,
  type FilterField,
  type FilterRow,
  OPERATOR_LABELS,
  OPERATORS_BY_TYPE,
} from '@octroi/contract/platform/listing/filter';
import { IconPlus, IconSearch, IconTrash } from '@tabler/icons-react';
import { valueFault, valuesOf } from './filter-text.ts';
import { FilterValue } from './FilterValue.tsx';
import classes from './FilterBuilder.module.css';

export type FilterFields = Readonly<Record<string, FilterField>>;

interface FilterBuilderProps {
  fields: FilterFields;
  filters: readonly FilterRow[];
  onSearch: (filters: readonly FilterRow[]) => void;
  onClose: () => void;
}

/** A new row: the first operation of the field's type, no value. */
const blank = (fields: FilterFields, column: string, connector?: FilterConnector): FilterRow => ({
  column,
  operator: OPERATORS_BY_TYPE[fields[column]?.type ?? 'text'][0] ?? 'eq',
  ...(connector ? { connector } : {}),
});

/** A new row opens on the first text field, because names are searched most. */
const firstColumn = (fields: FilterFields): string =>
  (
    Object.entries(fields).find(([, { type, unoffered }]) => type === 'text' && !unoffered) ??
    Object.entries(fields)[0]
  )?.[0] ?? '';

/** Filter rows (champ / opération / valeur), joined by « et » or « ou ». The first row cannot be removed. */
export function FilterBuilder({ fields, filters, onSearch, onClose }: FilterBuilderProps) {
  const [rows, setRows] = useState<readonly FilterRow[]>(() =>
    filters.length > 0 ? filters : [blank(fields, firstColumn(fields))],
  );
  const change = (index: number, row: FilterRow): void =>
    setRows(rows.map((each, at) => (at === index ? row : each)));
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    const wrong = rows.some((row) => {
      const field = fields[row.column];
      return field && valuesOf(row).some((value) => valueFault(field, value));
    });
    if (!wrong) onSearch(rows);
  };
  return (
    <form className={classes.builder} role="search" aria-label="Filtres" onSubmit={submit}>
      <div className={classes.heads} aria-hidden>
        <span />
        <span>Champ</span>
        <span>Opération</span>
        <span>Valeur</span>
      </div>
      {rows.map((row, index) => (
        <FilterLine
          // rows have no id, so the index is the key
          key={index}
          fields={fields}
          row={row}
          first={index === 0}
          onChange={(next) => change(index, next)}
          onRemove={() => setRows(rows.filter((_, at) => at !== index))}
        />
      ))}
      <div className={classes.acts}>
        <Button
          variant="default"
          leftSection={<IconPlus size={14} />}
          onClick={() => setRows([...rows, blank(fields, firstColumn(fields), 'and')])}
        >
          Ajouter une ligne
        </Button>
        <Button type="submit" leftSection={<IconSearch size={14} />}>
          Rechercher
        </Button>
        <span className={classes.grow} />
        <Button variant="subtle" color="gray" onClick={onClose}>
          Fermer
        </Button>
      </div>
    </form>
  );
}

interface FilterLineProps {
  fields: FilterFields;
  row: FilterRow;
  first: boolean;
  onChange: (row: FilterRow) => void;
  onRemove: () => void;
}

function FilterLine({ fields, row, first, onChange, onRemove }: FilterLineProps) {
  const field = fields[row.column] ?? { type: 'text', label: row.column };
  const columns = Object.entries(fields).flatMap(([value, { label, unoffered }]) =>
    unoffered && value !== row.column ? [] : [{ value, label }],
  );
  const operators = OPERATORS_BY_TYPE[field.type].map((value) => ({ value, label: OPERATOR_LABELS[value] }));

  /** Changes the operation; the value stays if it takes as many values. */
  const changeOperator = (operator: FilterRow['operator']): void => {
    const { x, y, ...rest } = row;
    const toList = operator === 'in' || operator === 'not in';
    const value =
      toList === Array.isArray(x) ? x : toList ? (x ? [String(x)] : []) : Array.isArray(x) ? x[0] : x;
    onChange({
      ...rest,
      operator,
      ...(value === undefined ? {} : { x: value }),
      ...(y === undefined ? {} : { y }),
    });
  };

  return (
    <div className={classes.line} role="group" aria-label={`Filtre ${field.label}`}>
      {first ? (
        <span />
      ) : (
        <NativeSelect
          aria-label="Lien avec la ligne précédente"
          data={[
            { value: 'and', label: 'et' },
            { value: 'or', label: 'ou' },
          ]}
          value={row.connector ?? 'and'}
          onChange={(event) => onChange({ ...row, connector: event.currentTarget.value as FilterConnector })}
        />
      )}
      <NativeSelect
        aria-label="Champ"
        data={columns}
        value={row.column}
        onChange={(event) => onChange(blank(fields, event.currentTarget.value, row.connector))}
      />
      <NativeSelect
        aria-label="Opération"
        data={operators}
        value={row.operator}
        onChange={(event) => changeOperator(event.currentTarget.value as FilterRow['operator'])}
      />
      <FilterValue field={field} row={row} onChange={(operands) => onChange({ ...row, ...operands })} />
      {first ? null : (
        <ActionIcon
          className={classes.remove}
          variant="subtle"
          color="gray"
          size={34}
          aria-label="Retirer la ligne"
          onClick={onRemove}
        >
          <IconTrash size={16} />
        </ActionIcon>
      )}
    </div>
  );
}

import './filter.css';
import { MultiSelect, NativeSelect, TagsInput, TextInput } from '@mantine/core';
import { type FilterField, type FilterRow, operandsOf } from '@octroi/contract/platform/listing/filter';
import { useChosenPlace } from '#src/platform/kept/choices.ts';
import { DayInput } from '../../form/DayInput.tsx';
import { ReferenceMultiSelect, ReferenceSelect } from '../../form/ReferenceSelect.tsx';
import { booleanChoices, valueFault, valuesOf } from './filter-text.ts';
import classes from './FilterBuilder.module.css';
import { HeldSelect } from '../../form/HeldSelect.tsx';

type Operands = Pick<FilterRow, 'x' | 'y'>;

interface FilterValueProps {
  field: FilterField;
  row: FilterRow;
  onChange: (operands: Operands) => void;
}

/** The value inputs of a filter row, by field type and number of values. */
export function FilterValue({ field, row, onChange }: FilterValueProps) {
  const values = valuesOf(row);
  switch (operandsOf(row.operator)) {
    case 'none':
      return null;
    case 'one':
      return (
        <OneValue field={field} label="Valeur" value={values[0] ?? ''} onChange={(x) => onChange({ x })} />
      );
    case 'two': {
      const [x = '', y = ''] = values;
      return (
        <div className={classes.bounds}>
          <OneValue
            field={field}
            label="Valeur, de"
            value={x}
            onChange={(from) => onChange({ x: from, y })}
          />
          <span>et</span>
          <OneValue field={field} label="Valeur, à" value={y} onChange={(to) => onChange({ x, y: to })} />
        </div>
      );
    }
    case 'many':
      return <ManyValues field={field} values={values} onChange={(x) => onChange({ x })} />;
  }
}

/** Limits the choices to the chosen place. */
function usePlaceFilter({ within }: FilterField): readonly FilterRow[] {
  const { chosenPlace } = useChosenPlace();
  const entite = chosenPlace?.kind === 'entite' ? chosenPlace.id : chosenPlace?.entite.id;
  return within && entite !== undefined ? [{ column: within, operator: 'eq', x: String(entite) }] : [];
}

const choicesOf = ({ choices = [] }: FilterField) =>
  choices.map(({ id, nom }) => ({ value: String(id), label: nom }));

const wordsOf = ({ values = [], labels = {} }: FilterField) =>
  values.map((value) => ({ value, label: labels[value] ?? value }));

interface OneValueProps {
  field: FilterField;
  label: string;
  value: string;
  onChange: (value: string) => void;
}

function OneValue({ field, label, value, onChange }: OneValueProps) {
  const placeFilter = usePlaceFilter(field);
  switch (field.type) {
    case 'boolean':
      return (
        <NativeSelect
          aria-label={label}
          data={[{ value: '', label: 'Choisir…' }, ...booleanChoices(field)]}
          value={value}
          onChange={(event) => onChange(event.currentTarget.value)}
        />
      );
    case 'choice':
      return (
        <HeldSelect
          aria-label={label}
          placeholder="Choisir…"
          data={wordsOf(field)}
          value={value || null}
          onChange={(next) => onChange(next ?? '')}
        />
      );
    case 'reference':
      return field.choices ? (
        <NativeSelect
          aria-label={label}
          data={[{ value: '', label: 'Choisir…' }, ...choicesOf(field)]}
          value={value}
          onChange={(event) => onChange(event.currentTarget.value)}
        />
      ) : (
        <ReferenceSelect
          aria-label={label}
          path={field.to ?? ''}
          filters={placeFilter}
          value={value || null}
          onChange={(next) => onChange(next ?? '')}
        />
      );
    case 'instant':
    case 'day':
      return <DayInput aria-label={label} value={value || null} onChange={(day) => onChange(day ?? '')} />;
    case 'integer':
    case 'amount':
    case 'decimal':
    case 'text':
      return (
        <TextInput
          aria-label={label}
          value={value}
          inputMode={field.type === 'text' ? 'text' : 'decimal'}
          error={valueFault(field, value)}
          onChange={(event) => onChange(event.currentTarget.value)}
        />
      );
  }
}

interface ManyValuesProps {
  field: FilterField;
  values: readonly string[];
  onChange: (values: string[]) => void;
}

function ManyValues({ field, values, onChange }: ManyValuesProps) {
  const placeFilter = usePlaceFilter(field);
  const shared = { 'aria-label': 'Valeur', value: [...values], onChange };
  switch (field.type) {
    case 'reference':
      if (field.choices) return <MultiSelect {...shared} data={choicesOf(field)} clearable />;
      return <ReferenceMultiSelect {...shared} path={field.to ?? ''} filters={placeFilter} />;
    case 'boolean':
      return <MultiSelect {...shared} data={booleanChoices(field)} clearable />;
    case 'choice':
      return <MultiSelect {...shared} data={wordsOf(field)} clearable searchable />;
    case 'text':
    case 'integer':
    case 'amount':
    case 'decimal':
    case 'instant':
    case 'day':
      return (
        <TagsInput
          {...shared}
          splitChars={[',', ';']}
          placeholder="Valeurs séparées par des virgules"
          error={values.map((value) => valueFault(field, value)).find(Boolean)}
          clearable
        />
      );
  }
}

import {
  type FilterField,
  type FilterOperator,
  type FilterRow,
  operandsOf,
  OPERATOR_LABELS,
} from '@octroi/contract/platform/listing/filter';
import { ENTIER, formatNumber, FRANCS_ENTIERS, parseSigned } from '@octroi/contract/platform/values/money';
import { formatDay, isDay } from '@octroi/contract/platform/values/period';

/** A chip text of the field's own, if it has one. */
export const chipText = (
  { without, with: filled }: FilterField,
  operator: FilterOperator,
): string | undefined => (operator === 'is null' ? without : operator === 'is not null' ? filled : undefined);

/** Names of everything that filters the list: words, chips, filter rows. */
export const hidingOf = (
  words: string | undefined,
  chips: readonly { label: string; inEmptyText?: boolean }[],
  filters: readonly FilterRow[],
  fields: Readonly<Record<string, FilterField>>,
): string[] => [
  ...new Set([
    ...(words ? [`« ${words} »`] : []),
    ...chips.filter(({ inEmptyText }) => !inEmptyText).map(({ label }) => label),
    ...filters.map(({ column, operator }) => {
      const field = fields[column];
      return field ? (chipText(field, operator) ?? field.label) : column;
    }),
  ]),
];

const SIGNS: Partial<Record<FilterOperator, string>> = {
  eq: '=',
  'not eq': '≠',
  lt: '<',
  lte: '≤',
  gt: '>',
  gte: '≥',
};

/** The operation in a chip: a sign if there is one. */
export const operatorSign = (operator: FilterOperator): string =>
  SIGNS[operator] ?? OPERATOR_LABELS[operator];

/** Labels of a flag: active or inactive if it is about that, else yes or no. */
export const booleanChoices = ({ label }: FilterField): { value: string; label: string }[] => {
  const [yes, no] = /^activ|^statut/i.test(label) ? ['Active', 'inactive'] : ['Oui', 'Non'];
  return [
    { value: '1', label: yes },
    { value: '0', label: no },
  ];
};

function inFigures(value: string): string {
  const amount = parseSigned(value);
  return amount === undefined ? value : formatNumber(amount);
}

/** The error of a typed value, such as an invalid number. */
export function valueFault({ type }: FilterField, value: string): string | undefined {
  if (type !== 'amount' && type !== 'integer') return undefined;
  if (value.trim() === '' || parseSigned(value) !== undefined) return undefined;
  return type === 'amount' ? FRANCS_ENTIERS : ENTIER;
}

/** A value as text. References are named elsewhere, because only the server knows their names. */
export function valueText(field: FilterField, value: string): string {
  switch (field.type) {
    case 'boolean':
      return booleanChoices(field).find((choice) => choice.value === value)?.label ?? value;
    case 'instant':
    case 'day':
      return isDay(value) ? formatDay(value) : value;
    case 'amount':
      return inFigures(value);
    case 'decimal':
      return value.replace('.', ',');
    case 'reference':
      return field.choices?.find(({ id }) => String(id) === value)?.nom ?? value;
    case 'choice':
      return field.labels?.[value] ?? value;
    case 'text':
    case 'integer':
      return value;
  }
}

/** The values of a row, in reading order. */
export const valuesOf = ({
  operator,
  x,
  y,
}: {
  operator: FilterOperator;
  x?: string | string[];
  y?: string;
}): string[] => {
  switch (operandsOf(operator)) {
    case 'none':
      return [];
    case 'one':
      return [Array.isArray(x) ? (x[0] ?? '') : (x ?? '')];
    case 'two':
      return [Array.isArray(x) ? (x[0] ?? '') : (x ?? ''), y ?? ''];
    case 'many':
      return Array.isArray(x) ? x : x ? [x] : [];
  }
};

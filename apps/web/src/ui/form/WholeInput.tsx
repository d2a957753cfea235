import { useState } from 'react';
import { TextInput, type TextInputProps } from '@mantine/core';
import {
  DEUX_DECIMALES,
  ENTIER,
  formatDecimal,
  formatNumber,
  FRANCS_ENTIERS,
  parseDecimal,
  parseWhole,
} from '@octroi/contract/platform/values/money';

/** What the form holds: a number, nothing yet, or NaN for what was typed and is no such number. */
export type Whole = number | '';

interface NumberProps extends Omit<TextInputProps, 'value' | 'onChange' | 'defaultValue' | 'inputMode'> {
  value?: Whole;
  onChange: (value: Whole) => void;
}

/** How numbers of a kind are read and written, and what is said of what is none. */
interface Kind {
  parse: (text: string) => number | undefined;
  format: (value: number) => string;
  fault: string;
  inputMode: 'numeric' | 'decimal';
}

/**
 * A number of a kind. What cannot be read as one stays as it was typed, is told beneath, and is NaN to the form, which
 * schemas refuse: no other number is ever saved in its place.
 */
function TypedNumber({ kind, value = '', onChange, onBlur, error, ...rest }: NumberProps & { kind: Kind }) {
  const read = (text: string): Whole => (text.trim() === '' ? '' : (kind.parse(text) ?? Number.NaN));
  const written = Number.isFinite(value) ? kind.format(Number(value)) : '';
  const [text, setText] = useState(written);
  // The form may have put another value in place of what was typed.
  const shown = Object.is(read(text), value) ? text : written;
  return (
    <TextInput
      {...rest}
      inputMode={kind.inputMode}
      autoComplete="off"
      value={shown}
      error={error || (Number.isNaN(value) ? kind.fault : undefined)}
      onChange={({ currentTarget }) => {
        setText(currentTarget.value);
        onChange(read(currentTarget.value));
      }}
      onBlur={(event) => {
        setText(written || shown);
        onBlur?.(event);
      }}
    />
  );
}

const WHOLE: Kind = { parse: parseWhole, format: formatNumber, fault: ENTIER, inputMode: 'numeric' };
const AMOUNT: Kind = { ...WHOLE, fault: FRANCS_ENTIERS };
const DECIMAL: Kind = {
  parse: parseDecimal,
  format: formatDecimal,
  fault: DEUX_DECIMALES,
  inputMode: 'decimal',
};

/** A whole number. */
export const WholeInput = (props: NumberProps) => <TypedNumber {...props} kind={WHOLE} />;
/** A whole number of francs. */
export const AmountInput = (props: NumberProps) => <TypedNumber {...props} kind={AMOUNT} />;
/** A number with at most two decimals. */
export const DecimalInput = (props: NumberProps) => <TypedNumber {...props} kind={DECIMAL} />;

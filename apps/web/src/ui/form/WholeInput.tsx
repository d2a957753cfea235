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

/** The form's value: a number, empty, or NaN for invalid text. */
export type Whole = number | '';

interface NumberProps extends Omit<TextInputProps, 'value' | 'onChange' | 'defaultValue' | 'inputMode'> {
  value?: Whole;
  onChange: (value: Whole) => void;
}

/** How a kind of number is parsed, formatted, and its error message. */
interface Kind {
  parse: (text: string) => number | undefined;
  format: (value: number) => string;
  fault: string;
  inputMode: 'numeric' | 'decimal';
}

/**
 * A number field. Invalid text stays as typed with a message below, and is NaN in the form, which schemas refuse: no
 * other number is saved instead.
 */
function TypedNumber({ kind, value = '', onChange, onBlur, error, ...rest }: NumberProps & { kind: Kind }) {
  const read = (text: string): Whole => (text.trim() === '' ? '' : (kind.parse(text) ?? Number.NaN));
  const written = Number.isFinite(value) ? kind.format(Number(value)) : '';
  const [text, setText] = useState(written);
  // the form may have replaced the value since
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

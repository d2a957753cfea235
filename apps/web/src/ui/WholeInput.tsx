import { useState } from 'react';
import { TextInput, type TextInputProps } from '@mantine/core';
import { ENTIER, formatNumber, FRANCS_ENTIERS, parseWhole } from '@octroi/contract/money';

/** What the form holds: a number, nothing yet, or NaN for what was typed and is no whole number. */
export type Whole = number | '';

interface WholeInputProps extends Omit<TextInputProps, 'value' | 'onChange' | 'defaultValue' | 'inputMode'> {
  value?: Whole;
  onChange: (value: Whole) => void;
}

const read = (text: string): Whole => (text.trim() === '' ? '' : (parseWhole(text) ?? Number.NaN));
const written = (value: Whole): string => (Number.isSafeInteger(value) ? formatNumber(Number(value)) : '');

/**
 * A whole number. What cannot be read as one stays as it was typed, is told beneath, and is NaN to the form, which
 * schemas refuse: no other number is ever saved in its place.
 */
export function WholeInput({ value = '', onChange, onBlur, error, ...rest }: WholeInputProps) {
  const [text, setText] = useState(written(value));
  // The form may have put another value in place of what was typed.
  const shown = Object.is(read(text), value) ? text : written(value);
  return (
    <TextInput
      {...rest}
      inputMode="numeric"
      autoComplete="off"
      value={shown}
      error={error || (Number.isNaN(value) ? ENTIER : undefined)}
      onChange={({ currentTarget }) => {
        setText(currentTarget.value);
        onChange(read(currentTarget.value));
      }}
      onBlur={(event) => {
        setText(written(value) || shown);
        onBlur?.(event);
      }}
    />
  );
}

/** A whole number of francs. */
export const AmountInput = ({ value = '', error, ...rest }: WholeInputProps) => (
  <WholeInput {...rest} value={value} error={error || (Number.isNaN(value) ? FRANCS_ENTIERS : undefined)} />
);

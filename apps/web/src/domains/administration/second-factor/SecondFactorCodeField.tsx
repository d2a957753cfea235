import { TextInput, type TextInputProps } from '@mantine/core';

/** The six-digit code of the person's device. */
export const SecondFactorCodeField = (input: TextInputProps) => (
  <TextInput
    label="Code de vérification"
    inputMode="numeric"
    autoComplete="one-time-code"
    maxLength={10}
    size="md"
    {...input}
  />
);

/** A recovery code, noted at set-up, instead of the device's code. */
export const RecoveryCodeField = (input: TextInputProps) => (
  <TextInput
    label="Code de secours"
    autoComplete="off"
    autoCapitalize="characters"
    spellCheck={false}
    maxLength={40}
    size="md"
    {...input}
  />
);

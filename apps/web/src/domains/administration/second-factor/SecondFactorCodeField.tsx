import { TextInput, type TextInputProps } from '@mantine/core';

/** The six digits that the person's device shows at the moment. */
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

/** In place of the device: one of the codes that were noted when the second factor was set up. */
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

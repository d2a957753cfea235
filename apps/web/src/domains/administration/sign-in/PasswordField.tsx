import { useState, type ComponentProps } from 'react';
import { PasswordInput } from '@mantine/core';

interface PasswordFieldProps extends Omit<ComponentProps<typeof PasswordInput>, 'label' | 'visible'> {
  label: string;
}

/** A password field that can show its text. */
export function PasswordField({ label, ...input }: PasswordFieldProps) {
  const [visible, setVisible] = useState(false);
  // with several fields on a page, each button names its field
  const suffix = label === 'Mot de passe' ? '' : ` (${label})`;
  return (
    <PasswordInput
      label={label}
      size="md"
      {...input}
      visible={visible}
      onVisibilityChange={setVisible}
      visibilityToggleButtonProps={{
        'aria-label': `${visible ? 'Masquer' : 'Afficher'} le mot de passe${suffix}`,
        tabIndex: 0,
      }}
    />
  );
}

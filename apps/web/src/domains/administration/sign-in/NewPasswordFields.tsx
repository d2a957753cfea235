import type { UseFormReturnType } from '@mantine/form';
import { PASSWORD_HINT } from '@octroi/contract/administration/sign-in/password';
import { PasswordField } from './PasswordField.tsx';

/** A new password and its confirmation, with the password rules. */
export function NewPasswordFields<Values extends { password: string; passwordConfirm: string }>({
  form,
}: {
  form: UseFormReturnType<Values>;
}) {
  return (
    <>
      <PasswordField
        label="Nouveau mot de passe"
        description={PASSWORD_HINT}
        autoComplete="new-password"
        {...form.getInputProps('password')}
      />
      <PasswordField
        label="Confirmation du mot de passe"
        autoComplete="new-password"
        {...form.getInputProps('passwordConfirm')}
      />
    </>
  );
}

import { Button, PasswordInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { PASSWORD_HINT, passwordFaults } from '@octroi/contract/administration/password';
import type { ResourceRow } from '@octroi/contract/resource';
import { ApiError } from '#src/platform/api.ts';
import { call } from '#src/platform/call.ts';
import { toastFailure, toastSuccess } from '#src/platform/toasts.ts';

interface NewPasswordFormProps {
  id: number;
  /** Whose password it is to be. */
  row: ResourceRow;
  onDone: () => void;
}

/** An administrator gives somebody a new password; that person's sessions end. */
export function NewPasswordForm({ id, row, onDone }: NewPasswordFormProps) {
  const owner = { username: String(row.username), email: String(row.email) };
  const form = useForm({
    initialValues: { password: '', passwordConfirm: '' },
    validate: (values) =>
      Object.fromEntries(passwordFaults(values, owner).map(({ field, message }) => [field, message])),
  });
  const save = form.onSubmit(async (values) => {
    try {
      await call('POST /users/{id}/mot-de-passe', { params: { id }, body: values });
      toastSuccess('Le mot de passe a bien été modifié !');
      onDone();
    } catch (error) {
      toastFailure(error);
      if (error instanceof ApiError)
        form.setErrors(Object.fromEntries(error.errors.map(({ field, message }) => [field, message])));
    }
  });
  return (
    <form onSubmit={save} noValidate style={{ display: 'grid', gap: 16 }}>
      <PasswordInput
        label="Mot de passe"
        description={PASSWORD_HINT}
        autoComplete="new-password"
        data-autofocus
        withAsterisk
        {...form.getInputProps('password')}
      />
      <PasswordInput
        label="Confirmation du mot de passe"
        autoComplete="new-password"
        withAsterisk
        {...form.getInputProps('passwordConfirm')}
      />
      <Button type="submit" loading={form.submitting}>
        Enregistrer
      </Button>
    </form>
  );
}

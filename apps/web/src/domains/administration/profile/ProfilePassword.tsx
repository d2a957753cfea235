import { Button } from '@mantine/core';
import { passwordFaults } from '@octroi/contract/administration/sign-in/password';
import { useQueryClient } from '@tanstack/react-query';
import { call, callKey } from '#src/platform/call.ts';
import { useSession } from '#src/platform/session.ts';
import { toastSuccess } from '#src/platform/toasts.ts';
import { NewPasswordFields } from '../sign-in/NewPasswordFields.tsx';
import { PasswordField } from '../sign-in/PasswordField.tsx';
import { useAccountForm } from './use-account-form.ts';
import classes from './ProfileScreen.module.css';

/** Changes the person's own password, which ends all their other sessions. */
export function ProfilePassword({ onDone }: { onDone?: () => void }) {
  const { user } = useSession();
  const queries = useQueryClient();
  const { form, submit } = useAccountForm({
    initialValues: { actuel: '', password: '', passwordConfirm: '' },
    faults: (values) => [
      ...(values.actuel ? [] : [{ field: 'actuel', message: 'Veuillez entrer votre mot de passe actuel' }]),
      ...passwordFaults(values, user),
    ],
    send: async (values) => {
      await call('POST /profil/mot-de-passe', { body: values });
      form.reset();
      toastSuccess('Le mot de passe a bien été modifié !', 'Vos autres sessions sont fermées.');
      await queries.invalidateQueries({ queryKey: callKey('GET /profil/sessions') });
      onDone?.();
    },
  });
  return (
    <form className={classes.form} onSubmit={submit} noValidate>
      <PasswordField
        label="Mot de passe actuel"
        autoComplete="current-password"
        {...form.getInputProps('actuel')}
      />
      <NewPasswordFields form={form} />
      <div className={classes.acts}>
        <Button type="submit" size="md" loading={form.submitting}>
          Changer le mot de passe
        </Button>
      </div>
    </form>
  );
}

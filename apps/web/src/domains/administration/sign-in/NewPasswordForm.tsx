import type { ReactNode } from 'react';
import { Button, Group, PasswordInput, Skeleton } from '@mantine/core';
import { useForm } from '@mantine/form';
import { PASSWORD_HINT, passwordFaults } from '@octroi/contract/administration/sign-in/password';
import type { ResourceRow } from '@octroi/contract/platform/resource/resource';
import { useQuery } from '@tanstack/react-query';
import { ApiError } from '#src/platform/api.ts';
import { queryFor, call } from '#src/platform/call.ts';
import { failureOf } from '#src/platform/query.ts';
import { toastFailure, toastSuccess } from '#src/platform/toasts.ts';
import { ErrorState } from '#src/ui/page/ErrorState.tsx';

interface NewPasswordFormProps {
  id: number;
  /** The account concerned. */
  row: ResourceRow;
  onDone: () => void;
}

/** Sets a new password for another account, or sends a link if the administrator may not choose it. */
export function NewPasswordForm({ id, row, onDone }: NewPasswordFormProps) {
  const read = useQuery(queryFor('GET /users/{id}/mot-de-passe', { params: { id } }));
  const [data, failure] = [read.data, failureOf(read)];
  if (failure) return <ErrorState failure={failure} />;
  if (!data) return <Skeleton height={120} radius={8} role="status" aria-label="Chargement" />;
  const link = <SendLink id={id} email={String(row.email)} onDone={onDone} />;
  if (data.refus !== null)
    return (
      <div style={{ display: 'grid', gap: 16 }}>
        <p style={{ margin: 0 }}>{data.refus}</p>
        <Group>{link}</Group>
      </div>
    );
  return <ChosenPassword id={id} row={row} onDone={onDone} link={link} />;
}

function SendLink({ id, email, onDone }: { id: number; email: string; onDone: () => void }) {
  const form = useForm();
  const send = form.onSubmit(async () => {
    try {
      await call('POST /users/{id}/lien', { params: { id } });
      toastSuccess('Le lien a bien été envoyé !', `À ${email} ; il sert une fois, pendant une heure.`);
      onDone();
    } catch (error) {
      toastFailure(error);
    }
  });
  return (
    <Button variant="default" loading={form.submitting} onClick={() => send()}>
      Envoyer un lien
    </Button>
  );
}

function ChosenPassword({ id, row, onDone, link }: NewPasswordFormProps & { link: ReactNode }) {
  const owner = { username: String(row.username), email: String(row.email) };
  const form = useForm({
    initialValues: { password: '', passwordConfirm: '' },
    validate: (values) =>
      Object.fromEntries(passwordFaults(values, owner).map(({ field, message }) => [field, message])),
  });
  const save = form.onSubmit(async (values) => {
    try {
      await call('POST /users/{id}/mot-de-passe', { params: { id }, body: values });
      toastSuccess('Le mot de passe a bien été modifié !', 'Un autre sera demandé à la première connexion.');
      onDone();
    } catch (error) {
      toastFailure(error);
      if (error instanceof ApiError)
        form.setErrors(Object.fromEntries(error.errors.map(({ field, message }) => [field, message])));
    }
  });
  return (
    <form onSubmit={save} noValidate style={{ display: 'grid', gap: 16 }}>
      <p style={{ margin: 0 }}>
        Envoyez un lien à {owner.email}, ou choisissez un mot de passe que cette personne changera à sa
        première connexion.
      </p>
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
      <Group>
        <Button type="submit" loading={form.submitting}>
          Enregistrer
        </Button>
        {link}
      </Group>
    </form>
  );
}

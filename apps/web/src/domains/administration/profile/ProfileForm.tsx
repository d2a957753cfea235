import { Button, Skeleton, Text, TextInput } from '@mantine/core';
import type { Profile } from '@octroi/contract/administration/profile/profile';
import { MESSAGES } from '@octroi/contract/messages';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { queryFor, call, callKey } from '#src/platform/call.ts';
import { sessionQuery } from '#src/platform/session.ts';
import { toastSuccess } from '#src/platform/toasts.ts';
import { failureOf } from '#src/platform/query.ts';
import { ErrorState } from '#src/ui/page/ErrorState.tsx';
import { SaveFailure } from '#src/ui/form/SaveFailure.tsx';
import { useLeaveGuard } from '#src/ui/form/use-leave-guard.ts';
import { PasswordField } from '../sign-in/PasswordField.tsx';
import { useAccountForm } from './use-account-form.ts';
import classes from './ProfileScreen.module.css';

const NAME_HINT = 'profil-nom';

/** The person's own details. */
export function ProfileForm() {
  const profile = useQuery({
    ...queryFor('GET /profil'),
    // the form edits this version: a refetch must not replace it while the person types
    staleTime: 0,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  });
  const [data, failure] = [profile.data, failureOf(profile)];
  if (failure) return <ErrorState failure={failure} />;
  if (!data || (profile.isFetching && !profile.isFetchedAfterMount))
    return <Skeleton height={260} radius={8} role="status" aria-label="Chargement de la fiche" />;
  return <Fields key={data.version} profile={data} onReload={() => void profile.refetch()} />;
}

function Fields({ profile, onReload }: { profile: Profile; onReload: () => void }) {
  const queries = useQueryClient();
  const { nom, prenom, email, version } = profile;
  const isNew = (address: string): boolean => address.trim() !== email;
  const { form, submit, failure } = useAccountForm({
    initialValues: { telephone: profile.telephone ?? '', email, actuel: '' },
    faults: (values) =>
      isNew(values.email) && !values.actuel
        ? [{ field: 'actuel', message: 'Veuillez entrer votre mot de passe actuel' }]
        : [],
    send: async ({ actuel, ...values }) => {
      const body = isNew(values.email) ? { ...values, actuel } : values;
      const stored = await call('PATCH /profil', { body, version });
      release();
      queries.setQueryData(callKey('GET /profil'), stored);
      toastSuccess(MESSAGES.modifie);
      await queries.invalidateQueries({ queryKey: sessionQuery.queryKey });
    },
  });
  const release = useLeaveGuard(form.isDirty(), {
    values: form.values,
    restore: form.setValues,
    secret: ['actuel'],
  });
  return (
    <form className={classes.form} onSubmit={submit} noValidate>
      {failure ? <SaveFailure failure={failure} onReload={onReload} /> : null}
      <div className={classes.pair}>
        <TextInput label="Nom" size="md" value={nom} readOnly variant="filled" aria-describedby={NAME_HINT} />
        <TextInput
          label="Prénom"
          size="md"
          value={prenom}
          readOnly
          variant="filled"
          aria-describedby={NAME_HINT}
        />
      </div>
      <Text id={NAME_HINT} size="sm" c="dimmed">
        Votre nom figure sur les reçus et les procès-verbaux : demandez à votre administrateur de le changer.
      </Text>
      <div className={classes.pair}>
        <TextInput
          label="Téléphone"
          type="tel"
          autoComplete="tel"
          maxLength={40}
          size="md"
          {...form.getInputProps('telephone')}
        />
        <TextInput
          label="Email"
          type="email"
          autoComplete="email"
          maxLength={200}
          size="md"
          withAsterisk
          {...form.getInputProps('email')}
        />
      </div>
      {isNew(form.values.email) ? (
        <PasswordField
          label="Mot de passe actuel"
          description="Demandé pour changer d’adresse email : les liens vers un nouveau mot de passe y sont envoyés."
          autoComplete="current-password"
          {...form.getInputProps('actuel')}
        />
      ) : null}
      <div className={classes.acts}>
        <Button type="submit" size="md" loading={form.submitting} disabled={!form.isDirty()}>
          Enregistrer
        </Button>
      </div>
    </form>
  );
}

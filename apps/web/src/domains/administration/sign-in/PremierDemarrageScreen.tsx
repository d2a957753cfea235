import { PAGES } from '@octroi/contract/pages';
import { Alert, Button, TextInput } from '@mantine/core';
import { passwordFaults } from '@octroi/contract/administration/sign-in/password';
import { Link, useLocation, useRouter } from '@tanstack/react-router';
import { call } from '#src/platform/call.ts';
import { freshSession } from '#src/platform/session.ts';
import { NewPasswordFields } from './NewPasswordFields.tsx';
import { SignInFrame } from './SignInFrame.tsx';
import { useAccountForm } from '../profile/use-account-form.ts';
import classes from './ForgottenPasswordScreen.module.css';

/** Target of the one-time link of a new installation. The token is after `#`, which browsers do not send. */
export function PremierDemarrageScreen() {
  const token = useLocation({ select: ({ hash }) => hash });
  const router = useRouter();
  const { form, submit, failure } = useAccountForm({
    initialValues: { prenom: '', nom: '', username: '', email: '', password: '', passwordConfirm: '' },
    faults: (values) => passwordFaults(values, values),
    send: async (values) => {
      await call('POST /premier-demarrage', { body: { token, ...values }, anonymous: true });
      const { username, password } = values;
      await call('POST /users/check', { body: { email: username, password }, anonymous: true });
      await freshSession();
      await router.navigate({ to: PAGES.secondFacteur, replace: true });
    },
  });
  if (token === '' || failure?.status === 410)
    return (
      <SignInFrame title="Premier démarrage">
        <Alert color="red" title="Adresse périmée">
          {failure?.message ??
            'Cette adresse n’est pas entière. Ouvrez celle qu’Octroi a donnée à son premier démarrage.'}
        </Alert>
        <p className={classes.back}>
          <Link to={PAGES.login}>Connexion</Link>
        </p>
      </SignInFrame>
    );
  return (
    <SignInFrame title="Premier démarrage">
      <p>
        Créez le compte du premier Super Admin. Une application d’authentification lui sera demandée aussitôt
        après.
      </p>
      <form className={classes.form} onSubmit={submit} noValidate>
        <TextInput label="Prénom" autoComplete="given-name" withAsterisk {...form.getInputProps('prenom')} />
        <TextInput label="Nom" autoComplete="family-name" withAsterisk {...form.getInputProps('nom')} />
        <TextInput label="Pseudo" autoComplete="username" withAsterisk {...form.getInputProps('username')} />
        <TextInput
          label="Email"
          type="email"
          autoComplete="email"
          withAsterisk
          {...form.getInputProps('email')}
        />
        <NewPasswordFields form={form} />
        <Button type="submit" fullWidth size="md" loading={form.submitting}>
          Créer le compte
        </Button>
      </form>
    </SignInFrame>
  );
}

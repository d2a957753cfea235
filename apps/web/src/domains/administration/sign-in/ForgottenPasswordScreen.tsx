import { PAGES } from '@octroi/contract/pages';
import { useState } from 'react';
import { Alert, Button, TextInput } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { call } from '#src/platform/call.ts';
import { SignInFrame } from './SignInFrame.tsx';
import { useAccountForm } from '../profile/use-account-form.ts';
import classes from './ForgottenPasswordScreen.module.css';

/** Requests a link for a new password. The screen never reveals whether the account exists: only the mail does. */
export function ForgottenPasswordScreen() {
  const [sent, setSent] = useState<string>();
  const { form, submit, failure } = useAccountForm({
    initialValues: { email: '' },
    faults: ({ email }) =>
      email.trim() ? [] : [{ field: 'email', message: 'Veuillez entrer votre pseudo ou adresse email' }],
    send: async ({ email }) => {
      await call('POST /mot-de-passe/oubli', { body: { email: email.trim() }, anonymous: true });
      setSent(email.trim());
    },
  });
  return (
    <SignInFrame title="Mot de passe oublié ?">
      {sent ? (
        <div role="status">
          <p>
            Si un compte actif répond à « {sent} », un courriel part vers son adresse avec un lien pour
            choisir un nouveau mot de passe. Le lien sert une fois et pendant une heure.
          </p>
          <p>
            Rien reçu&nbsp;? Regardez parmi les indésirables, puis adressez-vous à l’administrateur de votre
            collectivité.
          </p>
        </div>
      ) : (
        <form className={classes.form} onSubmit={submit} noValidate>
          {failure ? <Alert color="red">{failure.message}</Alert> : null}
          <TextInput
            label="Pseudo ou Adresse Email"
            description="Un lien pour choisir un nouveau mot de passe vous sera envoyé par courriel."
            name="username"
            autoComplete="username"
            autoCapitalize="none"
            autoFocus
            size="md"
            {...form.getInputProps('email')}
          />
          <Button type="submit" fullWidth size="md" loading={form.submitting}>
            Envoyer le lien
          </Button>
        </form>
      )}
      <p className={classes.back}>
        <Link to={PAGES.login}>Revenir à la connexion</Link>
      </p>
    </SignInFrame>
  );
}

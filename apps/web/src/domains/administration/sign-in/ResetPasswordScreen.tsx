import { PAGES } from '@octroi/contract/pages';
import { useState } from 'react';
import { Alert, Button } from '@mantine/core';
import { passwordFaults } from '@octroi/contract/administration/sign-in/password';
import { Link, useLocation } from '@tanstack/react-router';
import { call } from '#src/platform/call.ts';
import { NewPasswordFields } from './NewPasswordFields.tsx';
import { SignInFrame } from './SignInFrame.tsx';
import { useAccountForm } from '../profile/use-account-form.ts';
import classes from './ForgottenPasswordScreen.module.css';

/** Target of the link in the mail. The token is after `#`, which browsers do not send. */
export function ResetPasswordScreen() {
  const token = useLocation({ select: ({ hash }) => hash });
  const [done, setDone] = useState(false);
  const { form, submit, failure } = useAccountForm({
    initialValues: { password: '', passwordConfirm: '' },
    faults: passwordFaults,
    send: async (values) => {
      await call('POST /mot-de-passe/nouveau', { body: { token, ...values }, anonymous: true });
      setDone(true);
    },
  });
  const dead = token === '' || failure?.status === 410;
  return (
    <SignInFrame title="Nouveau mot de passe">
      {done ? (
        <p role="status">
          Votre mot de passe est changé et vos sessions sont fermées. Connectez-vous avec lui.
        </p>
      ) : (
        <>
          {dead ? (
            <Alert color="red" title="Lien périmé">
              {failure?.message ??
                'Ce lien n’est pas entier. Ouvrez-le depuis le courriel, ou demandez-en un nouveau.'}
            </Alert>
          ) : (
            <form className={classes.form} onSubmit={submit} noValidate>
              <NewPasswordFields form={form} />
              <Button type="submit" fullWidth size="md" loading={form.submitting}>
                Enregistrer
              </Button>
            </form>
          )}
        </>
      )}
      <p className={classes.back}>
        {dead ? (
          <Link to={PAGES.motDePasseOublie}>Demander un nouveau lien</Link>
        ) : (
          <Link to={PAGES.login}>{done ? 'Connexion' : 'Revenir à la connexion'}</Link>
        )}
      </p>
    </SignInFrame>
  );
}

import { SCREENS } from '@octroi/contract/register';
import { PAGES } from '@octroi/contract/pages';
import { useCallback, useEffect, useState, type FormEvent } from 'react';
import { Alert, Button, TextInput } from '@mantine/core';
import { MESSAGES } from '@octroi/contract/messages';
import { getRouteApi, Link, useRouter } from '@tanstack/react-router';
import { ApiError, reasonOf } from '#src/platform/api.ts';
import { call } from '#src/platform/call.ts';
import { freshSession, type User } from '#src/platform/session.ts';
import { toastError } from '#src/platform/toasts.ts';
import { LoginCode } from './LoginCode.tsx';
import { PasswordField } from './PasswordField.tsx';
import { SignInFrame } from './SignInFrame.tsx';
import classes from './LoginScreen.module.css';

const route = getRouteApi(PAGES.login);

/** Why a successful sign-in cannot open the application; undefined if it can (specification 1 section 4). */
function refusal(user: User): string | undefined {
  if (!user.enabled) return MESSAGES.compteInactif;
  return user.type.nom === 'Utilisateur' ? undefined : MESSAGES.accesRefuse;
}

/** Enters the application; a person who is already signed in enters at once. */
function useEnter(): () => void {
  const { suite } = route.useSearch();
  const router = useRouter();
  const enter = useCallback(
    (): void => router.history.replace(suite ?? SCREENS['tableau-de-bord'].url),
    [router, suite],
  );
  useEffect(() => {
    let unmounted = false;
    // ask the server, not the cache
    void freshSession().then(
      (session) => (session && !unmounted ? enter() : undefined),
      () => undefined,
    );
    return () => {
      unmounted = true;
    };
  }, [enter]);
  return enter;
}

const CODE_REQUIRED: ReadonlySet<string> = new Set(['connexion.second-facteur', 'second-facteur.illisible']);

/** Sends the sign-in request. */
function useSignIn(enter: () => void) {
  const [message, setMessage] = useState<string>();
  const [sending, setSending] = useState(false);
  /** The server's message about the code, once it requires one. */
  const [codeStep, setCodeStep] = useState<{ message: string; refused: boolean }>();

  const refuse = (text: string): void => {
    setMessage(text);
    toastError(text);
  };

  async function send(account: { email: string; password: string }, code?: string): Promise<void> {
    setSending(true);
    setMessage(undefined);
    try {
      const user = await call('POST /users/check', { body: { ...account, code }, anonymous: true });
      const refusalReason = refusal(user);
      if (refusalReason) return refuse(refusalReason);
      if (await freshSession()) enter();
      else refuse('La session ne s’est pas ouverte. Ce navigateur refuse peut-être les cookies.');
    } catch (error) {
      const reason = reasonOf(error);
      // if the server cannot read the second factor, only recovery codes work: the same step asks for them
      if (error instanceof ApiError && CODE_REQUIRED.has(error.code))
        return setCodeStep({ message: reason, refused: code !== undefined });
      setCodeStep(undefined);
      refuse(reason);
    } finally {
      setSending(false);
    }
  }
  return { message, sending, codeStep, send, forget: () => setCodeStep(undefined) };
}

export function LoginScreen() {
  const { message, sending, codeStep, send, forget } = useSignIn(useEnter());
  const [email, setEmail] = useState('');
  const [password, setPassword] = useState('');
  const account = { email, password };
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    void send(account);
  };

  if (codeStep)
    return (
      <SignInFrame title="Vérification en deux étapes">
        <LoginCode
          {...codeStep}
          sending={sending}
          onCode={(code) => void send(account, code)}
          onBack={forget}
        />
      </SignInFrame>
    );
  return (
    <SignInFrame title="Connexion">
      <form onSubmit={submit} noValidate>
        {message ? (
          <Alert color="red" className={classes.refusal} id="refus">
            {message}
          </Alert>
        ) : null}
        <TextInput
          label="Pseudo ou Adresse Email"
          name="username"
          autoComplete="username"
          autoCapitalize="none"
          autoFocus
          size="md"
          value={email}
          aria-describedby={message ? 'refus' : undefined}
          onChange={(event) => setEmail(event.currentTarget.value)}
        />
        <PasswordField
          label="Mot de passe"
          name="password"
          autoComplete="current-password"
          mt={16}
          value={password}
          onChange={(event) => setPassword(event.currentTarget.value)}
        />
        <p className={classes.forgotten}>
          <Link to={PAGES.motDePasseOublie}>Mot de passe oublié ?</Link>
        </p>
        <Button type="submit" fullWidth size="md" loading={sending}>
          Connexion
        </Button>
      </form>
    </SignInFrame>
  );
}

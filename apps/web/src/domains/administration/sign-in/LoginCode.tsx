import { useState, type FormEvent } from 'react';
import { Alert, Button } from '@mantine/core';
import { RecoveryCodeField, SecondFactorCodeField } from '../second-factor/SecondFactorCodeField.tsx';
import classes from './LoginScreen.module.css';

interface LoginCodeProps {
  /** The server's message about the last code, or asking for one. */
  message: string;
  /** Whether the last code was refused. */
  refused: boolean;
  sending: boolean;
  onCode: (code: string) => void;
  onBack: () => void;
}

/** The second step of a sign-in, for an account with a second factor. */
export function LoginCode({ message, refused, sending, onCode, onBack }: LoginCodeProps) {
  const [code, setCode] = useState('');
  const [recovery, setRecovery] = useState(false);
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    onCode(code);
  };
  const input = {
    value: code,
    autoFocus: true,
    'aria-describedby': 'code-demande',
    onChange: (event: React.ChangeEvent<HTMLInputElement>) => setCode(event.currentTarget.value),
  };
  return (
    <form onSubmit={submit} noValidate>
      {refused ? (
        <Alert color="red" className={classes.refusal} id="code-demande">
          {message}
        </Alert>
      ) : (
        <p className={classes.asked} id="code-demande">
          {message}
        </p>
      )}
      {recovery ? (
        <RecoveryCodeField key="secours" {...input} />
      ) : (
        <SecondFactorCodeField key="code" {...input} />
      )}
      <p className={classes.forgotten}>
        <button
          type="button"
          className={classes.link}
          onClick={() => {
            setCode('');
            setRecovery(!recovery);
          }}
        >
          {recovery ? 'Utiliser le code de l’application' : 'Utiliser un code de secours'}
        </button>
      </p>
      <Button type="submit" fullWidth size="md" loading={sending} disabled={code.trim() === ''}>
        Vérifier
      </Button>
      <p className={classes.back}>
        <button type="button" className={classes.link} onClick={onBack}>
          Revenir à la connexion
        </button>
      </p>
    </form>
  );
}

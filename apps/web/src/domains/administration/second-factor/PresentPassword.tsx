import { AccountFormActs } from './AccountFormActs.tsx';
import { PasswordField } from '../sign-in/PasswordField.tsx';
import { useAccountForm } from '../profile/use-account-form.ts';
import classes from './SecondFactor.module.css';

interface PresentPasswordProps {
  text: string;
  act: string;
  send: (actuel: string) => Promise<void>;
  onCancel?: (() => void) | undefined;
}

/** Asks for the current password before a sensitive change of the person's own account. */
export function PresentPassword({ text, act, send, onCancel }: PresentPasswordProps) {
  const { form, submit } = useAccountForm({
    initialValues: { actuel: '' },
    send: ({ actuel }) => send(actuel),
  });
  return (
    <form className={classes.form} onSubmit={submit} noValidate>
      <p className={classes.text}>{text}</p>
      <PasswordField
        label="Mot de passe actuel"
        autoComplete="current-password"
        autoFocus
        data-autofocus
        {...form.getInputProps('actuel')}
      />
      <AccountFormActs act={act} submitting={form.submitting} onCancel={onCancel} />
    </form>
  );
}

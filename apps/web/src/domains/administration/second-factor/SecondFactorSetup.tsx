import { useState } from 'react';
import { call, type Reply } from '#src/platform/call.ts';
import { AccountFormActs } from './AccountFormActs.tsx';
import { PresentPassword } from './PresentPassword.tsx';
import { SecondFactorCodeField } from './SecondFactorCodeField.tsx';
import { SecondFactorCodes } from './SecondFactorCodes.tsx';
import { useAccountForm } from '../profile/use-account-form.ts';
import classes from './SecondFactor.module.css';

interface SecondFactorSetupProps {
  /** Called once the second factor is active and its recovery codes were shown. */
  onDone: () => void;
  onCancel?: (() => void) | undefined;
}

/** Sets up the second factor: current password, secret for the device, first code, recovery codes. */
export function SecondFactorSetup({ onDone, onCancel }: SecondFactorSetupProps) {
  const [codes, setCodes] = useState<readonly string[]>();
  const [setup, setSetup] = useState<Reply<'POST /profil/second-facteur'>>();
  const { form, submit } = useAccountForm({
    initialValues: { code: '' },
    faults: ({ code }) =>
      code.trim() ? [] : [{ field: 'code', message: 'Veuillez entrer le code de vérification' }],
    send: async (values) =>
      setCodes((await call('POST /profil/second-facteur/confirmation', { body: values })).codes),
  });
  if (codes) return <SecondFactorCodes codes={codes} onDone={onDone} />;
  if (!setup)
    return (
      <PresentPassword
        text="Vos autres sessions seront fermées : elles ont été ouvertes sans ce code."
        act="Continuer"
        send={async (actuel) => setSetup(await call('POST /profil/second-facteur', { body: { actuel } }))}
        onCancel={onCancel}
      />
    );
  const { qr, secret } = setup;
  return (
    <form className={classes.setup} onSubmit={submit} noValidate>
      <ol className={classes.steps}>
        <li>
          Ouvrez votre application de codes (Aegis, FreeOTP, Google Authenticator, Microsoft Authenticator…)
          et scannez ce code QR.
          <img
            className={classes.qr}
            src={`data:image/svg+xml;utf8,${encodeURIComponent(qr)}`}
            alt="Code QR du secret ; le secret est aussi écrit en lettres"
          />
          <p className={classes.secretLine}>
            Ou saisissez ce secret&nbsp;:{' '}
            <code className={classes.secret}>{secret.replace(/.{4}(?=.)/g, '$& ')}</code>
          </p>
        </li>
        <li>
          Entrez le code à six chiffres que l’application affiche.
          <SecondFactorCodeField mt={8} {...form.getInputProps('code')} />
        </li>
      </ol>
      <AccountFormActs act="Activer" submitting={form.submitting} onCancel={onCancel} />
    </form>
  );
}

/** Starts a phone: the office's code first, typed or scanned, then the agent's sign-in. */
import { type SubmitEvent, useState } from 'react';
import { CodeRefused } from '#src/model/acces/inscription.ts';
import { enrolmentCodeOf } from '#src/model/lecture.ts';
import { canReadCodes } from '#src/platform/device/codes.ts';
import { useTerrain } from '#src/ui/context.ts';
import { CodeField, isWholeCode } from '#src/ui/CodeField.tsx';
import { Icon } from '#src/ui/Icon.tsx';
import { Scanner } from '#src/ui/LazyScanner.tsx';
import { useAct } from '#src/ui/use-act.ts';
import { useCredentials } from '#src/ui/use-credentials.ts';
import { Frame, SignInFields } from './Connexion.tsx';

const OTHER_QR = 'Ce QR n’est pas un code d’inscription. Scannez celui que montre le bureau.';

const submitted =
  (act: () => void) =>
  (event: SubmitEvent): void => {
    event.preventDefault();
    act();
  };

export function Inscription() {
  const { terrain, etat } = useTerrain();
  const fromAddress = etat.code ? enrolmentCodeOf(etat.code) : undefined;
  const [code, setCode] = useState(fromAddress ?? etat.code ?? '');
  const [step, setStep] = useState<'code' | 'agent'>(fromAddress ? 'agent' : 'code');
  const { credentials, change, asksCode, watch } = useCredentials('');
  const { busy, faute, run, setFaute } = useAct();
  const enrol = () =>
    run(() =>
      watch(terrain.enrol(code, credentials)).catch((error: unknown) => {
        if (error instanceof CodeRefused) setStep('code');
        throw error;
      }),
    );
  const ask = (to: 'code' | 'agent') => {
    setFaute(undefined);
    setStep(to);
  };
  if (step === 'code')
    return (
      <CodeStep code={code} setCode={setCode} faute={faute} setFaute={setFaute} next={() => ask('agent')} />
    );
  return (
    <Frame titre="Inscrire ce téléphone" sous="Étape 2 sur 2 : qui êtes-vous ?">
      <form onSubmit={submitted(enrol)}>
        <SignInFields credentials={credentials} change={change} asksCode={asksCode} />
        <p className={faute ? 'note posee rouge' : ''} role="alert">
          {faute}
        </p>
        <div className="quai">
          <button className="b p" type="submit" disabled={busy}>
            {busy ? 'Inscription…' : 'Inscrire ce téléphone'}
          </button>
          <button className="b" type="button" disabled={busy} onClick={() => ask('code')}>
            Changer le code
          </button>
        </div>
      </form>
    </Frame>
  );
}

interface CodeStepProps {
  code: string;
  setCode: (code: string) => void;
  faute: string | undefined;
  setFaute: (faute: string | undefined) => void;
  next: () => void;
}

function CodeStep({ code, setCode, faute, setFaute, next }: CodeStepProps) {
  const [scanning, setScanning] = useState(false);
  const scanned = (text: string) => {
    setScanning(false);
    const found = enrolmentCodeOf(text);
    if (!found) return setFaute(OTHER_QR);
    setCode(found);
    next();
  };
  const type = (text: string) => {
    setFaute(undefined);
    setCode(text);
  };
  return (
    <Frame titre="Inscrire ce téléphone" sous="Étape 1 sur 2 : le code">
      <form onSubmit={submitted(next)}>
        <CodeField code={code} onCode={type} faute={faute} />
        {scanning && <Scanner onRead={scanned} onClose={() => setScanning(false)} />}
        <div className="quai">
          {canReadCodes() && !scanning && (
            <button className="b" type="button" onClick={() => setScanning(true)}>
              <Icon name="scan" />
              Scanner le QR du bureau
            </button>
          )}
          <button className="b p" type="submit" disabled={!isWholeCode(code)}>
            Continuer
          </button>
        </div>
      </form>
    </Frame>
  );
}

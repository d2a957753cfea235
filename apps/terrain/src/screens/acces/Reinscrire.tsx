/** Enrols a phone again after the office gave its device a new code: what it holds is kept and sent. */
import { useState } from 'react';
import { useTerrain } from '#src/ui/context.ts';
import { CodeField, isWholeCode } from '#src/ui/CodeField.tsx';
import { count } from '#src/ui/text.ts';
import { useAct } from '#src/ui/use-act.ts';
import { useCredentials } from '#src/ui/use-credentials.ts';
import { SignInFields } from './Connexion.tsx';

export function Reinscrire() {
  const { terrain, etat } = useTerrain();
  const [code, setCode] = useState('');
  const { credentials, change, asksCode, watch } = useCredentials(etat.appareil?.agent.username ?? '');
  const { busy, faute, run } = useAct();
  const waiting = etat.remise.copies + etat.remise.autres;
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        run(() => watch(terrain.enrolAgain(code, credentials)));
      }}
    >
      {waiting > 0 && (
        <h2 className="tete">
          {count(waiting, 'acte attend sur ce téléphone', 'actes attendent sur ce téléphone')}
        </h2>
      )}
      <CodeField code={code} onCode={setCode} />
      <SignInFields credentials={credentials} change={change} asksCode={asksCode} />
      <p className={faute ? 'note posee rouge' : ''} role="alert">
        {faute}
      </p>
      <div className="quai">
        <button className="b p" type="submit" disabled={busy || !isWholeCode(code)}>
          {busy ? 'Inscription…' : 'Remettre en service et envoyer'}
        </button>
      </div>
    </form>
  );
}

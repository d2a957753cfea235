/** Sign-in, enrolment of the phone, and the first download. */
import { LONGUEUR_CODE, normaliserCode } from '@octroi/contract/terrain/rules';
import { type ReactNode, type SubmitEvent, useState } from 'react';
import { MESSAGES } from '#src/model/terrain.ts';
import { useTerrain } from '#src/ui/context.ts';
import { Field } from '#src/ui/Field.tsx';
import { NewVersion } from '#src/ui/Page.tsx';
import { count } from '#src/ui/text.ts';
import { useAct } from '#src/ui/use-act.ts';
import { Remettre } from './Remettre.tsx';

const submitted =
  (act: () => void) =>
  (event: SubmitEvent): void => {
    event.preventDefault();
    act();
  };

export function Frame({ titre, sous, children }: { titre: string; sous?: string; children: ReactNode }) {
  const { etat } = useTerrain();
  return (
    <div className="page">
      <header className="barre">
        <h1>
          {titre}
          {sous && <small>{sous}</small>}
        </h1>
      </header>
      {etat.nouvelleVersion && <NewVersion />}
      <main className="corps">{children}</main>
    </div>
  );
}

export function Connexion() {
  const { terrain, etat } = useTerrain();
  const [pseudo, setPseudo] = useState(etat.pseudo ?? '');
  const [password, setPassword] = useState('');
  const [ancien, setAncien] = useState('');
  const [code, setCode] = useState('');
  const { busy, faute, run } = useAct();
  const [extraFields, setExtraFields] = useState({ ancien: false, code: false });
  const signIn = () =>
    run(() =>
      terrain
        .signIn(pseudo, password, { ...(ancien && { ancien }), ...(code && { code }) })
        .catch((error: unknown) => {
          if (error instanceof Error) {
            if (error.message === MESSAGES.change) setExtraFields((before) => ({ ...before, ancien: true }));
            if ('code' in error && String(error.code).startsWith('second-facteur'))
              setExtraFields((before) => ({ ...before, code: true }));
          }
          throw error;
        }),
    );
  return (
    <Frame titre="Octroi Terrain" sous="Avec ou sans réseau">
      <form onSubmit={submitted(signIn)}>
        <Field
          label="Pseudo"
          name="username"
          autoComplete="username"
          autoCapitalize="none"
          required
          value={pseudo}
          onValue={setPseudo}
        />
        <Field
          label="Mot de passe"
          name="password"
          type="password"
          autoComplete="current-password"
          required
          value={password}
          onValue={setPassword}
        />
        {extraFields.ancien && (
          <Field label="Ancien mot de passe" type="password" value={ancien} onValue={setAncien} />
        )}
        {extraFields.code && (
          <Field label="Code de vérification" inputMode="numeric" value={code} onValue={setCode} />
        )}
        <p className={faute ? 'note posee rouge' : ''} role="alert">
          {faute}
        </p>
        <div className="quai">
          <button className="b p" type="submit" disabled={busy}>
            {busy ? 'Ouverture…' : 'Se connecter'}
          </button>
        </div>
        <Remettre />
      </form>
    </Frame>
  );
}

export function Inscription({ code: codeFromAddress }: { code: string | undefined }) {
  const { terrain, etat } = useTerrain();
  const [code, setCode] = useState(codeFromAddress ?? '');
  const { busy, faute, run } = useAct();
  const complete = normaliserCode(code).length === LONGUEUR_CODE;
  return (
    <Frame titre="Inscrire ce téléphone" {...(etat.pseudo && { sous: etat.pseudo })}>
      <form onSubmit={submitted(() => run(() => terrain.enrol(code)))}>
        <Field
          label="Code donné par le bureau"
          aide={`${LONGUEUR_CODE} lettres et chiffres. Il sert une fois, dans les vingt-quatre heures.`}
          autoCapitalize="characters"
          autoComplete="one-time-code"
          spellCheck={false}
          value={code}
          onValue={setCode}
        />
        <p className={faute ? 'note posee rouge' : ''} role="alert">
          {faute}
        </p>
        <div className="quai">
          <button className="b p" type="submit" disabled={busy || !complete}>
            {busy ? 'Inscription…' : 'Inscrire'}
          </button>
          <button className="b" type="button" onClick={() => void terrain.signOut()}>
            Se déconnecter
          </button>
        </div>
      </form>
    </Frame>
  );
}

export function PremiereReception() {
  const { terrain, etat } = useTerrain();
  const message =
    etat.erreur ?? (etat.horsLigne ? 'Le réseau manque. La réception reprendra où elle en est.' : null);
  return (
    <Frame titre="Réception des fiches" {...(etat.appareil && { sous: etat.appareil.nom })}>
      <div>
        <p className="vide" role="status">
          <b>{count(etat.recues ?? 0, 'contribuable reçu', 'contribuables reçus')}</b>
          Une seule fois ; ensuite, seuls les changements viennent.
        </p>
        <div className="champ">
          <progress aria-label="Réception" />
        </div>
        {message && <p className="note posee ambre">{message}</p>}
        <div className="quai">
          <button className="b" disabled={etat.enEnvoi} onClick={() => void terrain.synchronise()}>
            Réessayer
          </button>
        </div>
      </div>
    </Frame>
  );
}

export const Efface = () => (
  <Frame titre="Ce téléphone est vidé">
    <p className="vide">
      <b>Le bureau a fait effacer cet appareil.</b>
      Rien n’y est plus gardé. Pour travailler à nouveau, demandez un code au bureau, puis rouvrez cette page.
    </p>
  </Frame>
);

/** Shown first after a loss of data: what was not sent exists only on the printed receipts. */
export function Perdu() {
  const { terrain, etat } = useTerrain();
  const attente = etat.trace?.attente ?? 0;
  return (
    <Frame titre="Ce téléphone a perdu ce qu’il gardait" {...(etat.trace && { sous: etat.trace.appareil })}>
      <div>
        <p className="note posee rouge" role="alert">
          {attente > 0
            ? `${count(attente, 'acte n’était pas envoyé et est perdu', 'actes n’étaient pas envoyés et sont perdus')} : portez au bureau l’argent et les numéros des reçus donnés.`
            : 'Tout avait été envoyé : rien n’est perdu pour le bureau.'}
        </p>
        <p className="vide">
          La mémoire du navigateur a été vidée, par lui ou par quelqu’un. Le bureau donne un nouveau code pour
          inscrire ce téléphone.
        </p>
        <div className="quai">
          <button className="b p" onClick={() => terrain.beginAnew()}>
            J’ai compris
          </button>
        </div>
      </div>
    </Frame>
  );
}

/** Sign-in on an enrolled phone, the first download, and the end of a phone's data. */
import { type ReactNode, useState } from 'react';
import { Locked } from '#src/model/acces/deverrouillage.ts';
import type { Credentials } from '#src/platform/exchange/session.ts';
import { useTerrain } from '#src/ui/context.ts';
import { Field } from '#src/ui/Field.tsx';
import { NewVersion } from '#src/ui/Page.tsx';
import { count } from '#src/ui/text.ts';
import { useAct } from '#src/ui/use-act.ts';
import { useCredentials } from '#src/ui/use-credentials.ts';
import { Liberer } from './Liberer.tsx';
import { Remettre } from './Remettre.tsx';

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

interface SignInFieldsProps {
  credentials: Credentials;
  change: (part: Partial<Credentials>) => void;
  /** Whether the account asks for the code of a second factor. */
  asksCode: boolean;
}

export const SignInFields = ({ credentials, change, asksCode }: SignInFieldsProps) => (
  <>
    <Field
      label="Pseudo ou adresse e-mail"
      name="username"
      autoComplete="username"
      autoCapitalize="none"
      required
      value={credentials.identifiant}
      onValue={(identifiant) => change({ identifiant })}
    />
    <Field
      label="Mot de passe"
      name="password"
      type="password"
      autoComplete="current-password"
      required
      value={credentials.password}
      onValue={(password) => change({ password })}
    />
    {asksCode && (
      <Field
        label="Code de vérification"
        inputMode="numeric"
        value={credentials.code ?? ''}
        onValue={(code) => change({ code })}
      />
    )}
  </>
);

export function Connexion() {
  const { terrain, etat } = useTerrain();
  const { credentials, change, asksCode, watch } = useCredentials(etat.pseudo ?? '');
  const [ancien, setAncien] = useState('');
  const [locked, setLocked] = useState<Locked>();
  const { busy, faute, run } = useAct();
  const signIn = () =>
    run(() =>
      watch(terrain.signIn(credentials, ancien || undefined)).catch((error: unknown) => {
        if (error instanceof Locked) setLocked(error);
        throw error;
      }),
    );
  return (
    <Frame titre="Octroi Terrain" sous="Avec ou sans réseau">
      <form
        onSubmit={(event) => {
          event.preventDefault();
          signIn();
        }}
      >
        <SignInFields credentials={credentials} change={change} asksCode={asksCode} />
        {locked?.owner && (
          <Field label="Ancien mot de passe" type="password" value={ancien} onValue={setAncien} />
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
        {locked && (
          <Liberer
            remet
            raison={locked.owner ? 'Vous n’avez plus l’ancien mot de passe ?' : 'Changer d’agent'}
            release={(sansPhotos, code) => terrain.release(credentials, sansPhotos, code)}
          />
        )}
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

/** What is stored cannot be read: it may be readable once the browser has been restarted. */
export const Illisible = () => (
  <Frame titre="Octroi ne s’ouvre pas">
    <p className="vide" role="alert">
      <b>Ce téléphone n’arrive pas à lire ce qu’il garde.</b>
      N’effacez ni l’application ni les données du navigateur : ce qui n’est pas encore envoyé y est. Rouvrez
      l’application ; si cela se répète, redémarrez le téléphone, puis prévenez le bureau.
    </p>
    <div className="quai">
      <button className="b p" onClick={() => location.reload()}>
        Rouvrir l’application
      </button>
    </div>
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

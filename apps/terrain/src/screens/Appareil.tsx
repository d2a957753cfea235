/** What waits to be sent, the last exchanges, and the owner of the phone. */
import { TYPE_COMMANDE_WORDS } from '@octroi/contract/terrain/rules';
import { useEffect, useState } from 'react';
import type { Etat } from '#src/model/etat.ts';
import { concernsOf } from '#src/model/concerne.ts';
import { instantOf } from '#src/model/instants.ts';
import type { Entry } from '#src/platform/log/log.ts';
import { VERSION } from '#src/platform/device/version.ts';
import { useTerrain } from '#src/ui/context.ts';
import { Field } from '#src/ui/Field.tsx';
import { Page } from '#src/ui/Page.tsx';
import { count, instantText } from '#src/ui/text.ts';
import { useAct } from '#src/ui/use-act.ts';
import { ChoisirCode } from './acces/CodeCourt.tsx';
import { Liberer } from './acces/Liberer.tsx';

export function Appareil() {
  const { terrain, etat } = useTerrain();
  const waiting = etat.entries.filter((entry) => entry.etat === 'attente');
  const refused = etat.entries.filter((entry) => entry.etat === 'refuse');
  return (
    <Page
      titre="Envoi"
      {...(etat.appareil && { sous: `${etat.appareil.nom}, ${etat.appareil.code}` })}
      retour
      quai={
        <button className="b p" disabled={etat.enEnvoi} onClick={() => void terrain.synchronise()}>
          {etat.enEnvoi ? 'Envoi…' : 'Envoyer maintenant'}
        </button>
      }
    >
      {etat.aReconnecter && <Reconnect />}
      <h2 className="tete">
        {waiting.length === 0
          ? 'Rien n’attend'
          : count(waiting.length, 'acte en attente', 'actes en attente')}
        {etat.photosEnAttente > 0 && <small>{count(etat.photosEnAttente, 'photo', 'photos')}</small>}
      </h2>
      <Entries entries={waiting} etat={etat} />
      {refused.length > 0 && (
        <>
          <h2 className="tete">{count(refused.length, 'refusé par le bureau', 'refusés par le bureau')}</h2>
          <Entries entries={refused} etat={etat} />
        </>
      )}
      <Facts etat={etat} />
      <Leaving etat={etat} />
    </Page>
  );
}

function Entries({ entries, etat }: { entries: readonly Entry[]; etat: Etat }) {
  return (
    <ul>
      {entries.map((entry) => (
        <li className="ligne" key={entry.sequence}>
          <span>
            <b>
              {TYPE_COMMANDE_WORDS[entry.type]}
              {entry.type === 'paiement' && ` ${entry.corps.recu}`}
            </b>
            {concernsOf(entry, etat) && <span className="nom">{concernsOf(entry, etat)}</span>}
            <small>{instantText(instantOf(entry))}</small>
            {entry.reponse?.message && <small>{entry.reponse.message}</small>}
          </span>
        </li>
      ))}
    </ul>
  );
}

function Reconnect() {
  const { terrain } = useTerrain();
  const [password, setPassword] = useState('');
  const { busy, faute, run } = useAct();
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        run(() => terrain.reconnect(password));
      }}
    >
      <Field
        label="Mot de passe"
        type="password"
        autoComplete="current-password"
        aide="Votre session est terminée : le bureau veut vous reconnaître avant de recevoir."
        value={password}
        onValue={setPassword}
        faute={faute}
      />
      <div className="quai">
        <button className="b p" type="submit" disabled={busy || !password}>
          Se reconnecter
        </button>
      </div>
    </form>
  );
}

/** Whether the browser guarantees the storage. */
function usePersisted(): boolean | undefined {
  const [persisted, setPersisted] = useState<boolean>();
  useEffect(() => {
    void navigator.storage?.persisted?.().then(setPersisted);
  }, []);
  return persisted;
}

function Facts({ etat }: { etat: Etat }) {
  const persisted = usePersisted();
  return (
    <section>
      <h2 className="tete">Ce téléphone</h2>
      <div className="ligne">
        <span>
          <b>{etat.appareil?.agent.fullName}</b>
          <small>{etat.appareil?.entite.nom}</small>
        </span>
      </div>
      <div className="ligne">
        <span>
          <b>{count(etat.personnes.size, 'fiche', 'fiches')}</b>
          <small>
            {etat.finieLe
              ? `Reçues le ${instantText(new Date(etat.finieLe).toISOString())}`
              : 'Pas encore reçues'}
          </small>
        </span>
      </div>
      {persisted === false && (
        <p className="note ambre">
          Le navigateur pourrait vider ce téléphone s’il manque de place : installez l’application et envoyez
          souvent.
        </p>
      )}
      <div className="ligne">
        <span>
          <small>Version {VERSION}</small>
        </span>
      </div>
    </section>
  );
}

function Leaving({ etat }: { etat: Etat }) {
  const { terrain } = useTerrain();
  return (
    <>
      <div className="quai">
        <button className="b" onClick={() => void terrain.signOut()}>
          Verrouiller
        </button>
      </div>
      <ChoisirCode />
      <Liberer
        raison="Changer d’agent"
        disabled={etat.enEnvoi}
        release={(sansPhotos) => terrain.changeAgent(sansPhotos)}
      />
    </>
  );
}

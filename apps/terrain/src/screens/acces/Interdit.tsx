/** Replaces every screen of a blocked phone: only a handover is possible. */
import type { Interdit } from '#src/platform/exchange/standing.ts';
import { INTERDIT_MESSAGES } from '#src/model/terrain.ts';
import { useTerrain } from '#src/ui/context.ts';
import { count } from '#src/ui/text.ts';
import { Frame } from './Connexion.tsx';
import { Liberer } from './Liberer.tsx';
import { Reinscrire } from './Reinscrire.tsx';
import { Remettre } from './Remettre.tsx';

export function InterditScreen({ pourquoi }: { pourquoi: Interdit }) {
  const { terrain, etat } = useTerrain();
  const { titre, texte } = INTERDIT_MESSAGES[pourquoi];
  const waits = pourquoi !== 'attendu' && etat.remise.copies === 0 && etat.remise.autres > 0;
  return (
    <Frame titre={titre} {...(etat.appareil && { sous: `${etat.appareil.nom}, ${etat.appareil.code}` })}>
      <div>
        <p className="note posee rouge" role="alert">
          {texte}
        </p>
        {pourquoi === 'attendu' ? <Reinscrire /> : <Remettre />}
        {waits && (
          <p className="note ambre">
            {count(etat.remise.autres, 'acte partira', 'actes partiront')} dès que le bureau aura débloqué ce
            téléphone.
          </p>
        )}
        {etat.horsLigne !== null && <p className="note">Le réseau manque : le bureau n’a pas répondu.</p>}
        <div className="quai">
          <button className="b" disabled={etat.enEnvoi} onClick={() => void terrain.synchronise()}>
            {etat.enEnvoi ? 'Question au bureau…' : 'Demander au bureau'}
          </button>
          <button className="b" onClick={() => void terrain.signOut()}>
            Verrouiller
          </button>
        </div>
        {etat.remise.copies + etat.remise.autres === 0 && (
          <Liberer raison="Libérer ce téléphone" release={(sansPhotos) => terrain.changeAgent(sansPhotos)} />
        )}
      </div>
    </Frame>
  );
}

/** The first use, explained in six cards that can be heard where the collectivité has added the sound. */
import { useEffect, useState } from 'react';
import { goInstead } from '#src/platform/address.ts';
import { useTerrain } from '#src/ui/context.ts';
import { Icon } from '#src/ui/Icon.tsx';
import { Page } from '#src/ui/Page.tsx';
import { useAct } from '#src/ui/use-act.ts';
import { usePractice } from '#src/ui/practice.ts';
import { A_RELIRE, CARTES, type Langue, LANGUES } from '#src/platform/voix/consignes.ts';
import { soundOf } from '#src/platform/voix/sound.ts';

const CHOICE = 'octroi.terrain.langue';
const chosenLangue = (): Langue => {
  const stored = localStorage.getItem(CHOICE);
  return stored && stored in LANGUES ? (stored as Langue) : 'fr';
};

export function Cartes({ rang }: { rang: number }) {
  const [langue, setLangue] = useState(chosenLangue);
  const { begin } = usePractice();
  const { busy, run } = useAct();
  const at = Math.min(Math.max(rang, 1), CARTES.length);
  const { cle, icon, titre, textes } = CARTES[at - 1]!;
  const choose = (each: Langue) => {
    localStorage.setItem(CHOICE, each);
    setLangue(each);
  };
  const last = at === CARTES.length;
  return (
    <Page
      titre="Comment faire"
      sous={`Carte ${at} sur ${CARTES.length}`}
      retour={() => goInstead(at === 1 ? '/aujourdhui' : `/cartes/${at - 1}`)}
      quai={
        last ? (
          <>
            <button className="b" disabled={busy} onClick={() => run(begin)}>
              S’exercer avec des personnes inventées
            </button>
            <a className="b p" href="#/aujourdhui">
              J’ai compris
            </a>
          </>
        ) : (
          <a className="b p" href={`#/cartes/${at + 1}`}>
            Suivant
          </a>
        )
      }
    >
      <div className="choix mots" role="group" aria-label="Langue">
        {(Object.keys(LANGUES) as Langue[]).map((each) => (
          <button
            key={each}
            className="o mot"
            aria-pressed={each === langue ? 'true' : 'false'}
            onClick={() => choose(each)}
          >
            {LANGUES[each].nom}
          </button>
        ))}
      </div>
      <section className="carte" aria-label={titre}>
        <Icon name={icon} />
        <h2>{titre}</h2>
        <p lang={langue}>{textes[langue]}</p>
        {!LANGUES[langue].relu && <small>{A_RELIRE}</small>}
      </section>
      <Listen key={`${langue}/${cle}`} langue={langue} cle={cle} />
    </Page>
  );
}

/** Shown only where there is a sound for it. */
function Listen({ langue, cle }: { langue: Langue; cle: string }) {
  const { etat } = useTerrain();
  const [sound, setSound] = useState<string>();
  const offline = etat.horsLigne !== null;
  useEffect(() => {
    let gone = false;
    void soundOf(langue, cle, offline).then((found) => {
      if (!gone) setSound(found);
    });
    return () => {
      gone = true;
    };
  }, [langue, cle, offline]);
  if (!sound) return null;
  return (
    <div className="champ">
      <span>Écouter</span>
      <audio controls src={sound} />
    </div>
  );
}

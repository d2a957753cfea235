import { useEffect, useState } from 'react';
import { useReducedMotion } from '@mantine/hooks';
import { IconPlayerPauseFilled, IconPlayerPlayFilled } from '@tabler/icons-react';
import classes from './Slogans.module.css';

const PERIOD_MS = 7000;

const SLOGANS = [
  {
    title: 'Payez vos taxes en ligne, simplifiez vos démarches.',
    text: 'Le suivi des contribuables, des assiettes et des encaissements de votre collectivité, au franc près.',
  },
  {
    title: 'Une taxe payée en ligne, une file d’attente en moins.',
    text: 'Orange Money, Moov Money, virement ou carte : chaque paiement arrive avec sa référence et son reçu.',
  },
  {
    title: 'Vos démarches administratives, où que vous soyez.',
    text: 'De l’enrôlement sur le terrain au relevé annuel, tout se suit au même endroit.',
  },
] as const;

/** Rotating slogans; the person may pause them, and reduced motion stops them. */
export function Slogans() {
  const [index, setIndex] = useState(0);
  const [paused, setPaused] = useState(false);
  const still = useReducedMotion(undefined, { getInitialValueInEffect: false });
  const turning = !paused && !still;

  useEffect(() => {
    if (!turning) return;
    const timer = setInterval(() => setIndex((now) => (now + 1) % SLOGANS.length), PERIOD_MS);
    return () => clearInterval(timer);
  }, [turning, index]);

  const slogan = SLOGANS[index] ?? SLOGANS[0];
  return (
    <>
      <div key={index} className={classes.slogan}>
        <p className={classes.title}>{slogan.title}</p>
        <p className={classes.text}>{slogan.text}</p>
      </div>
      <div className={classes.dots}>
        {SLOGANS.map(({ title }, each) => (
          <button
            key={title}
            type="button"
            className={classes.dot}
            aria-label={`Message ${each + 1} sur ${SLOGANS.length}`}
            aria-current={each === index}
            onClick={() => setIndex(each)}
          />
        ))}
        {still ? null : (
          <button
            type="button"
            className={classes.pause}
            aria-label={paused ? 'Faire défiler les messages' : 'Arrêter le défilement des messages'}
            onClick={() => setPaused(!paused)}
          >
            {paused ? <IconPlayerPlayFilled size={12} /> : <IconPlayerPauseFilled size={12} />}
          </button>
        )}
      </div>
    </>
  );
}

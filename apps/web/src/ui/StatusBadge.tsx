import { flagText } from '@octroi/contract/columns';
import classes from './StatusBadge.module.css';

type Tone = 'green' | 'amber' | 'blue' | 'red' | 'gray';

const TONES: Record<string, Tone> = {
  Active: 'green',
  Ouvert: 'green',
  Validé: 'green',
  Confirmé: 'green',
  Soldé: 'green',
  Corrigé: 'amber',
  Avance: 'amber',
  'En attente de confirmation': 'amber',
  Enrolé: 'blue',
  inactive: 'red',
  Failed: 'red',
};

/** A state as a soft badge: always a word, its colour only helps. A flag reads Active or inactive. */
export function StatusBadge({ status }: { status: string | boolean }) {
  const word = typeof status === 'boolean' ? flagText(status) : status;
  return (
    <span className={classes.badge} data-tone={TONES[word] ?? 'gray'}>
      {word}
    </span>
  );
}

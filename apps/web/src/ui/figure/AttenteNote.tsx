import { type Attente, attenteText } from '@octroi/contract/paiements/attente';
import { IconHourglass } from '@tabler/icons-react';
import classes from './AttenteNote.module.css';

/** Beside what somebody owes, the payments that wait for a confirmation; nothing where none does. */
export function AttenteNote({ attentes }: { attentes: readonly Attente[] }) {
  const text = attenteText(attentes);
  return text ? (
    <p className={classes.note}>
      <IconHourglass size={16} aria-hidden /> {text}
    </p>
  ) : null;
}

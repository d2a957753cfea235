import { type Attente, attenteText } from '@octroi/contract/paiements/attente';
import { IconHourglass } from '@tabler/icons-react';
import classes from './AttenteNote.module.css';

/** Payments waiting for confirmation, shown next to an amount due; hidden if there are none. */
export function AttenteNote({ attentes }: { attentes: readonly Attente[] }) {
  const text = attenteText(attentes);
  return text ? (
    <p className={classes.note}>
      <IconHourglass size={16} aria-hidden /> {text}
    </p>
  ) : null;
}

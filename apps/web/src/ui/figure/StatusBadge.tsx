import { flagText } from '@octroi/contract/platform/listing/columns';
import { toneOf } from '@octroi/contract/platform/chart/tones';
import classes from './StatusBadge.module.css';

/** A state as a badge: always a word, the colour only supports it. A flag reads « Active » or « inactive ». */
export function StatusBadge({ status }: { status: string | boolean }) {
  const word = typeof status === 'boolean' ? flagText(status) : status;
  return (
    <span className={classes.badge} data-tone={toneOf(word)}>
      {word}
    </span>
  );
}

import { useState } from 'react';
import type { ContribuableRow } from '@octroi/contract/contribuables/contribuables';
import classes from './Contribuable.module.css';

/** The taxpayer's photo, or initials. */
export function Portrait({ row: { photo, fullName } }: { row: Pick<ContribuableRow, 'photo' | 'fullName'> }) {
  const [missing, setMissing] = useState(false);
  if (!photo || missing)
    return (
      <span className={classes.portrait} aria-hidden>
        {initials(fullName)}
      </span>
    );
  return (
    <img
      className={classes.portrait}
      src={`/uploads/${photo.replace('.jpg', '-mini.jpg')}`}
      alt=""
      onError={() => setMissing(true)}
    />
  );
}

/** Initials of the last and the first word: GD for `Dicko Gorko`. */
const initials = (name: string): string => {
  const words = name.split(/\s+/).filter(Boolean);
  return [words.at(-1), words.length > 1 ? words[0] : undefined]
    .map((word) => word?.charAt(0) ?? '')
    .join('')
    .toUpperCase();
};

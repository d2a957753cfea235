import { useState } from 'react';
import type { ContribuableRow } from '@octroi/contract/contribuables/contribuables';
import classes from './Contribuable.module.css';

/** The taxpayer's photo, or the initials where there is none. */
export function Portrait({ row: { photo, nom, prenom } }: { row: ContribuableRow }) {
  const [missing, setMissing] = useState(false);
  if (!photo || missing)
    return (
      <span className={classes.portrait} aria-hidden>
        {`${prenom.charAt(0)}${nom.charAt(0)}`.toUpperCase()}
      </span>
    );
  return (
    <img className={classes.portrait} src={`/uploads/${photo}`} alt="" onError={() => setMissing(true)} />
  );
}

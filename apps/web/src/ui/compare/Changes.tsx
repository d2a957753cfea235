import type { ReactNode } from 'react';
import { champLabel } from '@octroi/contract/administration/journal/journal-words';
import { useSession } from '#src/platform/session.ts';
import { compare } from './compare.ts';
import { type Noms, valueText } from './value-text.ts';
import classes from './Changes.module.css';

interface ChangesProps {
  avant: unknown;
  apres: unknown;
  /** Accessible name of the table. */
  label: string;
  /** Names of referenced records. */
  noms?: Noms;
}

/** A record before and after an act; on a phone the two values of a field are stacked. */
export function Changes({ avant: before, apres: after, label, noms }: ChangesProps) {
  const fields = compare(before, after);
  const { timeZone } = useSession();
  if (fields.length === 0) return <p className={classes.none}>Cet acte ne porte aucun champ.</p>;
  const shown = (value: unknown, champ: string): ReactNode =>
    valueText(value, timeZone, champ, noms) ?? <span className={classes.nothing}>–</span>;
  return (
    <table className={classes.fields} aria-label={label}>
      <thead>
        <tr>
          <th scope="col">Champ</th>
          <th scope="col">Avant</th>
          <th scope="col">Après</th>
        </tr>
      </thead>
      <tbody>
        {fields.map(({ champ, avant, apres, change }) => (
          <tr key={champ} data-change={change}>
            <th scope="row">
              {champLabel(champ)}
              {change && change !== 'inchangé' ? <em>{change}</em> : null}
            </th>
            <td data-label="Avant">{shown(avant, champ)}</td>
            <td data-label="Après">{shown(apres, champ)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

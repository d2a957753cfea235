import { Select } from '@mantine/core';
import type { LigneText } from './values.ts';
import classes from './Saisie.module.css';

interface UneFoisSelectProps {
  ligne: LigneText;
  /** Accessible name of the line, where several stand side by side. */
  name?: string;
  error: string | undefined;
  size?: 'sm' | 'md';
  onChange: (ligne: LigneText) => void;
}

/** Whether a base enrolled again owes once more the taxes collected once: shown when the server asks. */
export function UneFoisSelect({ ligne, name, error, size = 'sm', onChange }: UneFoisSelectProps) {
  if (error === undefined && ligne.uneFois === undefined) return null;
  return (
    <div className={classes.encore}>
      <Select
        label="Taxe perçue une fois, déjà payée"
        aria-label={name === undefined ? undefined : `Taxe perçue une fois, déjà payée, ${name}`}
        withAsterisk
        size={size}
        placeholder="Choisir…"
        data={[
          { value: 'non', label: 'Pas due à nouveau' },
          { value: 'oui', label: 'Due à nouveau' },
        ]}
        value={ligne.uneFois === undefined ? null : ligne.uneFois ? 'oui' : 'non'}
        error={error}
        onChange={(value) => onChange({ ...ligne, uneFois: value === null ? undefined : value === 'oui' })}
      />
    </div>
  );
}

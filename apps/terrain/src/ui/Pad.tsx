/** A number pad of thumb size: the phone's keyboard would hide half of the screen. */
import { MAX_PAIEMENT } from '@octroi/contract/paiements/rules';
import { useState } from 'react';
import { Icon } from './Icon.tsx';

const KEYS = ['1', '2', '3', '4', '5', '6', '7', '8', '9', '000', '0'] as const;

export function Pad({ value, onValue }: { value: number; onValue: (value: number) => void }) {
  // the first digit replaces the proposed amount
  const [typed, setTyped] = useState<number>();
  const press = (digits: string) => {
    const next = Number(`${typed === value ? value : ''}${digits}`);
    // an extra digit is ignored instead of giving a wrong amount
    if (next > MAX_PAIEMENT) return;
    setTyped(next);
    onValue(next);
  };
  const erase = () => {
    const next = Math.floor(value / 10);
    setTyped(next);
    onValue(next);
  };
  return (
    <div className="pave" role="group" aria-label="Montant">
      {KEYS.map((digits) => (
        <button key={digits} type="button" onClick={() => press(digits)}>
          {digits}
        </button>
      ))}
      <button type="button" aria-label="Effacer un chiffre" onClick={erase}>
        <Icon name="erase" />
      </button>
    </div>
  );
}

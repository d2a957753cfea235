import { useState } from 'react';
import { TickBox } from '#src/ui/TickBox.tsx';
import { formatNumber } from '@octroi/contract/platform/values/money';

/** Ticked rows, whose sum is shown. */
export interface Ticks {
  all: readonly string[];
  ticked: ReadonlySet<string>;
  /** Sum of the ticked rows. */
  sum: number;
  set: (keys: readonly string[], on: boolean) => void;
}

/** @param rows of all pages, as key and value */
export function useTicks(rows: readonly (readonly [key: string, value: number])[]): Ticks {
  const all = rows.map(([key]) => key);
  const [stored, setStored] = useState<ReadonlySet<string>>(new Set());
  // the rows of another period are other rows
  const ticked = new Set(all.filter((key) => stored.has(key)));
  const set: Ticks['set'] = (keys, on) => {
    const next = new Set(ticked);
    for (const key of keys)
      if (on) next.add(key);
      else next.delete(key);
    setStored(next);
  };
  const sum = rows.reduce((total, [key, value]) => total + (ticked.has(key) ? value : 0), 0);
  return { all, ticked, sum, set };
}

export const TickAll = ({ all, ticked, set }: Ticks) => (
  <TickBox
    aria-label="Tout sélectionner"
    checked={all.length > 0 && ticked.size === all.length}
    indeterminate={ticked.size > 0 && ticked.size < all.length}
    disabled={all.length === 0}
    onChange={({ currentTarget }) => set(all, currentTarget.checked)}
  />
);

export const Tick = ({ ticks, tickKey, name }: { ticks: Ticks; tickKey: string; name: string }) => (
  <TickBox
    aria-label={`Sélectionner ${name}`}
    checked={ticks.ticked.has(tickKey)}
    onChange={({ currentTarget }) => ticks.set([tickKey], currentTarget.checked)}
  />
);

/** The sum of the ticked rows. */
export const TickedSum = ({ ticked, sum }: Ticks) =>
  ticked.size === 0 ? null : (
    <span role="status">
      {formatNumber(ticked.size)} {ticked.size > 1 ? 'lignes' : 'ligne'} : <b>{formatNumber(sum)}</b>
    </span>
  );

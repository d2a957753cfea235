import { expect, it } from 'vitest';
import { partsOfHash } from './address.ts';

it.each([
  ['#/fiche/12', ['fiche', '12']],
  ['', []],
  ['#//', []],
  ['#/fiche/a%20b', ['fiche', 'a b']],
  // a truncated or invalid escape
  ['#/fiche/%E0%A4', ['fiche', '%E0%A4']],
  ['#/%', ['%']],
  ['#code=%zz', ['code=%zz']],
])('the address %s is read, whatever it is', (hash, parts) => expect(partsOfHash(hash)).toEqual(parts));

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
])('any address can be read: %s', (hash, parts) => expect(partsOfHash(hash)).toEqual(parts));

import { describe, expect, it } from 'vitest';
import { partsOf } from './parts.ts';

describe('the search text for a taxpayer', () => {
  it.each([
    [
      'Bonkano  Djermakoye',
      [
        { kind: 'word', text: 'bonkano' },
        { kind: 'word', text: 'djermakoye' },
      ],
    ],
    ['89 40 04 02', [{ kind: 'digits', text: '89400402' }]],
    ['89.40-04.02', [{ kind: 'digits', text: '89400402' }]],
    ['+227 89 40 04 02', [{ kind: 'digits', text: '89400402' }]],
    ['0022789400402', [{ kind: 'digits', text: '89400402' }]],
    ['24', [{ kind: 'digits', text: '24' }]],
    ['NIA-000024', [{ kind: 'number', code: 'nia', rank: '24' }]],
    [
      'nia-24 issa',
      [
        { kind: 'number', code: 'nia', rank: '24' },
        { kind: 'word', text: 'issa' },
      ],
    ],
    ['12345/R', [{ kind: 'nif', text: '12345r' }]],
    ['12345 / r', [{ kind: 'nif', text: '12345r' }]],
    [
      'Import-Export',
      [
        { kind: 'word', text: 'import' },
        { kind: 'word', text: 'export' },
      ],
    ],
    [
      "N'Guigmi",
      [
        { kind: 'word', text: 'n' },
        { kind: 'word', text: 'guigmi' },
      ],
    ],
    [
      'Aïssa 89400402',
      [
        { kind: 'word', text: 'aissa' },
        { kind: 'digits', text: '89400402' },
      ],
    ],
    ['% _ &', []],
  ])('is split into parts: %s', (typed, parts) => {
    expect(partsOf(typed)).toEqual(parts);
  });
});

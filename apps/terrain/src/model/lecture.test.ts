import { groupedCode } from '@octroi/contract/impressions/code-piece';
import { expect, it } from 'vitest';
import { enrolmentCodeOf, searchTextOf } from './lecture.ts';

const code = '7K2M9ABCDEFGHJKMNPQR';
const recus = [{ code, numero: 'NIA-2026-A017-000001' }];

it('finds the receipt of this phone’s QR, or a number in another QR', () => {
  expect(searchTextOf(`https://commune.test/verifier/${groupedCode(code)}`, recus)).toBe(
    'NIA-2026-A017-000001',
  );
  expect(searchTextOf('Contribuable NIA-000887, Djermakoye', recus)).toBe('NIA-000887');
  expect(searchTextOf('https://x.test/recus?n=NIA-2026-A018-000042', recus)).toBe('NIA-2026-A018-000042');
});

it('keeps an unknown text as it is, also an invalid address', () => {
  expect(searchTextOf('Soumana 100 %', recus)).toBe('Soumana 100 %');
  expect(searchTextOf('https://commune.test/verifier/00000-00000-00000-00000', recus)).toBe(
    'https://commune.test/verifier/00000-00000-00000-00000',
  );
});

it.each([
  ['https://commune.test/terrain#code=7K2M9QXWPA', '7K2M9QXWPA'],
  ['7k2m9-qxwpa', '7K2M9QXWPA'],
  ['https://commune.test/verifier/00000-00000-00000-00000', undefined],
  ['Contribuable NIA-000887', undefined],
])('reads an enrolment code, and in no other QR: %s', (text, code) =>
  expect(enrolmentCodeOf(text)).toBe(code),
);

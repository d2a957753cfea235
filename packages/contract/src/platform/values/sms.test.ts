import { describe, expect, it } from 'vitest';
import { segmentsSms, smsDeRecu, texteSms } from './sms.ts';

describe('a text of an SMS', () => {
  it('has characters of the 7-bit alphabet only', () => {
    expect(texteSms('Reçu à l’hôtel de ville : fête, île, où, é è à, œuf')).toBe(
      "Recu à l'hotel de ville : fete, ile, où, é è à, oeuf",
    );
    expect(texteSms('1\u202f500\u00a0F')).toBe('1 500 F');
    expect(texteSms('漢 e\u0301')).toBe('? é');
  });
  it.each([
    ['a'.repeat(160), 1],
    ['a'.repeat(161), 2],
    ['a'.repeat(306), 2],
    ['a'.repeat(307), 3],
    ['€'.repeat(80), 1],
    ['€'.repeat(81), 2],
    [`${'a'.repeat(152)}€${'a'.repeat(151)}`, 2],
    [`${'a'.repeat(152)}€${'a'.repeat(152)}`, 3],
    ['', 1],
  ])('is billed by its length: %#', (texte, segments) => expect(segmentsSms(texte)).toBe(segments));
  it('of a receipt says what was received and where to verify it, in one message', () => {
    const texte = smsDeRecu({
      collectivite: 'Ville de Niamey',
      montant: 1_250_000,
      numeroRecu: 'NIA-2026-A017-000123',
      adresse: 'https://octroi.example/verifier/0123456789ABCDEFGHJK',
    });
    expect(texte).toBe(
      'Ville de Niamey : 1 250 000 F CFA recus. Recu NIA-2026-A017-000123. Vérifiez : https://octroi.example/verifier/0123456789ABCDEFGHJK',
    );
    expect(segmentsSms(texte)).toBe(1);
  });
});

import { formatFrancs } from '@octroi/contract/platform/values/money';
import { MAX_PAIEMENT } from '@octroi/contract/paiements/rules';
import { expect, it } from 'vitest';
import type { Paper } from './picture.ts';
import { SANS_VALEUR } from './stamp.ts';
import { ticketOf } from './ticket.ts';

const COLUMNS = 32;
const [ESC, GS, LF] = [0x1b, 0x1d, 0x0a];

const paper = (name: string, montant: number): Paper => ({
  collectivite: `Commune urbaine de ${name}`,
  numero: 'NIA-2026-A017-000001',
  montant,
  moyen: 'Orange Money',
  titre: 'Reçu provisoire',
  reserve: 'Sous réserve de confirmation par l’opérateur.',
  contribuable: `${name}\nNIA-001234`,
  lieu: name,
  reste: formatFrancs(montant),
  agent: name,
  jour: '26/11/2026 à 10:41',
  exercice: false,
  annule: true,
  adresse: 'https://octroi.example/verifier/MWMWM-WMWMW-MWMWM-WMWMW',
  code: 'MWMWM-WMWMW-MWMWM-WMWMW',
});

/** The printed lines, each with the columns it occupies. */
function linesOf(bytes: Uint8Array): { text: string; columns: number }[] {
  const lines: { text: string; columns: number }[] = [];
  let [text, columns, wide] = ['', 0, 1];
  for (let at = 0; at < bytes.length; at++) {
    const byte = bytes[at] as number;
    if (byte === ESC) at += bytes[at + 1] === 0x40 ? 1 : 2;
    else if (byte === GS && bytes[at + 1] === 0x21) {
      wide = ((bytes[at + 2] as number) >> 4) + 1;
      at += 2;
    } else if (byte === GS && bytes[at + 1] === 0x28)
      // a QR code, preceded by its length
      at += 4 + (bytes[at + 3] as number) + 256 * (bytes[at + 4] as number);
    else if (byte === GS) at += 2;
    else if (byte === LF) {
      if (text.trim()) lines.push({ text: text.trim(), columns });
      [text, columns] = ['', 0];
    } else if (byte >= 0x20) {
      text += String.fromCharCode(byte);
      columns += wide;
    }
  }
  return lines;
}

const NAMES = ['Issa', 'ɓaɗo Ƙƙƴŋɲ', 'Établissements Abdoul-Wahabou Souleymane Moussa et Frères, Boukoki 1'];

it.each(
  NAMES.flatMap((name) => [1, 250_000, 12_500_000, MAX_PAIEMENT].map((montant) => [name, montant] as const)),
)(
  'a receipt of %s over %i francs fits its paper, with its amount complete on one line',
  async (name, montant) => {
    const lines = linesOf(await ticketOf(paper(name, montant)));
    for (const { text, columns } of lines) expect(columns, text).toBeLessThanOrEqual(COLUMNS);
    const amount = formatFrancs(montant).replaceAll(/\s/gu, ' ');
    // received, and left to pay
    expect(lines.filter(({ text }) => text === amount)).toHaveLength(2);
    // printed at the top and at the bottom
    expect(lines.filter(({ text }) => /^\* ANNUL. \*$/.test(text))).toHaveLength(2);
    expect(lines.some(({ text }) => text.includes('?'))).toBe(false);
  },
);

it('a ticket of a practice says that it is worth nothing, at the top and at the bottom, and has no QR', async () => {
  const bytes = await ticketOf({ ...paper('Issa', 500), annule: false, exercice: true });
  const lines = linesOf(bytes);
  expect(lines.filter(({ text }) => text === '* EXERCICE *')).toHaveLength(2);
  expect(lines.filter(({ text }) => text === SANS_VALEUR)).toHaveLength(2);
  for (const { text, columns } of lines) expect(columns, text).toBeLessThanOrEqual(COLUMNS);
  expect(lines.map(({ text }) => text)).not.toContain(paper('Issa', 500).code);
});

import { type ContribuableRow, DOCUMENT_IDS } from '@octroi/contract';
import { describe, expect, it } from 'vitest';
import { readPdf } from '#src/platform/pdf/testing/pdf.ts';
import { testApp, TODAY } from '#src/testing/app.ts';
import { deliverNotices } from '#src/testing/avis-remis.ts';
import { fileOf } from '#src/testing/files/files.ts';
import { totals, sum, papersOf } from '../testing/documents.ts';

const octroi = await testApp();
const { signIn, query } = octroi;
const superadmin = await signIn('superadmin');
await deliverNotices(query, TODAY);
const { listed } = papersOf(octroi, superadmin);

describe('a list printed by place', () => {
  const NIAMEY = 'entite=1&betail=0';
  /** The parts of a paper: their heads, with the numbers that stand under each; and what each comes to. */
  function partsOf(texts: readonly string[], rows: ReadonlyMap<string, unknown>) {
    const lines = texts.map((text) => text.replaceAll('\u202f', ''));
    const parts: { title: string; numbers: string[]; sums: string[] }[] = [];
    let numbers: string[] = [];
    for (const [index, text] of lines.entries()) {
      if (rows.has(text)) numbers.push(text);
      const [, title] = /^Sous-total : \d+ lignes?, (.*)$/.exec(text) ?? [];
      if (title === undefined) continue;
      parts.push({ title, numbers, sums: lines.slice(index + 1, index + 4) });
      numbers = [];
    }
    return parts;
  }

  it.each([
    ['quartier', 'liste-des-contribuables', 2],
    ['secteur', 'liste-des-contribuables', 4],
    ['quartier', 'situation-des-contribuables', 2],
  ] as const)(
    'by %s, %s has each row under its place, in its order, with subtotals that add up',
    async (groupe, document, depth) => {
      const order = 'orderBy=contrib.numKlis&sortOrder=asc';
      const rows = await listed<ContribuableRow>('contribuables', `${NIAMEY}&${order}`);
      const byNumber = new Map(rows.map((row) => [row.numKlis, row]));
      const url = `/v2/impressions/${document}?groupe=${groupe}&emargement=1`;
      const { bytes, status } = await fileOf(octroi, 'superadmin', url, { query: `${NIAMEY}&${order}` });
      expect(status, bytes.toString()).toBe(200);
      const texts = readPdf(bytes).pages.flat();
      expect(texts).toContain('Émargement');
      expect(texts).toContain(`Ordre : par ${groupe}, puis Numéro, croissant`);
      const expected = new Map<string, ContribuableRow[]>();
      for (const row of rows) {
        const title = row.ramification.chemin.slice(0, depth).join(' › ');
        expected.set(title, [...(expected.get(title) ?? []), row]);
      }
      const parts = partsOf(texts, byNumber);
      const titles = parts.map(({ title }) => title);
      expect(titles.toSorted()).toEqual([...expected.keys()].toSorted());
      expect(titles).toEqual(
        (
          await query<{ nom: string }>(
            'select nom from unnest($1::text[]) nom order by nom collate francais',
            [titles],
          )
        ).map(({ nom }) => nom),
      );
      for (const { title, numbers, sums } of parts) {
        const own = expected.get(title) ?? [];
        expect(numbers, title).toEqual(own.map(({ numKlis }) => numKlis));
        expect(sums, title).toEqual([
          String(sum(own, ({ situation }) => situation.total)),
          String(sum(own, ({ situation }) => situation.payer)),
          String(sum(own, ({ situation }) => situation.restant)),
        ]);
      }
      expect(totals(texts)).toEqual([
        String(sum(rows, ({ situation }) => situation.total)),
        String(sum(rows, ({ situation }) => situation.payer)),
        String(sum(rows, ({ situation }) => situation.restant)),
      ]);
    },
  );

  // a tour and the statement of tickets are of one collectivité (`recouvrement/tournees.test.ts`, `caisse/valeurs/valeurs.test.ts`)
  it.each(DOCUMENT_IDS.filter((document) => document !== 'tournee' && document !== 'releve-valeurs'))(
    '%s names the collectivité of its places if several are in scope',
    async (document) => {
      const { bytes, status } = await fileOf(
        octroi,
        'superadmin',
        `/v2/impressions/${document}?groupe=quartier`,
        {
          query: 'entite=[1,2]',
        },
      );
      expect(status, bytes.toString()).toBe(200);
      const texts = readPdf(bytes).pages.flat();
      const heads = texts.filter((text) => text.startsWith('Sous-total : '));
      expect(heads.some((text) => text.includes(', Ville de Maradi › '))).toBe(true);
      expect(heads.some((text) => text.includes(', Ville de Niamey › '))).toBe(true);
      expect(texts).toContain('Collectivité');
    },
  );

  it.each([
    ['groupe=rue', 'pdf'],
    ['emargement=oui', 'pdf'],
    ['groupe=secteur', 'csv'],
    ['emargement=1', 'xlsx'],
  ])('is refused with %s as %s', async (layout, format) => {
    const { status } = await superadmin.send('POST', `/v2/impressions/liste-des-contribuables?${layout}`, {
      format,
    });
    expect(status).toBe(400);
  });
});

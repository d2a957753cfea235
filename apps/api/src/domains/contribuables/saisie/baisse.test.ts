/** An edit of the back office never lowers what is due unless the person was asked (`baisse=refuser`). */
import type { Contribuable, Problem } from '@octroi/contract';
import fc from 'fast-check';
import { afterAll, describe, expect, it } from 'vitest';
import { openPool } from '#src/platform/database/database.ts';
import { testApp } from '#src/testing/app.ts';
import { drift } from '#src/testing/figures/drift.ts';
import { enrolmentDesk } from '#src/testing/inscriptions.ts';

const octroi = await testApp();
const desk = await enrolmentDesk(octroi);
const { kiosque, enseigne, nature, haut, autre } = desk;
const { pool } = openPool(octroi.url, () => undefined, 2);
afterAll(async () => {
  expect(await drift(pool)).toEqual([]);
  await pool.end();
});

const asking = (id: number, body: object) =>
  desk.by('niamey').send<Contribuable & Problem>('PATCH', `/v2/contribuables/${id}?baisse=refuser`, body);
const totalOf = async (id: number): Promise<number> =>
  (await desk.dues(id)).reduce((sum, { montant }) => sum + montant, 0);

const PETITE = { typeEquipement: enseigne, precision: 'Petite' };
const GRANDE = { typeEquipement: enseigne, precision: 'Grande' };
const KIOSQUE = { typeEquipement: kiosque };
const ACTIVITE = { natureActivite: nature };

describe('the dues of a taxpayer', () => {
  it('that an edit would lower are shown before and after, and nothing is written', async () => {
    const { id, version } = await desk.enrolled({ lignes: [KIOSQUE, GRANDE] });
    const { status, body } = await asking(id, { lignes: [PETITE], adresse: 'Ailleurs' });
    expect([status, body.code]).toEqual([409, 'conflit.baisse']);
    expect(body.message.replaceAll(/\s/g, ' ')).toMatch(/passerait de 8 000 F CFA à 1 000 F CFA/);
    expect(await desk.read(id)).toMatchObject({ version, adresse: null, situation: { total: 8000 } });
    expect((await desk.edit(id, { lignes: [PETITE], adresse: 'Ailleurs' })).status).toBe(200);
    expect(await totalOf(id)).toBe(1000);
  });

  it('that a move would lower are shown too', async () => {
    const { id } = await desk.enrolled({ ramification: autre.id, lignes: [KIOSQUE] });
    const { status, body } = await asking(id, { ramification: haut.id });
    expect([status, body.code]).toEqual([409, 'conflit.baisse']);
    expect(await desk.read(id)).toMatchObject({ ramification: { id: autre.id }, situation: { total: 8000 } });
    expect((await asking(id, { nom: 'Autre nom', lignes: [KIOSQUE, PETITE] })).status).toBe(200);
  });

  const choice = fc.constantFrom(PETITE, GRANDE, KIOSQUE, ACTIVITE, { typeEquipement: enseigne });
  const change = fc.tuple(
    fc.nat({ max: 3 }),
    fc.constantFrom({}, { precision: 'Grande' }, { precision: null }),
  );
  it('are never lowered by an edit that asks for confirmation, with any change of its lines', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.constantFrom(PETITE, GRANDE, KIOSQUE, ACTIVITE), { maxLength: 4 }),
        fc.array(fc.oneof(choice, change), { maxLength: 5 }),
        fc.constantFrom(undefined, haut.id, autre.id),
        fc.nat({ max: 6000 }),
        async (stored, edits, ramification, paid) => {
          const { id, lignes, version } = await desk.enrolled({ lignes: stored });
          if (paid > 0) await desk.pay(id, paid);
          const before = await totalOf(id);
          const after = edits.map((edit) =>
            Array.isArray(edit) ? { ...(lignes[edit[0]] ?? KIOSQUE), ...edit[1] } : edit,
          );
          const { status, body } = await asking(id, { lignes: after, ramification });
          const total = await totalOf(id);
          if (status === 200) expect(total).toBeGreaterThanOrEqual(before);
          else {
            expect(status === 400 ? body.errors?.[0]?.field : body.code).toMatch(
              status === 400 ? /^lignes\.\d+\.precision$/ : /^conflit\.baisse$/,
            );
            expect([total, (await desk.read(id)).version]).toEqual([before, version]);
          }
        },
      ),
      { numRuns: 25 },
    );
  });
});

/** Who is newly enrolled is not late, and may be given days to pay. */
import {
  addDays,
  avisDe,
  type FicheIndividuelle,
  type ImpayeRow,
  retardOf,
  situationDe,
} from '@octroi/contract';
import { afterAll, describe, expect, it } from 'vitest';
import { openPool } from '#src/platform/database/database.ts';
import { testApp, TODAY } from '#src/testing/app.ts';
import { drift } from '#src/testing/figures/drift.ts';
import { enrolmentDesk } from '#src/testing/inscriptions.ts';

const octroi = await testApp();
const desk = await enrolmentDesk(octroi);
const { pool } = openPool(octroi.url, () => undefined, 2);
afterAll(async () => {
  expect(await drift(pool)).toEqual([]);
  await pool.end();
});

const PATH = '/v2/entites/1';
const setDelay = (delaiNouveau: unknown) => desk.by('superadmin').send('PATCH', PATH, { delaiNouveau });
const enrol = async () => {
  const { id, numKlis } = await desk.enrolled({ lignes: [{ typeEquipement: desk.kiosque }] });
  const { body: sheet } = await desk
    .by('niamey')
    .get<FicheIndividuelle>(`/v2/contribuables/${id}/individuel`);
  const impayes = await desk
    .by('niamey')
    .get<{ data: ImpayeRow[] }>(`/v2/impayes?filter[contrib.numKlis]=${numKlis}`);
  return { sheet, impaye: impayes.body.data[0] };
};

describe('a taxpayer enrolled today', () => {
  it('owes from today on and is not late, on the account, the notice and the list of unpaid dues', async () => {
    const { sheet, impaye } = await enrol();
    const { compte } = sheet;
    expect(compte.echeances.length).toBeGreaterThan(0);
    for (const due of compte.echeances) {
      expect(due.exigibleLe >= TODAY).toBe(true);
      expect(retardOf(due, TODAY)).toBe(0);
    }
    expect(impaye).toMatchObject({ depuis: TODAY, arrieres: 0 });
    for (const one of avisDe(sheet.compte, sheet.activites).echeances)
      expect(situationDe(one, TODAY).retard).toBe(false);
  });

  it('owes nothing yet if the collectivité allows a delay, of one year at most', async () => {
    for (const wrong of [-1, 366, 1.5, '30', null]) expect((await setDelay(wrong)).status).toBe(400);
    expect((await setDelay(30)).body).toMatchObject({ delaiNouveau: 30 });
    const {
      sheet: { compte },
      impaye,
    } = await enrol();
    expect(compte.echeances[0]?.exigibleLe).toBe(addDays(TODAY, 30));
    expect(compte.solde).toMatchObject({ exigible: 0, aPayerMaintenant: 0 });
    expect(impaye).toBeUndefined();
    expect((await setDelay(0)).status).toBe(200);
  });
});

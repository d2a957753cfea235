import type { Problem } from '@octroi/contract';
import { expect, it } from 'vitest';
import { testApp } from '#src/testing/app.ts';

const { signIn, query } = await testApp();
const niamey = await signIn('niamey');
const [{ id: taxe } = { id: 0 }] = await query<{ id: number }>(
  "select id from taxe where entite_id = 1 and nom = 'Taxe sur le bétail'",
);
const [{ id: deMaradi } = { id: 0 }] = await query<{ id: number }>(
  'select min(id) as id from taxe where entite_id = 2',
);
interface Row extends Problem {
  id: number;
  version: number;
  code: string;
}
const add = (more: object) =>
  niamey.send<Row>('POST', '/v2/imputation_budgetaires', {
    entite: 1,
    taxe,
    debut: '2026-01-01',
    code: '7011',
    libelle: 'Droits de place',
    ...more,
  });

it('a tax is booked on a line of the budget from a day on, one from each day', async () => {
  const { status, body } = await add({});
  expect(status).toBe(201);
  expect(body).toMatchObject({ taxe: { id: taxe }, debut: '2026-01-01', code: '7011' });
  expect((await add({ debut: '2027-01-01', code: '7012' })).status).toBe(201);
  expect(await add({ code: '9' })).toMatchObject({
    status: 409,
    body: {
      errors: [
        {
          field: 'debut',
          message: 'Une imputation budgétaire de cette taxe commence déjà ce jour-là.',
        },
      ],
    },
  });
  const list = await niamey.get<{ data: Row[] }>(
    `/v2/imputation_budgetaires?filter[t.id]=${taxe}&orderBy=ib.debut&sortOrder=desc`,
  );
  expect(list.body.data.map(({ code }) => code)).toEqual(['7012', '7011']);
  const changed = await niamey.send<Row>('PATCH', `/v2/imputation_budgetaires/${body.id}`, {
    debut: '2026-02-01',
  });
  expect(changed.body).toMatchObject({ debut: '2026-02-01', code: '7011', taxe: { id: taxe } });
  const acts = await query(
    `select acte from journal where ressource = 'imputation_budgetaires' and enregistrement_id = $1 order by id`,
    [body.id],
  );
  expect(acts).toEqual([{ acte: 'créer' }, { acte: 'modifier' }]);
  expect((await niamey.send('DELETE', `/v2/imputation_budgetaires/${body.id}`)).status).toBe(204);
});

it('is of a tax of the same collectivité, and says where and what', async () => {
  expect((await add({ taxe: deMaradi })).status).toBe(400);
  for (const [field, value] of [
    ['code', ''],
    ['libelle', ' '],
    ['debut', '2026-02-30'],
    ['taxe', null],
  ] as const)
    expect(await add({ [field]: value })).toMatchObject({ status: 400, body: { errors: [{ field }] } });
});

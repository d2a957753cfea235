import type { Exercice, Problem, Travail } from '@octroi/contract';
import { expect, it } from 'vitest';
import { testApp, YEAR } from '#src/testing/app.ts';

const { signIn, query } = await testApp();
const niamey = await signIn('niamey');
const superadmin = await signIn('superadmin');
const cloture = (annee: number): string => `/v2/exercices/1/${annee}/cloture`;
const exercice = async (annee: number): Promise<Exercice | undefined> =>
  (await niamey.get<{ data: Exercice[] }>('/v2/exercices?entite=1')).body.data.find(
    (one) => one.annee === annee,
  );

it('a past year is closed by whoever generates dues, and generation then refuses it', async () => {
  expect(await exercice(YEAR - 1)).toMatchObject({ closedAt: null, closedBy: null });
  expect((await niamey.send('PUT', cloture(YEAR - 1))).status).toBe(204);
  const closed = await exercice(YEAR - 1);
  expect(closed?.closedBy?.fullName).toBeTruthy();
  expect((await niamey.send('PUT', cloture(YEAR - 1))).status).toBe(204);
  expect((await exercice(YEAR - 1))?.closedAt).toBe(closed?.closedAt);

  const generate = () =>
    niamey.send<Problem>('POST', '/v2/echeances/generation', { entite: 1, annee: YEAR - 1 });
  const refused = await generate();
  expect([refused.status, refused.body.message]).toEqual([
    409,
    `L'exercice ${YEAR - 1} est clos : ses échéances ne changent plus.`,
  ]);
  expect(await query(`select acte from journal where ressource = 'exercices'`)).toEqual([
    { acte: 'clôturer' },
  ]);
});

it('a generation for several collectivités names those whose year is closed, and starts none', async () => {
  expect((await superadmin.send('PUT', cloture(YEAR - 2))).status).toBe(204);
  const roots = await query<{ id: number }>(
    `select min(r.id)::int as id from ramification r where entite_id in (1, 2) and not technique group by entite_id`,
  );
  const [niameyNom] = await query<{ nom: string }>('select nom from entite where id = 1');
  const travaux = 'select count(*)::int as nombre from travail';
  const before = await query(travaux);
  const refused = await superadmin.send<Problem>('POST', '/v2/echeances/generation', {
    ramifications: roots.map(({ id }) => id),
    annee: YEAR - 2,
  });
  expect(refused.status).toBe(409);
  expect(refused.body.message).toContain(`L'exercice ${YEAR - 2} est clos pour ${niameyNom?.nom} : rien n'a`);
  expect(await query(travaux)).toEqual(before);
  expect((await superadmin.send('DELETE', cloture(YEAR - 2))).status).toBe(204);
});

it('a Super Admin alone opens it again, and dues may change', async () => {
  expect((await niamey.send('PUT', cloture(YEAR - 2))).status).toBe(204);
  expect((await niamey.send('DELETE', cloture(YEAR - 2))).status).toBe(403);
  expect((await superadmin.send('DELETE', cloture(YEAR - 2))).status).toBe(204);
  expect((await exercice(YEAR - 2))?.closedAt).toBeNull();
  const dry = { entite: 1, annee: YEAR - 2, aBlanc: true };
  const { body } = await niamey.send<{ data: Travail[] }>('POST', '/v2/echeances/generation', dry);
  expect(body.data).toHaveLength(1);
});

it('a year that goes on is not closed, nor that of a foreign collectivité', async () => {
  const present = await niamey.send<Problem>('PUT', cloture(YEAR));
  expect([present.status, present.body.code]).toEqual([409, 'conflit.regle']);
  expect((await niamey.send('PUT', `/v2/exercices/2/${YEAR - 1}/cloture`)).status).toBe(404);
  expect((await niamey.send('PUT', '/v2/exercices/1/1999/cloture')).status).toBe(404);
});

it('each year shows what is due and paid for it', async () => {
  const [sums] = await query<{ prevu: string; paye: string }>(
    `select coalesce(sum(prevu), 0) as prevu, coalesce(sum(paye), 0) as paye from total_contribuable where entite_id = 1 and annee = $1`,
    [YEAR],
  );
  expect(await exercice(YEAR)).toMatchObject({ prevu: Number(sums?.prevu), paye: Number(sums?.paye) });
});

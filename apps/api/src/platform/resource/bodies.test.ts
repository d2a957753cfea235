import { beforeAll, describe, expect, it } from 'vitest';
import { type Caller, testApp } from '#src/testing/app.ts';

const { signIn } = await testApp();
let niamey: Caller;
let superadmin: Caller;
beforeAll(async () => {
  [niamey, superadmin] = await Promise.all([signIn('niamey'), signIn('superadmin')]);
});
let made = 0;

describe('a reference in a body', () => {
  const post = (more: Record<string, unknown>) =>
    niamey.send<Record<string, unknown> & { id: number }>('POST', '/v2/nature_activites', {
      nom: `Lien ${++made}`,
      entite: 1,
      categorie: 1,
      ...more,
    });

  it.each([1, '1', { id: 1 }, { id: '1', nom: 'ignoré' }])('is read from %j', async (categorie) => {
    const { status, body } = await post({ categorie });
    expect(status).toBe(201);
    expect(body['categorie']).toMatchObject({ id: 1 });
  });

  it.each([
    0,
    -1,
    1.5,
    '',
    'x',
    '1 ',
    true,
    null,
    [],
    [1],
    {},
    { id: null },
    { id: { id: 1 } },
    424_242,
    99_999_999_999,
  ])('is refused if it is %j', async (categorie) => {
    const { status } = await post({ categorie });
    expect(status).toBe(400);
  });

  it('that is fixed keeps the value of the creation', async () => {
    const { body } = await post({});
    const { status, body: after } = await niamey.send('PATCH', `/v2/nature_activites/${body.id}`, {
      entite: 2,
    });
    expect(status).toBe(200);
    expect(after['entite']).toEqual({ id: 1, nom: 'Ville de Niamey' });
  });
});

describe('numbers have limits', () => {
  it.each([
    ['frequences', 'occurrences', [-1, 367, 1.5, '4', null]],
    ['type_ramifications', 'niveau', [0, 10, 2.5, '4', null]],
    ['moyen_paiements', 'commission', [-0.01, 100.01, '12', true]],
  ])('%s.%s', async (path, field, values) => {
    for (const value of values) {
      const { status } = await superadmin.send('POST', `/v2/${path}`, {
        nom: `Borne ${++made}`,
        niveau: 9,
        occurrences: 1,
        [field]: value,
      });
      expect(status, `${field} = ${JSON.stringify(value)}`).toBe(400);
    }
  });
});

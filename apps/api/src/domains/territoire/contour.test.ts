import { type ContourImporte, CONTOUR_MESSAGES, type Problem } from '@octroi/contract';
import { beforeEach, expect, it } from 'vitest';
import { testApp } from '#src/testing/app.ts';
import { square } from '#src/testing/contours.ts';

const { signIn, query } = await testApp();
const niamey = await signIn('niamey');
const plateau = await signIn('plateau');
const maradi = await signIn('maradi');
const ID = 1;
const URL = `/v2/ramifications/${ID}/contour`;
const NONE = { forme: null, points: 0, version: 0 };

const read = async (): Promise<ContourImporte> => (await niamey.get<ContourImporte>(URL)).body;
const save = (body: unknown, version?: number) =>
  niamey.send<ContourImporte & Problem>(
    'PUT',
    URL,
    body,
    version === undefined ? {} : { 'if-match': `"${version}"` },
  );

beforeEach(() => query('delete from contour'));

it('an outline is stored as a MultiPolygon, replaced and removed, each time in the journal', async () => {
  expect(await read()).toEqual(NONE);
  const saved = await save({ type: 'Feature', properties: { nom: 'Plateau' }, geometry: square() });
  const forme = { type: 'MultiPolygon', coordinates: [square().coordinates] };
  expect([saved.status, saved.body]).toEqual([200, { forme, points: 5, version: 1 }]);
  expect(await read()).toEqual(saved.body);
  expect((await save(square(3))).body).toMatchObject({ points: 5, version: 2 });
  const removed = await niamey.send('DELETE', URL);
  expect([removed.status, removed.body]).toEqual([200, NONE]);
  expect(await niamey.send('DELETE', URL)).toMatchObject({ status: 200, body: NONE });
  const acts = await query(
    `select acte, domaine, avant -> 'contour' as avant, apres -> 'contour' as apres from journal
     where ressource = 'ramifications' and enregistrement_id = $1 and apres ? 'contour' order by id`,
    [ID],
  );
  const act = { acte: 'modifier', domaine: 'territoire' };
  expect(acts).toEqual([
    { ...act, avant: 0, apres: 5 },
    { ...act, avant: 5, apres: 5 },
    { ...act, avant: 5, apres: 0 },
  ]);
});

it('an invalid outline is refused with its own message at its field, and the former one stays', async () => {
  const { body: before } = await save(square());
  for (const [wrong, message] of [
    [{ type: 'Point', coordinates: [2, 13] }, CONTOUR_MESSAGES.autreChose],
    [[], CONTOUR_MESSAGES.autreChose],
    [square(400_000, 1_500_000), CONTOUR_MESSAGES.horsDuGlobe],
  ] as const) {
    const { status, body } = await save(wrong);
    expect([status, body.errors]).toEqual([400, [{ field: 'contour', message }]]);
  }
  const large = { ...square(), properties: 'x'.repeat(1024 * 1024) };
  expect((await save(large)).status).toBe(413);
  expect(await read()).toEqual(before);
});

it('an outline cannot be saved over a newer version', async () => {
  const { body } = await save(square());
  expect((await save(square(3), body.version)).status).toBe(200);
  expect((await save(square(4), body.version)).status).toBe(412);
  expect((await niamey.send('DELETE', URL, undefined, { 'if-match': `"${body.version}"` })).status).toBe(412);
});

it('an outline can be seen with the place in scope, and changed with the collectivité', async () => {
  await save(square());
  expect((await plateau.get(URL)).status).toBe(200);
  expect((await maradi.get(URL)).status).toBe(404);
  expect((await maradi.send('PUT', URL, square())).status).toBe(404);
  await query(
    `insert into permission (groupe_id, navigation_id, nom)
     select g.id, n.id, 'Modifier' from groupe g, navigation n where g.nom = 'Gestionnaire' and n.cle = 'ramifications'
     on conflict do nothing`,
  );
  const granted = await signIn('plateau');
  expect((await granted.send('PUT', URL, square())).status).toBe(403);
  expect((await granted.send('DELETE', URL)).status).toBe(403);
});

it('an outline is deleted with its sub-entity', async () => {
  const place = { nom: 'Essai', code: 'ESSAI-CONTOUR', entite: 1, type: 1 };
  const { body } = await niamey.send<{ id: number }>('POST', '/v2/ramifications', place);
  const own = `/v2/ramifications/${body.id}`;
  expect((await niamey.send('PUT', `${own}/contour`, square())).status).toBe(200);
  expect((await niamey.send('DELETE', own)).status).toBe(204);
  expect(await query('select from contour')).toEqual([]);
  expect((await niamey.get(`${own}/contour`)).status).toBe(404);
});

/* The document of a suspension: attached to it, or to the request that a second person approves. */
import { APPROBATION_MESSAGES, MAX_PIECE_BYTES, type Problem, SUSPENSION_MESSAGES } from '@octroi/contract';
import { afterEach, expect, it } from 'vitest';
import { type Caller, testApp } from '#src/testing/app.ts';
import { picture, sentFile } from '#src/testing/files/photos.ts';

const { query, signIn } = await testApp();
const [superadmin, niamey, maradi, lecture] = await Promise.all([
  signIn('superadmin'),
  signIn('niamey'),
  signIn('maradi'),
  signIn('lecture'),
]);
afterEach(() => query('delete from seuil_approbation'));

interface Created {
  id: number;
  approbation: { id: number };
}
// a year in which nothing is billed
/** @param annee another one in each test: the same suspension is not begun twice */
const suspend = async (annee: number) =>
  (
    await niamey.send<Created>('POST', '/v2/suspensions', {
      entite: 1,
      du: `${annee}-01-01`,
      au: `${annee}-03-31`,
      partielles: 'aucune',
      payes: 'gardés',
      motif: 'Marché incendié',
      reference: 'Délibération nº 12',
    })
  ).body;
const send = (by: Caller, path: string, content: Buffer | string) => {
  const { body, headers } = sentFile(content);
  return by.send<Problem>('POST', path, body, headers);
};
const pathOf = (id: number) => `/v2/suspensions/${id}/document`;
const isAttached = async (id: number) =>
  (await niamey.get<{ data: { id: number; document: boolean }[] }>('/v2/suspensions')).body.data.find(
    (row) => row.id === id,
  )?.document;

it('keeps the document that decided it, once, for who sees the list', async () => {
  const { id } = await suspend(2090);
  expect(await isAttached(id)).toBe(false);
  expect((await niamey.get(pathOf(id))).status).toBe(404);
  const sent = await send(niamey, pathOf(id), '%PDF-1.7 délibération');
  expect([sent.status, await isAttached(id)]).toEqual([204, true]);
  const read = await niamey.get(pathOf(id));
  expect([read.status, read.headers['content-type']]).toEqual([200, 'application/pdf']);
  expect((await lecture.get(pathOf(id))).status).toBe(200);
  expect((await maradi.get(pathOf(id))).status).toBe(404);
  const again = await send(niamey, pathOf(id), await picture());
  expect([again.status, again.body.message]).toEqual([409, SUSPENSION_MESSAGES.document]);
});

it('refuses what is neither a photo nor a PDF, or is too large, and keeps none of it', async () => {
  const { id } = await suspend(2091);
  expect((await send(niamey, pathOf(id), 'une lettre')).status).toBe(415);
  const large = await send(niamey, pathOf(id), `%PDF-${'x'.repeat(MAX_PIECE_BYTES)}`);
  expect([large.status, large.body.message]).toEqual([413, APPROBATION_MESSAGES.tropGrande]);
  expect((await send(lecture, pathOf(id), await picture())).status).toBe(403);
  expect(await isAttached(id)).toBe(false);
});

it('takes the document that its approver saw', async () => {
  await query("insert into seuil_approbation (entite_id, nature) values (1, 'suspension')");
  const { approbation } = await suspend(2092);
  await send(niamey, `/v2/approbations/${approbation.id}/piece`, await picture());
  const approved = await superadmin.send('POST', `/v2/approbations/${approbation.id}/approuver`);
  expect(approved.body).toMatchObject({ statut: 'approuvée' });
  const [row] = await query<{ id: number }>('select max(id) as id from suspension');
  const read = await niamey.get(pathOf(Number(row?.id)));
  expect([read.status, read.headers['content-type']]).toEqual([200, 'image/jpeg']);
});

import { randomUUID } from 'node:crypto';
import type { Doublon, Problem } from '@octroi/contract';
import { beforeAll, describe, expect, it } from 'vitest';
import { testApp } from '#src/testing/app.ts';
import { enrolmentDesk } from '#src/testing/inscriptions.ts';
import { findDoublonsOfRows } from './doublons.repository.ts';

const octroi = await testApp();
const desk = await enrolmentDesk(octroi);
const search = async (query: object, caller = desk.agent): Promise<Doublon[]> => {
  const { status, body } = await caller.send<{ data: Doublon[] }>('POST', '/v2/contribuables/doublons', {
    ramification: desk.haut.id,
    ...query,
  });
  expect(status, JSON.stringify(body)).toBe(200);
  return body.data;
};
const found = async (body: object): Promise<[string, string[]][]> =>
  (await search(body)).map(({ fullName, raisons }) => [fullName, raisons.toSorted()]);

beforeAll(async () => {
  await desk.enrolled({
    nom: 'Zoubéïda',
    prenom: 'Hadizatou',
    telephone: '+227 97 97 11 22',
    numeroPieceIdentite: 'CNI-0042/ny',
    latitude: 13.5,
    longitude: 2.1,
  });
  await desk.enrolled({ nom: 'Zoubéïda', prenom: 'Hadizatou', ramification: desk.autre.id });
});

describe('likely duplicates', () => {
  it('have the same telephone, with or without country code', async () => {
    expect(await found({ nom: 'Autre', telephone: '97971122' })).toEqual([
      ['Zoubéïda Hadizatou', ['telephone']],
    ]);
  });
  it('have the same identity document, in any spelling of its number', async () => {
    expect(await found({ numeroPieceIdentite: 'cni 0042 NY' })).toEqual([['Zoubéïda Hadizatou', ['piece']]]);
  });
  it('have the same name in the collectivité, in either order, without regard to accents', async () => {
    expect(await found({ nom: 'hadizatou', prenom: 'ZOUBEIDA' })).toEqual([
      ['Zoubéïda Hadizatou', ['nom']],
      ['Zoubéïda Hadizatou', ['nom']],
    ]);
  });
  it('have a name like it in the same sub-entity, or close by', async () => {
    expect(await found({ nom: 'Zoubeyda', prenom: 'Hadiza' })).toEqual([
      ['Zoubéïda Hadizatou', ['nomProche']],
      ['Zoubéïda Hadizatou', ['nomSemblable']],
    ]);
    const [close] = await search({
      ramification: desk.quartier.id,
      nom: 'Zoubeyda',
      prenom: 'Hadiza',
      latitude: 13.5004,
      longitude: 2.1,
    });
    expect(close).toMatchObject({ raisons: ['position'], distance: 45 });
  });
  it('have a misspelt name anywhere else in the town', async () => {
    const elsewhere = desk.quartier.id;
    expect(await found({ ramification: elsewhere, nom: 'Zubeida', prenom: 'Hadizatu' })).toEqual([
      ['Zoubéïda Hadizatou', ['nomSemblable']],
      ['Zoubéïda Hadizatou', ['nomSemblable']],
    ]);
    expect(await found({ ramification: elsewhere, nom: 'Zoulaha', prenom: 'Hassane' })).toEqual([]);
  });
  it('with only the same name come after those with the same telephone', async () => {
    await desk.enrolled({ nom: 'Autrement', prenom: 'Nommée', telephone: '90 12 13 14' });
    const both = await found({ nom: 'Zoubéïda', prenom: 'Hadizatou', telephone: '90121314' });
    expect(both[0]).toEqual(['Autrement Nommée', ['telephone']]);
    expect(both).toHaveLength(3);
  });
  it('are sorted by certainty, without the record itself', async () => {
    const [first, ...others] = await search({
      nom: 'Zoubeida',
      prenom: 'Hadizatou',
      telephone: '97 97 11 22',
    });
    expect(first?.raisons).toContain('telephone');
    expect(others).toHaveLength(1);
    expect(
      await search({ nom: 'Zoubeida', prenom: 'Hadizatou', telephone: '97 97 11 22', sauf: first?.id }),
    ).toHaveLength(1);
  });
  it('outside the scope are not shown', async () => {
    const plateau = desk.by('plateau');
    const everywhere = await search({ nom: 'Zoubeida', prenom: 'Hadizatou' });
    const beneath = await plateau.send<{ data: Doublon[] }>('POST', '/v2/contribuables/doublons', {
      ramification: desk.haut.id,
      nom: 'Zoubeida',
      prenom: 'Hadizatou',
    });
    expect(everywhere).toHaveLength(2);
    expect([beneath.status, beneath.body.data?.length]).toEqual([200, 1]);
  });
  it('are searched in the whole scope before a place is chosen', async () => {
    const typed = { ramification: undefined, nom: 'Hadizatou', prenom: 'Zoubeyda' };
    expect((await search(typed)).map(({ raisons }) => raisons)).toEqual([['nomSemblable'], ['nomSemblable']]);
    expect(await search({ ...typed, entite: 2 }, desk.by('superadmin'))).toEqual([]);
    expect(await search({ ramification: undefined, telephone: '00227 97971122' })).toHaveLength(1);
    expect(await search(typed, desk.by('plateau'))).toHaveLength(1);
  });
  it('are refused with their names if the call asks for that, and enrolled otherwise', async () => {
    const body = { nom: 'Zoubeyda', prenom: 'Hadizatou', ramification: desk.haut.id, reference: 'deux-fois' };
    const first = await desk.agent.send<Problem>('POST', '/v2/contribuables?doublons=refuser', body);
    expect([first.status, first.body.code]).toEqual([409, 'conflit.semblable']);
    expect(first.body.errors?.map(({ message }) => message)).toContainEqual(
      expect.stringMatching(/^Zoubéïda Hadizatou \(NIA-\d{6}\) : nom semblable/),
    );
    const saved = await desk.agent.send('POST', '/v2/contribuables', body);
    expect(saved.status).toBe(201);
    // sent again after a lost reply, it is its own double
    const again = await desk.agent.send('POST', '/v2/contribuables?doublons=refuser', body);
    expect([again.status, again.body['id']]).toEqual([201, saved.body['id']]);
    const other = { ...body, nom: 'Quelqu’une', prenom: 'Toutautre', reference: 'une-fois' };
    expect((await desk.agent.send('POST', '/v2/contribuables?doublons=refuser', other)).status).toBe(201);
  });
  it('of an empty form are none', async () => {
    expect(await search({})).toEqual([]);
  });
});

it('the rows of a file find the similar names of their place: those of `similarity`, neither more nor fewer', async () => {
  const people = await octroi.query<{ nom: string; ramification: number }>(
    `select nom_cherche as nom, ramification_id as ramification from contribuable
     where entite_id = 1 and not systeme and length(nom_cherche) > 6 order by id limit 80`,
  );
  const nobody = {
    inverse: '',
    telephone: null,
    piece: null,
    nif: null,
    numero: null,
    latitude: null,
    longitude: null,
  };
  const rows = people.map(({ nom, ramification }, rang) => ({
    ...nobody,
    rang,
    nom: `${nom.slice(0, rang % 3 === 0 ? -3 : -1)}x`,
    ramification,
  }));
  const similar = await octroi.query<{ rang: number; id: number }>(
    `select r.rang, c.id::int from jsonb_to_recordset($1::jsonb) r (rang int, nom text, ramification int)
     join contribuable c on c.entite_id = 1 and not c.systeme and c.ramification_id = r.ramification
     where similarity(c.nom_cherche, texte_compare(r.nom)) >= 0.45 order by 1, 2`,
    [JSON.stringify(rows)],
  );
  const many = new Set(
    [...Map.groupBy(similar, ({ rang }) => rang)].flatMap(([rang, found]) =>
      found.length > 5 ? [rang] : [],
    ),
  );
  const told = await findDoublonsOfRows(
    octroi.db,
    { kind: 'all' },
    { entiteId: 1, importId: randomUUID() },
    rows,
  );
  const pairs = (found: readonly { rang: number; id: number }[]): string[] =>
    found.flatMap(({ rang, id }) => (many.has(rang) ? [] : [`${rang} ${id}`])).toSorted();
  expect(pairs(similar).length).toBeGreaterThan(40);
  expect(pairs(told)).toEqual(pairs(similar));
});

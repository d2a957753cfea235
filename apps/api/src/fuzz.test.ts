/**
 * The server answers any request without a failure of its own, and gives a reason for each refusal. APPELS and GRAINE
 * change the requests.
 */
import { expect, it } from 'vitest';
import { testApp } from '#src/testing/app.ts';
import type { Document } from './testing/fuzz/calls.ts';
import { fuzz, signInById, MOST_REFUSED, type Send } from './testing/fuzz/fuzz.ts';

const APPELS = Number(process.env['APPELS'] ?? 1_500);
const { app, url, signIn, query } = await testApp();
const document = (await app.inject({ method: 'GET', url: '/docs/json' })).json<Document>();

/** Properties of the bodies that change a record, with the address of the records. */
const changes = Object.entries(document.paths).flatMap(([path, methods]) => {
  const { patch } = methods;
  const members = Object.keys(patch?.requestBody?.content['application/json']?.schema?.properties ?? {});
  return members.length > 0 && path.endsWith('/{id}') ? [{ list: path.replace('/{id}', ''), members }] : [];
});

/** Records of lists that are empty in the demonstration, with what their list requires. */
async function makeSome(): Promise<Record<string, string>> {
  const superadmin = await signIn('superadmin');
  const make = async (path: string, body: object): Promise<number> => {
    const reply = await superadmin.send<{ id: number }>('POST', `/v2/${path}`, body);
    expect(reply.status, JSON.stringify(reply.body)).toBe(201);
    return reply.body.id;
  };
  const [person] = await query<{ id: number }>("select id from utilisateur where username = 'niamey'");
  const regie = await make('regies', {
    nom: 'Régie d’essai',
    entite: 1,
    regisseur: person?.id,
    plafond: 1000,
  });
  await make('mandats', { entite: 1, regie, suppleant: person?.id, debut: '2026-01-01' });
  await make('categorie_valeurs', { nom: 'Ticket d’essai', entite: 1, sorte: 'ticket', valeur: 100 });
  const [agent] = await query<{ id: number }>("select id from utilisateur where username = 'agent.terrain'");
  const [place] = await query<{ id: number }>('select min(id) as id from ramification where entite_id = 1');
  await make('appareils', { entite: 1, nom: 'Essai', agent: agent?.id, ramifications: [place?.id] });
  await make('seuil_approbations', { entite: 1, nature: 'remboursement', seuil: 1000 });
  const [visite] = await query<{ tournee: number }>(
    `with t as (
       insert into tournee (entite_id, agent_id, jour, created_by_id) values (1, $1, aujourdhui(), $1)
       returning entite_id, id, agent_id, jour)
     insert into visite (entite_id, tournee_id, agent_id, jour, contribuable_id, ramification_id, num_klis, nom, ordre)
     select t.entite_id, t.id, t.agent_id, t.jour, c.id, c.ramification_id, c.num_klis, c.nom_complet, 1
     from t, lateral (select * from contribuable where entite_id = 1 order by id limit 1) c
     returning tournee_id::int as tournee`,
    [person?.id],
  );
  return { '/v2/visites': `tournee=${visite?.tournee}&` };
}
const asking = await makeSome();

it.each(changes)(
  'each field of a record of $list, emptied alone, is accepted or refused without a server error',
  async ({ list, members }) => {
    const superadmin = await signIn('superadmin');
    const { body } = await superadmin.get<{ data: { id: number }[] }>(
      `${list}?${asking[list] ?? ''}itemperpage=1`,
    );
    const id = body.data[0]?.id;
    expect(id).toBeDefined();
    for (const member of members)
      for (const nothing of [null, '', []]) {
        const { status } = await superadmin.send('PATCH', `${list}/${id}`, { [member]: nothing });
        expect(status, `${member} = ${JSON.stringify(nothing)}`).toBeLessThan(500);
      }
  },
);

it('the calling user stays signed in, unless a call removed the account', async () => {
  const [person] = await query<{ id: number }>("select id from utilisateur where username = 'lecture'");
  expect(await signInById(url, person?.id ?? 0)).toMatch(/^[\w-]{43}$/);
  expect(await signInById(url, 2_000_000_000)).toBeUndefined();
});

it(
  'generated calls are answered or refused without a server error',
  async () => {
    const send: Send = async ({ method, url: address, headers, body }, token) => {
      const reply = await app.inject({
        method: method as 'GET',
        url: address,
        headers: { ...headers, authorization: `Bearer ${token}` },
        ...(body === undefined ? {} : { payload: body }),
      });
      return {
        status: reply.statusCode,
        type: String(reply.headers['content-type'] ?? ''),
        text: reply.statusCode < 400 ? '' : reply.body,
      };
    };
    const { faults, succeeded, operations, calls, byStatus } = await fuzz({
      document,
      url,
      send,
      count: APPELS,
      clients: 2,
      seed: Number(process.env['GRAINE'] ?? 1),
    });
    expect(
      faults.map(({ call, what }) => `${call.operation}: ${what}\n${call.url}\n${call.body ?? ''}`),
    ).toEqual([]);
    expect(succeeded).toBeGreaterThan(operations / 3);
    expect((byStatus[403] ?? 0) / calls).toBeLessThan(MOST_REFUSED);
    expect((await (await signIn('superadmin')).get('/v2/session')).status).toBe(200);
  },
  240_000 + 20 * APPELS,
);

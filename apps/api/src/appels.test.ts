/*
 * Requests as written in the specification (1 section 7, 2 section 7), if ours may be written otherwise: parameters in
 * the address, spellings of fields, orders and filters of its screens.
 */
import type { ContribuableFiche, TransactionRow } from '@octroi/contract';
import { describe, expect, it } from 'vitest';
import { testApp } from '#src/testing/app.ts';

const { signIn, query } = await testApp();
const superadmin = await signIn('superadmin');
const niamey = await signIn('niamey');
interface Listed {
  data: { id: number }[];
  meta: { total_records: number };
}
const count = async (url: string): Promise<number> => {
  const { status, body } = await superadmin.get<Listed>(url);
  expect(status, `${url} ${JSON.stringify(body)}`).toBe(200);
  return body.meta.total_records;
};

describe('lists', () => {
  it.each([
    ['enrollements', 'contribuable.createdAt', 'ent.nom', 'ram.nom', 'contrib.raisonSociale', 'na.nom'],
    ['enrollements', 'contrib.numKlis', 'contrib.enabled', 'contrib.statut', 'contrib.id'],
    ['equipements', 'createdAt', 'ent.nom', 'teq.nom', 'ram.nom', 'p.nom', 'contrib.id'],
    ['contribuables', 'contrib.createdAt', 'contrib.updatedAt', 'ent.nom', 'p.nom', 'user.username'],
    ['transactions', 'trans.dateTransaction', 'mp.nom', 'ent.nom', 'p.nom', 'user.username'],
    ['transactions', 'contrib.raisonSociale'],
  ])('of %s can be ordered and filtered by %s and the other parameters', async (list, ...columns) => {
    const all = await count(`/v2/${list}?itemperpage=1`);
    for (const column of columns) {
      expect(await count(`/v2/${list}?orderBy=${column}&sortOrder=desc&itemperpage=1`)).toBe(all);
      const filtered = async (operator: string) =>
        count(`/v2/${list}?filter[${column}][type]=${operator}&itemperpage=1`);
      expect((await filtered('is null')) + (await filtered('is not null')), column).toBe(all);
    }
  });

  it('of enrolments shows by default those waiting for validation', async () => {
    const [waiting] = await query<{ n: number }>(
      `select count(*)::int as n from enrollement l join contribuable c on c.id = l.contribuable_id
       where c.statut in ('Enrolé', 'Corrigé')`,
    );
    const preset = 'filter[contribuable.statut][type]=in&filter[contribuable.statut][x]=["Enrolé","Corrigé"]';
    expect(await count(`/v2/enrollements?${preset}&orderBy=contribuable.createdAt&sortOrder=desc`)).toBe(
      waiting?.n,
    );
  });
});

describe('a taxpayer', () => {
  it('is returned with its related records, and may be sent back complete', async () => {
    const [found] = await query<{ id: number; payes: number; dues: number; lignes: number; biens: number }>(
      `select * from (select c.id::int as id, (select count(*)::int from transaction t where t.contribuable_id = c.id) as payes,
         (select count(*)::int from echeance x where x.contribuable_id = c.id) as dues,
         (select count(*)::int from enrollement l where l.contribuable_id = c.id and l.closed_at is null) as lignes,
         (select count(*)::int from equipement q where q.contribuable_id = c.id) as biens
       from contribuable c where c.entite_id = 1) counted order by payes * dues desc, id limit 1`,
    );
    const url = `/v2/contribuables/${found?.id}`;
    const { body, headers } = await niamey.get<ContribuableFiche>(url);
    expect([
      body.transactions.length,
      body.echecs.length,
      body.contribEnrollements.length,
      body.equipements.length,
    ]).toEqual([found?.payes, found?.dues, found?.lignes, found?.biens]);
    expect(body.echecs[0]).toMatchObject({
      annee: expect.any(Number),
      taxe: { nom: expect.any(String) },
      montant: expect.any(Number),
    });
    const sent = await niamey.send<ContribuableFiche>(
      'PATCH',
      url,
      { ...body, createdBy: 1, nom: 'Renvoyé' },
      { 'if-match': String(headers['etag']) },
    );
    expect([sent.status, sent.body.nom, sent.body.createdBy]).toEqual([200, 'Renvoyé', body.createdBy]);
    const after = await niamey.get<ContribuableFiche>(url);
    expect(after.body.contribEnrollements).toEqual(body.contribEnrollements);
    expect(after.body.situation).toEqual(body.situation);
  });

  it('pays with either parameter name, and the author is the signed-in user', async () => {
    const [found] = await query<{ id: number }>(
      'select min(id)::int as id from contribuable where entite_id = 1',
    );
    const { status, body } = await niamey.send<TransactionRow>('POST', '/v2/contribuables/transactions', {
      contrib: { id: found?.id },
      montant: 500,
      moyenPaiement: '5',
      bureauAccepteur: 1,
      statut: 'Failed',
    });
    expect([status, body.contrib.id, body.statut]).toEqual([201, found?.id, 'Confirmé']);
    expect(body.bureauAccepteur?.username).toBe('niamey');
  });
});

describe('the statement of unpaid dues', () => {
  const url = '/v2/contribuables/releve-impaye';

  it('takes its parameters from the address, with or without a body', async () => {
    const address = `${url}?generate=true&entite=[1]&from=2001-01-01&to=2001-01-02`;
    for (const payload of [undefined, {}]) {
      const { status, headers } = await superadmin.send('POST', address, payload);
      expect([status, headers['content-type']]).toEqual([200, 'application/pdf']);
    }
    const announced = { 'content-type': 'application/json' };
    expect((await superadmin.send('POST', address, '', announced)).status).toBe(200);
    const counted = await superadmin.send('POST', `${url}?entite=1,2`);
    expect(counted.body).toEqual((await superadmin.send('POST', url, { entite: [1, 2] })).body);
    for (const fault of ['entite=un', 'from=2026-02-31', 'activite=1&equipement=1'])
      expect((await superadmin.send('POST', `${url}?${fault}`)).status, fault).toBe(400);
  });
});

it('a type of sub-entity is created from the fields of the specification', async () => {
  const { status, body } = await superadmin.send('POST', '/v2/type_ramifications', { nom: 'Îlot' });
  expect([status, body]).toMatchObject([201, { nom: 'Îlot', enabled: true }]);
});

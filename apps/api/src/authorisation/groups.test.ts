/** What groups may do, and what rates there are, is told to whoever has a use for it. */
import { describe, expect, it } from 'vitest';
import { GROUPE_ID } from '#src/installation/groupes.ts';
import { type Account, type Caller, testApp } from '#src/testing/app.ts';
import { newPerson, tokens } from '#src/testing/people.ts';
import { DEPARTEMENT } from './testing/resources.ts';

const { signIn, nobody, callerWith } = await testApp();

interface Grants {
  data: { role: { id: number } }[];
  meta: { total_records: number };
}

/** Somebody of a group in Niamey. */
async function member(groupe: number): Promise<Caller> {
  const person = newPerson({ groupe, entites: [1] });
  const { status, body } = await (await signIn('superadmin')).send('POST', '/v2/users', person);
  expect(status, JSON.stringify(body)).toBe(201);
  return tokens(nobody, callerWith).enter(person.username);
}

describe('grants', () => {
  it.each([
    ['lecture', GROUPE_ID.consultation],
    ['plateau', GROUPE_ID.gestionnaire],
    ['niamey', GROUPE_ID.administrateur],
  ] as const)('%s reads those of the own group alone, however asked', async (account: Account, groupe) => {
    const person = await signIn(account);
    const own = await person.get<Grants>('/v2/permissions?itemperpage=5000');
    expect(own.body.meta.total_records).toBeGreaterThan(10);
    expect(new Set(own.body.data.map(({ role }) => role.id))).toEqual(new Set([groupe]));
    const foreign = await person.get<Grants>(`/v2/permissions?filter[g.id]=${GROUPE_ID.superAdmin}`);
    expect(foreign.body.meta.total_records).toBe(0);
    expect((await person.get(`/v2/groups/${groupe}/permissions`)).status).toBe(200);
    expect((await person.get(`/v2/groups/${GROUPE_ID.superAdmin}/permissions`)).status).toBe(403);
  });

  it('of all groups are read by whoever may list groups', async () => {
    const { body } = await (await signIn('admin.nta')).get<Grants>('/v2/permissions?itemperpage=5000');
    expect(new Set(body.data.map(({ role }) => role.id)).size).toBe(Object.keys(GROUPE_ID).length);
  });
});

describe('rates of a place', () => {
  const rates = `/v2/entite_taxes/tarifs?ramification=${DEPARTEMENT}`;

  it('are read by whoever enrols, corrects or configures', async () => {
    for (const groupe of [GROUPE_ID.gestionnaire, GROUPE_ID.controleur, GROUPE_ID.consultation])
      expect((await (await member(groupe)).get(rates)).status).toBe(200);
    const agent = await tokens(nobody, callerWith).enter('agent.terrain', 'Octroi-2026!');
    expect((await agent.get(rates)).status).toBe(200);
  });

  it('are refused to who does none of it', async () => {
    expect((await (await member(GROUPE_ID.caissier)).get(rates)).status).toBe(403);
  });
});

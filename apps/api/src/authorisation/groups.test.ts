/** Permissions of groups and rates may be read only by those who need them. */
import { describe, expect, it } from 'vitest';
import { GROUPE_ID, GROUPES } from '#src/installation/groupes.ts';
import { type Account, type Caller, testApp } from '#src/testing/app.ts';
import { newPerson, tokens } from '#src/testing/people.ts';
import { DEPARTEMENT } from './testing/resources.ts';

const { signIn, nobody, callerWith, query } = await testApp();

interface Grants {
  data: { role: { id: number } }[];
  meta: { total_records: number };
}

/** A user of a group in Niamey. */
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
  ] as const)(
    '%s reads only the grants of their own group, by any call',
    async (account: Account, groupe) => {
      const person = await signIn(account);
      const own = await person.get<Grants>('/v2/permissions?itemperpage=5000');
      expect(own.body.meta.total_records).toBeGreaterThan(10);
      expect(new Set(own.body.data.map(({ role }) => role.id))).toEqual(new Set([groupe]));
      const foreign = await person.get<Grants>(`/v2/permissions?filter[g.id]=${GROUPE_ID.superAdmin}`);
      expect(foreign.body.meta.total_records).toBe(0);
      expect((await person.get(`/v2/groups/${groupe}/permissions`)).status).toBe(200);
      expect((await person.get(`/v2/groups/${GROUPE_ID.superAdmin}/permissions`)).status).toBe(403);
    },
  );

  it('of all groups can be read by a user who may list groups', async () => {
    const { body } = await (await signIn('admin.nta')).get<Grants>('/v2/permissions?itemperpage=5000');
    expect(new Set(body.data.map(({ role }) => role.id)).size).toBe(Object.keys(GROUPE_ID).length);
  });
});

describe('groups', () => {
  const offered = async (person: Caller): Promise<string[]> =>
    (await person.get<{ data: { nom: string }[] }>('/v2/groups?itemperpage=100&donnables=1')).body.data.map(
      ({ nom }) => nom,
    );

  it.each<Account>(['niamey', 'admin.nta', 'superadmin'])(
    'in the account form of %s are exactly those which that user may grant',
    async (account) => {
      const person = await signIn(account);
      const superadmin = await signIn('superadmin');
      const { body } = await superadmin.get<{ data: { id: number; nom: string }[] }>(
        '/v2/groups?itemperpage=100&filter[g.enabled]=1',
      );
      const rights: string[] = [];
      for (const { id, nom } of body.data) {
        const { status } = await person.send('POST', '/v2/users', newPerson({ groupe: id, entites: [1] }));
        expect(status, nom).toBeOneOf([201, 403]);
        if (status === 201) rights.push(nom);
      }
      expect(rights.length).toBeGreaterThan(3);
      expect(rights.includes('Super Admin')).toBe(account === 'superadmin');
      expect(await offered(person)).toEqual(rights);
    },
  );

  it('are all listed to a user who may list groups, and to others only those which they may grant', async () => {
    const names = async (account: Account): Promise<string[]> =>
      (
        await (await signIn(account)).get<{ data: { nom: string }[] }>('/v2/groups?itemperpage=100')
      ).body.data.map(({ nom }) => nom);
    expect(await names('admin.nta')).toContain('Super Admin');
    expect(await names('niamey')).not.toContain('Super Admin');
    expect(await names('niamey')).not.toContain('Admin NTA');
  });
});

describe('papers with a number', () => {
  it('can be issued by the groups in charge of them, not by a group that only reads', () => {
    const issuing = GROUPES.filter(({ grants }) => grants.some(({ nom }) => nom === 'Émettre'));
    expect(issuing.map(({ nom }) => nom)).toEqual([
      'Super Admin',
      'Admin NTA',
      'Administrateur',
      'Gestionnaire',
      'Caissier',
      'Comptable',
      'Régisseur',
    ]);
  });

  it('do not get a number from Consultation, which may only export', async () => {
    const [debtor] = await query<{ id: string }>(
      'select min(contribuable_id) as id from total_contribuable where entite_id = 1 and prevu > paye',
    );
    const [paid] = await query<{ id: string }>(
      "select min(id) as id from transaction where entite_id = 1 and statut = 'Confirmé' and montant > 0",
    );
    const issued = () => query('select from piece');
    const before = (await issued()).length;
    const lecture = await signIn('lecture');
    for (const [url, body] of [
      [`/v2/contribuables/${debtor?.id}/avis`, {}],
      ['/v2/contribuables/avis', { ids: [Number(debtor?.id)], generate: true }],
      [`/v2/transactions/${paid?.id}/recu`, {}],
    ] as const)
      expect([url, (await lecture.send('POST', url, body)).status]).toEqual([url, 403]);
    expect((await lecture.get(`/v2/contribuables/${debtor?.id}/individuel/pdf`)).status).toBe(200);
    expect((await issued()).length).toBe(before);
  });
});

describe('people', () => {
  interface Row {
    id: number;
    username: string;
    fullName: string;
    email: string;
    telephone: string | null;
    groupe: unknown;
    roles: unknown[];
    situations: Record<string, number>;
    type: { id: number };
  }
  const rows = async (person: Caller, search = ''): Promise<Row[]> =>
    (await person.get<{ data: Row[] }>(`/v2/users?itemperpage=100${search}`)).body.data;
  /** A reader of Niamey whose group has only these rights. */
  async function reader(...rights: [screen: string, permission: string][]): Promise<Caller> {
    const { body } = await (
      await signIn('superadmin')
    ).send<{ id: number }>('POST', '/v2/groups', {
      nom: `Essai ${rights.flat().join(' ')}`,
    });
    for (const [screen, nom] of rights)
      await query(
        'insert into permission (groupe_id, navigation_id, nom) select $1, id, $3 from navigation where cle = $2',
        [body.id, screen, nom],
      );
    return member(body.id);
  }

  it('are shown by name only to a user who lists taxpayers or payments, in the list, by id and by a filter', async () => {
    for (const screen of ['contribuables', 'transactions']) {
      const person = await reader([screen, 'Lister']);
      const visible = await rows(person);
      expect(visible.length).toBeGreaterThan(3);
      for (const row of visible) {
        expect(row.fullName).not.toBe('');
        expect(row.username).not.toBe('');
        expect([row.email, row.telephone, row.groupe, row.roles]).toEqual(['', null, null, []]);
        expect(Object.values(row.situations)).toEqual([0, 0, 0]);
      }
      const one = await person.get<Row>(`/v2/users/${visible[0]?.id}`);
      expect([one.status, one.body.email]).toEqual([200, '']);
      for (const filter of ['filter[user.email][type]=like&filter[user.email][x]=octroi', 'filter[g.id]=3'])
        expect(await rows(person, `&${filter}`)).toEqual([]);
    }
  });

  it.each([
    ['users', (type: number) => type !== 2],
    ['agents', (type: number) => type === 2],
  ] as const)(
    'are shown with all fields if the user may list %s, by name only otherwise',
    async (screen, readable) => {
      const visible = await rows(await reader([screen, 'Lister']));
      expect(new Set(visible.map(({ type }) => readable(type.id)))).toEqual(new Set([true, false]));
      for (const row of visible) expect(row.email !== '', row.username).toBe(readable(row.type.id));
    },
  );
});

describe('rates of a place', () => {
  const rates = `/v2/entite_taxes/tarifs?ramification=${DEPARTEMENT}`;

  it('can be read by a user who enrols, corrects or configures', async () => {
    for (const groupe of [GROUPE_ID.gestionnaire, GROUPE_ID.controleur, GROUPE_ID.consultation])
      expect((await (await member(groupe)).get(rates)).status).toBe(200);
    const agent = await tokens(nobody, callerWith).enter('agent.terrain', 'Octroi-2026!');
    expect((await agent.get(rates)).status).toBe(200);
  });

  it('are refused to a user with none of these rights', async () => {
    expect((await (await member(GROUPE_ID.caissier)).get(rates)).status).toBe(403);
  });
});

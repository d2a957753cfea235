import { beforeAll, describe, expect, it } from 'vitest';
import { GROUPE_ID } from '#src/installation/groupes.ts';
import { type Caller, PASSWORD, testApp } from '#src/testing/app.ts';
import { AGENT, newPerson, type PersonRow as Row, type Problem, tokens } from '#src/testing/people.ts';

const { signIn, nobody, callerWith, query } = await testApp();
const { enter } = tokens(nobody, callerWith);

const CALLERS = ['superadmin', 'admin.nta', 'niamey', 'maradi', 'plateau', 'lecture', 'agent'] as const;
type Who = (typeof CALLERS)[number];
const callers = new Map<Who, Caller>();
const by = (who: Who): Caller => callers.get(who) as Caller;

/** Sub-entities: the one that `plateau` has, one beneath it, another of Niamey, one of Maradi. */
const place = { plateau: 0, beneath: 0, aside: 0, far: 0 };
const groupe = { ...GROUPE_ID, vide: 0 };

beforeAll(async () => {
  for (const who of CALLERS) if (who !== 'agent') callers.set(who, await signIn(who));
  callers.set('agent', await enter('agent.terrain', PASSWORD));
  const [found] = await query<typeof place>(`
    select ur.ramification_id as plateau,
      (select min(descendant_id) from ramification_descendance where ancetre_id = ur.ramification_id and distance = 1) as beneath,
      (select min(id) from ramification where entite_id = 1 and parent_id is null and id <> ur.ramification_id) as aside,
      (select min(id) from ramification where entite_id = 2) as far
    from utilisateur_ramification ur join utilisateur u on u.id = ur.utilisateur_id where u.username = 'plateau'`);
  Object.assign(place, found);
  const group = await by('superadmin').send<Row>('POST', '/v2/groups', { nom: 'Sans droits' });
  groupe.vide = group.body.id;
  // plateau may work on people too, within its sub-entity
  await query(
    `insert into permission (groupe_id, navigation_id, nom) select 4, id, unnest(permissions)
     from navigation where cle in ('users', 'agents') on conflict do nothing`,
  );
});

const make = async (more: Record<string, unknown>): Promise<Row> => {
  const { status, body: row } = await by('superadmin').send<Row>('POST', '/v2/users', newPerson(more));
  expect(status, JSON.stringify(row)).toBe(201);
  return row;
};

/**
 * Kinds of person, each with those who may act upon it, and of these the peers, who may not let it in by a password or an
 * address of their choosing; the others are refused, or do not see it.
 */
const KINDS: [string, () => Record<string, unknown>, { may: Who[]; peers?: Who[]; refused: Who[] }][] = [
  [
    'a Super Admin of Niamey',
    () => ({ groupe: groupe.superAdmin, entites: [1] }),
    { may: ['superadmin'], peers: ['superadmin'], refused: ['admin.nta', 'niamey'] },
  ],
  [
    'somebody of Admin NTA in Niamey',
    () => ({ groupe: groupe.adminNta, entites: [1] }),
    { may: ['superadmin', 'admin.nta'], peers: ['admin.nta'], refused: ['niamey'] },
  ],
  [
    'an administrator of Niamey',
    () => ({ groupe: groupe.administrateur, entites: [1] }),
    { may: ['superadmin', 'admin.nta', 'niamey'], peers: ['niamey'], refused: [] },
  ],
  [
    'an administrator of Maradi',
    () => ({ groupe: groupe.administrateur, entites: [2] }),
    { may: ['superadmin', 'admin.nta', 'maradi'], peers: ['maradi'], refused: [] },
  ],
  [
    'an administrator of Niamey and Maradi',
    () => ({ groupe: groupe.administrateur, entites: [1, 2] }),
    { may: ['superadmin', 'admin.nta'], refused: ['niamey', 'maradi'] },
  ],
  [
    'an agent of Niamey',
    () => ({ type: AGENT, entites: [1] }),
    { may: ['superadmin', 'admin.nta', 'niamey'], refused: ['plateau'] },
  ],
  [
    'an agent of the sub-entity of plateau',
    () => ({ type: AGENT, ramifications: [place.plateau] }),
    { may: ['superadmin', 'admin.nta', 'niamey', 'plateau'], refused: [] },
  ],
  [
    'somebody of a sub-entity beneath it',
    () => ({ groupe: groupe.vide, ramifications: [place.beneath] }),
    { may: ['superadmin', 'admin.nta', 'niamey', 'plateau'], refused: [] },
  ],
  [
    'somebody of it and of another beside it',
    () => ({ groupe: groupe.vide, ramifications: [place.beneath, place.aside] }),
    { may: ['superadmin', 'admin.nta', 'niamey'], refused: ['plateau'] },
  ],
  [
    'an administrator of a sub-entity beneath it',
    () => ({ groupe: groupe.administrateur, ramifications: [place.beneath] }),
    { may: ['superadmin', 'admin.nta', 'niamey'], peers: ['niamey'], refused: ['plateau'] },
  ],
  [
    'somebody of sub-entities of Niamey and of Maradi',
    () => ({ groupe: groupe.consultation, ramifications: [place.beneath, place.far] }),
    { may: ['superadmin', 'admin.nta'], refused: ['niamey', 'maradi', 'plateau'] },
  ],
  [
    'somebody of Niamey, with a sub-entity of Maradi that does not count',
    () => ({ groupe: groupe.consultation, entites: [1], ramifications: [place.far] }),
    { may: ['superadmin', 'admin.nta', 'niamey'], refused: ['maradi'] },
  ],
];
/** Without the grant at all: refused whoever the person is. */
const WITHOUT_GRANT: Who[] = ['lecture', 'agent'];

describe.each(KINDS)('%s', (_, account, { may, peers = [], refused }) => {
  const expected = (who: Who, allowed: number): number => {
    if (may.includes(who)) return allowed;
    return refused.includes(who) || WITHOUT_GRANT.includes(who) ? 403 : 404;
  };

  it.each(CALLERS)('can be changed by a user with at least the same rights: %s', async (who) => {
    const { id } = await make(account());
    const path = `/v2/users/${id}`;
    const passwords = { password: 'Sorgho-pirogue-28', passwordConfirm: 'Sorgho-pirogue-28' };
    const above = (allowed: number): number => (peers.includes(who) ? 403 : expected(who, allowed));
    const { status, body } = await by(who).get<{ refus: string | null }>(`${path}/mot-de-passe`);
    expect(status).toBe(expected(who, 200));
    if (status === 200) expect(body.refus).toEqual(peers.includes(who) ? expect.any(String) : null);
    const moved = await by(who).send('PATCH', path, { email: `autre${id}@octroi.test` });
    expect(moved.status).toBe(above(200));
    expect((await by(who).send('POST', `${path}/lien`)).status).toBe(expected(who, 204));
    const statuses = [
      await by(who).send('PATCH', path, { telephone: '90' }),
      await by(who).send('PATCH', path, { enabled: false }),
      await by(who).send('POST', `${path}/mot-de-passe`, passwords),
      await by(who).send('DELETE', `${path}/sessions`),
      await by(who).send('DELETE', path),
    ].map(({ status }) => status);
    const [changed, closed, , ...rest] = [200, 200, 204, 204, 204].map((allowed) => expected(who, allowed));
    expect(statuses).toEqual([changed, closed, above(204), ...rest]);
    const left = await query('select telephone, enabled from utilisateur where id = $1', [id]);
    expect(left).toEqual(may.includes(who) ? [] : [{ telephone: null, enabled: true }]);
  });
});

describe('an account gets no right that its creator lacks', () => {
  it.each<[Who, string, () => Record<string, unknown>, number, string | undefined]>([
    ['superadmin', 'Super Admin', () => ({ groupe: groupe.superAdmin }), 201, undefined],
    ['admin.nta', 'Super Admin', () => ({ groupe: groupe.superAdmin, entites: [1] }), 403, 'groupe'],
    ['niamey', 'Super Admin', () => ({ groupe: groupe.superAdmin, entites: [1] }), 403, 'groupe'],
    ['admin.nta', 'Admin NTA', () => ({ groupe: groupe.adminNta, entites: [1] }), 201, undefined],
    ['niamey', 'Admin NTA', () => ({ groupe: groupe.adminNta, entites: [1] }), 403, 'groupe'],
    ['niamey', 'its own group', () => ({ groupe: groupe.administrateur, entites: [1] }), 201, undefined],
    ['niamey', 'a lesser group', () => ({ groupe: groupe.consultation, entites: [1] }), 201, undefined],
    ['niamey', 'another collectivité', () => ({ groupe: groupe.vide, entites: [2] }), 400, 'entites'],
    ['niamey', 'both', () => ({ groupe: groupe.vide, entites: [1, 2] }), 400, 'entites'],
    ['niamey', 'a sub-entity', () => ({ groupe: groupe.vide, ramifications: [place.aside] }), 201, undefined],
    [
      'niamey',
      'another’s sub-entity',
      () => ({ groupe: groupe.vide, entites: [1], ramifications: [place.far] }),
      400,
      'ramifications',
    ],
    [
      'plateau',
      'a higher group',
      () => ({ groupe: groupe.administrateur, ramifications: [place.beneath] }),
      403,
      'groupe',
    ],
    [
      'plateau',
      'its own place',
      () => ({ groupe: groupe.gestionnaire, ramifications: [place.plateau] }),
      201,
      undefined,
    ],
    ['plateau', 'a place beneath', () => ({ type: AGENT, ramifications: [place.beneath] }), 201, undefined],
    [
      'plateau',
      'a place beside',
      () => ({ type: AGENT, ramifications: [place.aside] }),
      400,
      'ramifications',
    ],
    ['plateau', 'the whole collectivité', () => ({ type: AGENT, entites: [1] }), 400, 'entites'],
    ['lecture', 'anything', () => ({ groupe: groupe.vide, entites: [1] }), 403, undefined],
    ['agent', 'anything', () => ({ type: AGENT, entites: [1] }), 403, undefined],
  ])('%s gives %s', async (who, _, more, status, field) => {
    const reply = await by(who).send<Problem>('POST', '/v2/users', newPerson(more()));
    expect([reply.status, reply.body.errors?.[0]?.field], JSON.stringify(reply.body)).toEqual([
      status,
      field,
    ]);
  });

  it('in a change either', async () => {
    const { id } = await make({ groupe: groupe.vide, entites: [1] });
    const change = (more: Record<string, unknown>) =>
      by('niamey').send<Problem>('PATCH', `/v2/users/${id}`, more);
    for (const more of [{ groupe: groupe.superAdmin }, { groupe: groupe.adminNta }])
      expect((await change(more)).status).toBe(403);
    for (const more of [{ entites: [1, 2] }, { entites: [], ramifications: [place.far] }])
      expect((await change(more)).status).toBe(400);
    expect((await change({ groupe: groupe.consultation })).status).toBe(200);
  });

  it('keeps a group that was disabled, which cannot be given again', async () => {
    const { body: off } = await by('superadmin').send<Row>('POST', '/v2/groups', { nom: 'Bientôt éteint' });
    const { id } = await make({ groupe: off.id, entites: [1] });
    const other = await make({ groupe: groupe.vide, entites: [1] });
    await by('superadmin').send('PATCH', `/v2/groups/${off.id}`, { enabled: false });
    const change = (target: number) =>
      by('niamey').send('PATCH', `/v2/users/${target}`, { groupe: off.id, telephone: '91' });
    expect((await change(id)).status).toBe(200);
    expect((await change(other.id)).status).toBe(400);
  });

  it('and the refusal says why the other user has more rights', async () => {
    const { id } = await make({ groupe: groupe.adminNta, entites: [1] });
    const { body: problem } = await by('niamey').send<Problem>('DELETE', `/v2/users/${id}`);
    expect(problem.message).toBe(
      "Vous ne pouvez pas agir sur ce compte : le groupe « Admin NTA » a des droits que vous n'avez pas.",
    );
  });
});

describe('a user limited to some payment methods', () => {
  const limitedTo = async (methods: number[]): Promise<Caller> => {
    const { username } = await make({ groupe: groupe.administrateur, entites: [1], moyenPaiements: methods });
    return enter(username);
  };

  it('can give only those, and gives all of them by default', async () => {
    const caller = await limitedTo([1, 2]);
    const create = (more: Record<string, unknown>) =>
      caller.send<Row & Problem>(
        'POST',
        '/v2/users',
        newPerson({ groupe: groupe.vide, entites: [1], ...more }),
      );
    const own = await create({});
    expect([own.status, own.body['moyenPaiements']]).toMatchObject([
      201,
      [{ id: 1 }, { id: 2 }].map(() => ({})),
    ]);
    expect((await create({ moyenPaiements: [2] })).status).toBe(201);
    for (const moyenPaiements of [[], [3], [1, 3]]) {
      const { status, body: problem } = await create({ moyenPaiements });
      expect([status, problem.errors?.[0]?.field]).toEqual([400, 'moyenPaiements']);
    }
  });

  it('sees only those', async () => {
    const caller = await limitedTo([1, 2]);
    const { body } = await caller.get<{ data: { id: number }[] }>('/v2/moyen_paiements');
    expect(new Set(body.data.map(({ id }) => id))).toEqual(new Set([1, 2]));
  });

  it('cannot change a user who has others', async () => {
    const caller = await limitedTo([1, 2]);
    for (const [moyenPaiements, status] of [
      [[], 403],
      [[1, 3], 403],
      [[2], 200],
    ] as const) {
      const { id } = await make({ groupe: groupe.vide, entites: [1], moyenPaiements });
      expect((await caller.send('PATCH', `/v2/users/${id}`, { telephone: '90' })).status).toBe(status);
    }
  });
});

describe('one’s own rights', () => {
  const own = { superadmin: 1, 'admin.nta': 2, niamey: 3, plateau: 5 } as const;
  it.each(Object.entries(own) as [keyof typeof own, number][])(
    'cannot be changed by oneself: %s',
    async (who, id) => {
      const me = (await by(who).get<Row>(`/v2/users/${id}`)).body;
      const change = (more: Record<string, unknown>) =>
        by(who).send<Problem>('PATCH', `/v2/users/${id}`, more);
      for (const more of [
        { enabled: false },
        { type: AGENT },
        { groupe: groupe.vide },
        { entites: [3] },
        { ramifications: [place.beneath] },
        { moyenPaiements: [1] },
      ]) {
        const { status, body: problem } = await change(more);
        expect([status, problem.errors?.map(({ field }) => field)], JSON.stringify(problem)).toEqual([
          403,
          expect.arrayContaining(Object.keys(more)),
        ]);
        expect(problem.message).toMatch(/demandez à un autre administrateur/);
      }
      expect((await change({ ...me, telephone: '96' })).status).toBe(200);
      expect((await by(who).send('DELETE', `/v2/users/${id}`)).status).toBe(403);
      const { body: bulk } = await by(who).send('POST', '/v2/users/suppression', { ids: [id] });
      expect(bulk).toMatchObject({ supprimes: 0, refuses: [{ id }] });
      expect((await by(who).get<Row>(`/v2/users/${id}`)).body).toMatchObject({
        telephone: '96',
        enabled: true,
      });
    },
  );
});

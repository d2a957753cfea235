import { API, type Endpoint } from '@octroi/contract';
import { describe, expect, it } from 'vitest';
import { PASSWORD, testApp } from '#src/testing/app.ts';
import type { Problem } from '#src/testing/people.ts';
import { newName } from './testing/expectation.ts';
import { gather } from './testing/people.ts';

const octroi = await testApp();
const { copyOf, enter, query } = await gather(octroi);

/** A user with all rights, who entered the password this many seconds ago. */
async function somebody(seconds: number) {
  const id = await copyOf('superadmin');
  const caller = await enter(id);
  await query(
    'update session set confirmed_at = now() - make_interval(secs => $2) where utilisateur_id = $1',
    [id, seconds],
  );
  const makeGroup = () => caller.send<Problem>('POST', '/v2/groups', { nom: newName() });
  const confirm = (actuel: string) => caller.send<Problem>('POST', '/v2/session/confirmation', { actuel });
  return { id, caller, makeGroup, confirm };
}

it('a call that opens access, grants rights or cannot be undone is sensitive', () => {
  const sensitive = Object.entries<Endpoint>(API).flatMap(([address, each]) =>
    each.sensitive ? address : [],
  );
  expect(sensitive.toSorted()).toEqual([
    'DELETE /entites/{id}',
    'DELETE /groups/{id}',
    'DELETE /permissions/{id}',
    'DELETE /transactions/{id}',
    'DELETE /users/{id}',
    'DELETE /users/{id}/second-facteur',
    'PATCH /groups/{id}',
    'PATCH /permissions/{id}',
    'PATCH /users/{id}',
    'POST /appareils/{id}/code',
    'POST /approbations/{id}/approuver',
    'POST /entites/suppression',
    'POST /groups',
    'POST /groups/suppression',
    'POST /permissions',
    'POST /permissions/suppression',
    'POST /transactions/suppression',
    'POST /transactions/{id}/reimputation',
    'POST /transactions/{id}/rejet',
    'POST /users',
    'POST /users/suppression',
    'POST /users/{id}/mot-de-passe',
    'PUT /groups/{id}/permissions',
    'PUT /users/{id}',
  ]);
});

describe('a sensitive call', () => {
  it('is accepted for ten minutes after the password was entered', async () => {
    expect((await (await somebody(590)).makeGroup()).status).toBe(201);
    const { status, body } = await (await somebody(601)).makeGroup();
    expect([status, body.code]).toEqual([403, 'confirmation.requise']);
    expect(body.message).toMatch(/mot de passe/);
  });

  it('is accepted again after the password is entered, in that session only', async () => {
    const { id, caller, makeGroup, confirm } = await somebody(601);
    const other = await enter(id);
    await query("update session set confirmed_at = now() - interval '1 hour' where utilisateur_id = $1", [
      id,
    ]);
    expect((await caller.get('/v2/groups')).status).toBe(200);
    expect((await confirm(PASSWORD)).status).toBe(204);
    expect((await makeGroup()).status).toBe(201);
    expect((await other.send('POST', '/v2/groups', { nom: newName() })).status).toBe(403);
  });

  it('is refused with a wrong password, which is slowed down and recorded as at the sign-in', async () => {
    const { id, makeGroup, confirm } = await somebody(601);
    for (let tries = 0; tries < 5; tries += 1) {
      const { status, body } = await confirm('Pas-le-bon-1');
      expect([status, body.errors?.[0]?.field]).toEqual([400, 'actuel']);
    }
    const { status, body } = await confirm(PASSWORD);
    expect([status, body.code]).toEqual([429, 'connexion.limitee']);
    expect((await makeGroup()).status).toBe(403);
    const noted = await query(
      'select raison, nombre from echec_connexion where utilisateur_id = $1 order by raison desc',
      [id],
    );
    expect(noted).toEqual([
      { raison: 'mot de passe', nombre: 5 },
      { raison: 'limite', nombre: 1 },
    ]);
  });

  it('is documented as asking for the password', () => {
    const { paths } = octroi.app.swagger() as {
      paths: Record<string, Record<string, { description?: string }>>;
    };
    expect(paths['/v2/groups']?.['post']?.description).toContain('confirmation.requise');
    expect(paths['/v2/groups']?.['get']?.description).toBeUndefined();
  });
});

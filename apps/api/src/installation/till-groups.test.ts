import { GROUPES_CAISSE } from '@octroi/contract';
import { expect, it } from 'vitest';
import { testApp } from '#src/testing/app.ts';
import { GROUPES } from './groupes.ts';
import { addTillGroups } from './till-groups.ts';

const { signIn, query, db } = await testApp();

it('a group for tills that an installation of before lacks is added once, with its rights', async () => {
  const [before] = await query<{ id: number }>("select id from groupe where nom = 'Régisseur'");
  expect(before).toBeDefined();
  await query("delete from groupe where nom = 'Régisseur'");
  expect(await addTillGroups(db)).toBe(1);
  expect(await addTillGroups(db)).toBe(0);
  const granted = await query<{ cle: string; nom: string }>(
    `select n.cle, p.nom from permission p join navigation n on n.id = p.navigation_id
     join groupe g on g.id = p.groupe_id where g.nom = 'Régisseur'`,
  );
  const keys = (grants: readonly { cle: string; nom: string }[]): string[] =>
    grants.map(({ cle, nom }) => `${cle} ${nom}`).toSorted();
  expect(keys(granted)).toEqual(keys(GROUPES.find(({ nom }) => nom === 'Régisseur')!.grants));
  const names = GROUPES.map(({ nom }) => nom);
  for (const nom of Object.keys(GROUPES_CAISSE)) expect(names).toContain(nom);
});

it('a group that a person removed stays removed', async () => {
  const [group] = await query<{ id: number }>("select id from groupe where nom = 'Comptable'");
  const removed = await (await signIn('superadmin')).send('DELETE', `/v2/groups/${group!.id}`);
  expect(removed.status).toBe(204);
  expect(await addTillGroups(db)).toBe(0);
});

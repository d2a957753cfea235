import { expect, it } from 'vitest';
import { testApp } from '#src/testing/app.ts';
import { keepSecondFactors } from './second-factor.ts';

const { db, query, signIn } = await testApp();
const asking = () => query<{ nom: string }>('select nom from groupe where second_facteur order by nom');

it('a start in production requires a second factor of the groups with most rights, and changes no other group', async () => {
  expect(await asking()).toEqual([]);
  expect(await keepSecondFactors(db)).toBe(3);
  expect(await asking()).toEqual([{ nom: 'Admin NTA' }, { nom: 'Administrateur' }, { nom: 'Super Admin' }]);
  const niamey = await signIn('niamey');
  expect((await niamey.get('/v2/contribuables')).status).toBe(403);
  expect((await (await signIn('lecture')).get('/v2/contribuables')).status).toBe(200);
  const acts = await query(
    "select apres from journal where ressource = 'groups' and utilisateur_id is null order by id",
  );
  expect(acts).toHaveLength(3);
});

it('a second start changes nothing; a start after the requirement was removed sets it again', async () => {
  expect(await keepSecondFactors(db)).toBe(0);
  await query("update groupe set second_facteur = false where nom = 'Administrateur'");
  expect(await keepSecondFactors(db)).toBe(1);
});

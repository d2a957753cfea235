import { beforeAll, describe, expect, it } from 'vitest';
import { type Caller, testApp } from '#src/testing/app.ts';

const { signIn, nobody, query } = await testApp();
let niamey: Caller;
let lecture: Caller;
beforeAll(async () => {
  [niamey, lecture] = await Promise.all([signIn('niamey'), signIn('lecture')]);
});

interface View {
  id: number;
  nom: string;
  recherche: string;
}
const save = (caller: Caller, body: Record<string, unknown>) => caller.send<View>('POST', '/v2/vues', body);
const list = async (caller: Caller, ecran: string): Promise<View[]> =>
  (await caller.get<View[]>(`/v2/vues?ecran=${ecran}`)).body;

describe('saved views', () => {
  it('belong to one person and one screen', async () => {
    const { status, body } = await save(niamey, {
      ecran: 'contribuables',
      nom: ' Impayés ',
      recherche: 'filter[a]=1',
    });
    expect([status, body]).toMatchObject([
      201,
      { nom: 'Impayés', recherche: 'filter[a]=1', partagee: false, auteur: null },
    ]);
    expect(await list(niamey, 'contribuables')).toEqual([body]);
    expect(await list(niamey, 'transactions')).toEqual([]);
    expect(await list(lecture, 'contribuables')).toEqual([]);
  });

  it('are shared with the people of the same group and collectivité, who cannot remove them', async () => {
    // a second administrator of Niamey, and one of Maradi
    await query(
      `update utilisateur set groupe_id = (select groupe_id from utilisateur where username = 'niamey')
       where username in ('lecture', 'maradi')`,
    );
    const view = { ecran: 'transactions', nom: 'Du jour', recherche: 'a', partagee: true };
    const { body } = await save(niamey, view);
    await save(niamey, { ...view, nom: 'Pour moi', partagee: false });
    const colleague = await signIn('lecture');
    const [shared, ...others] = (
      await colleague.get<(View & { auteur: string })[]>('/v2/vues?ecran=transactions')
    ).body;
    expect(shared).toMatchObject({ id: body.id, nom: 'Du jour', partagee: true });
    expect(shared?.auteur).toMatch(/\w+ \w+/);
    expect(others).toEqual([]);
    expect((await colleague.send('DELETE', `/v2/vues/${body.id}`)).status).toBe(404);
    for (const stranger of ['maradi', 'plateau'] as const)
      expect(await list(await signIn(stranger), 'transactions')).toEqual([]);
    // saved again without the share, it is one's own again
    await save(niamey, { ...view, partagee: false });
    expect(await list(colleague, 'transactions')).toEqual([]);
  });

  it('are limited in number, and one can still be replaced at the limit', async () => {
    await query(`insert into vue (utilisateur_id, ecran, nom, recherche)
      select id, 'taxes', 'Vue ' || n, '' from utilisateur, generate_series(1, 200) n where username = 'plateau'`);
    const plateau = await signIn('plateau');
    const refused = await plateau.send<{ message: string }>('POST', '/v2/vues', {
      ecran: 'users',
      nom: 'Une de trop',
      recherche: '',
    });
    expect([refused.status, refused.body.message]).toEqual([
      409,
      expect.stringContaining('Supprimez-en une avant d’en enregistrer une autre'),
    ]);
    expect((await save(plateau, { ecran: 'taxes', nom: 'Vue 7', recherche: 'neuve' })).body.recherche).toBe(
      'neuve',
    );
  });

  it('are replaced by one of the same name, and removed only by their owner', async () => {
    const first = (await save(lecture, { ecran: 'users', nom: 'Actifs', recherche: 'a' })).body;
    const again = (await save(lecture, { ecran: 'users', nom: 'Actifs', recherche: 'b' })).body;
    expect(again).toEqual({ ...first, recherche: 'b' });
    expect((await niamey.send('DELETE', `/v2/vues/${first.id}`)).status).toBe(404);
    expect((await lecture.send('DELETE', `/v2/vues/${first.id}`)).status).toBe(204);
    expect((await lecture.send('DELETE', `/v2/vues/${first.id}`)).status).toBe(404);
    expect((await lecture.send('DELETE', '/v2/vues/99999999999')).status).toBe(404);
  });

  it.each([
    { ecran: '', nom: 'x', recherche: '' },
    { ecran: 'x', nom: '  ', recherche: '' },
    { ecran: 'x', nom: 'x'.repeat(81), recherche: '' },
    { ecran: 'x', nom: 'x', recherche: 'x'.repeat(8001) },
    { ecran: 'x', nom: 'a\0b', recherche: '' },
    { ecran: 'x', nom: 'x' },
  ])('are refused with missing or extra fields (case %#)', async (body) => {
    expect((await save(niamey, body)).status).toBe(400);
  });

  it('need a session', async () => {
    expect((await nobody.get('/v2/vues?ecran=x')).status).toBe(401);
  });
});

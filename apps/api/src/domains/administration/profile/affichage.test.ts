import { beforeAll, describe, expect, it } from 'vitest';
import type { Affichage } from '@octroi/contract';
import { type Caller, testApp } from '#src/testing/app.ts';

const { signIn, nobody } = await testApp();
let niamey: Caller;
let lecture: Caller;
beforeAll(async () => {
  [niamey, lecture] = await Promise.all([signIn('niamey'), signIn('lecture')]);
});

const USUAL: Affichage = {
  densite: 'confortable',
  accueil: 'tableau-de-bord',
  accueilChoisi: false,
  formatRecu: 'A4',
  masquees: {},
  epingles: [],
};
const PATH = '/v2/affichage';
const save = (caller: Caller, body: unknown) => caller.send<Affichage>('PATCH', PATH, body);
const readAffichage = async (caller: Caller): Promise<Affichage> =>
  (await caller.get<{ affichage: Affichage }>('/v2/session')).body.affichage;
const hide = (ecran: string, masquees: string[]) => ({ liste: { ecran, masquees } });

describe('how lists are shown', () => {
  it('belongs to one person and comes with the session on any machine', async () => {
    expect(await readAffichage(niamey)).toEqual(USUAL);
    expect(await save(niamey, { densite: 'compacte' })).toMatchObject({ status: 200 });
    await save(niamey, hide('contribuables', ['heure', 'agentNom']));
    const { body } = await save(niamey, hide('transactions', ['telephone']));
    const saved = {
      ...USUAL,
      densite: 'compacte',
      masquees: { contribuables: ['heure', 'agentNom'], transactions: ['telephone'] },
    };
    expect(body).toEqual(saved);
    expect(await readAffichage(await signIn('niamey'))).toEqual(saved);
    expect(await readAffichage(lecture)).toEqual(USUAL);
  });

  it('includes the first screen, independently of other choices', async () => {
    const caller = await signIn('maradi');
    expect((await save(caller, { accueil: 'journee' })).body).toEqual({
      ...USUAL,
      accueil: 'journee',
      accueilChoisi: true,
    });
    await save(caller, { densite: 'compacte' });
    expect(await readAffichage(await signIn('maradi'))).toEqual({
      ...USUAL,
      densite: 'compacte',
      accueil: 'journee',
      accueilChoisi: true,
    });
    expect((await save(caller, { accueil: 'contribuables' })).status).toBe(400);
  });

  it('keeps that the usual first screen was chosen, so that no other is proposed again', async () => {
    const caller = await signIn('admin.nta');
    await save(caller, { densite: 'compacte' });
    expect(await readAffichage(caller)).toMatchObject({ accueilChoisi: false });
    await save(caller, { accueil: 'tableau-de-bord' });
    expect(await readAffichage(await signIn('admin.nta'))).toMatchObject({
      accueil: 'tableau-de-bord',
      accueilChoisi: true,
    });
  });

  it('includes the pinned screens, in order', async () => {
    const caller = await signIn('superadmin');
    const epingles = ['imputations', 'rythme'];
    expect((await save(caller, { epingles })).body).toEqual({ ...USUAL, epingles });
    await save(caller, { densite: 'compacte' });
    expect(await readAffichage(await signIn('superadmin'))).toMatchObject({ epingles });
    expect((await save(caller, { epingles: [] })).body.epingles).toEqual([]);
    expect((await save(caller, { epingles: ['nulle-part'] })).status).toBe(400);
    const six = ['journee', 'carte', 'rythme', 'imputations', 'exports', 'taxes'];
    expect((await save(caller, { epingles: six })).status).toBe(400);
  });

  it('includes the paper of receipts', async () => {
    const caller = await signIn('plateau');
    expect((await save(caller, { formatRecu: '80mm' })).body).toEqual({ ...USUAL, formatRecu: '80mm' });
    expect((await save(caller, { formatRecu: 'A6' })).status).toBe(400);
  });

  it('stores nothing for a list that shows all columns', async () => {
    await save(lecture, hide('users', ['email']));
    expect((await save(lecture, hide('users', []))).body.masquees).toEqual({});
    expect((await save(lecture, hide('jamais', []))).body.masquees).toEqual({});
  });

  it.each([
    { densite: 'serrée' },
    { liste: { ecran: '', masquees: [] } },
    { liste: { ecran: 'x', masquees: [''] } },
    { liste: { ecran: 'x', masquees: Array.from({ length: 61 }, () => 'a') } },
    { liste: { ecran: 'a\0b', masquees: ['x'] } },
  ])('is refused with missing or extra fields (case %#)', async (body) => {
    expect((await save(lecture, body)).status).toBe(400);
  });

  it('is limited in number per person', async () => {
    const masquees = Array.from({ length: 60 }, (_, index) => `${index}`.padStart(60, 'x'));
    const replies = [];
    for (let list = 0; list < 8; list++)
      replies.push((await save(lecture, hide(`l${list}`, masquees))).status);
    expect(new Set(replies)).toEqual(new Set([200, 400]));
  });

  it('needs a session', async () => {
    expect((await nobody.send('PATCH', PATH, {})).status).toBe(401);
  });
});

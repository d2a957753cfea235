import type { Approbation, ApprobationRow, NatureApprobation, Problem } from '@octroi/contract';
import { beforeEach, describe, expect, it } from 'vitest';
import { type Account, testApp } from '#src/testing/app.ts';
import { picture, sentFile } from '#src/testing/files/photos.ts';

const { signIn, query } = await testApp();
const superadmin = await signIn('superadmin');
const nta = await signIn('admin.nta');
let niamey = await signIn('niamey');
const maradi = await signIn('maradi');
const lecture = await signIn('lecture');

type Person = typeof niamey;
interface Waiting {
  approbation: { id: number; statut: string };
}

let seuilId = 0;
/** Transactions up to this one are those of tests before. */
let since = 0;
async function ask(
  seuil: number,
  nature: NatureApprobation = 'remboursement',
  more: object = {},
): Promise<void> {
  const { status, body } = await superadmin.send('POST', '/v2/seuil_approbations', {
    entite: 1,
    nature,
    seuil,
    ...more,
  });
  expect([status, body]).toMatchObject([201, { seuil }]);
  seuilId = body.id as number;
}

/** Taxpayers of Niamey who have paid enough to be refunded. */
const payers = (
  await query<{ id: number }>(
    `select contribuable_id as id from imputation where entite_id = 1
     group by 1 having sum(montant) > 5000 order by 1 limit 5`,
  )
).map(({ id }) => Number(id));
const last = payers.pop() ?? 0;
const [one = 0, other = 0] = payers;

const refund = (by: Person, montant: number, contribuable = one, headers: Record<string, string> = {}) =>
  by.send<Waiting & { id: number; montant: number }>(
    'POST',
    '/v2/contribuables/transactions',
    { contribuable, montant: -montant, moyenPaiement: 9, motif: 'Erreur de caisse' },
    headers,
  );
/** A refund that waits. @returns its approval */
async function waiting(by: Person, montant: number, contribuable = one): Promise<number> {
  const { status, body } = await refund(by, montant, contribuable);
  expect([status, body]).toMatchObject([202, { approbation: { statut: 'attente' } }]);
  return body.approbation.id;
}
const decide = <Body = Approbation>(by: Person, id: number, how: 'approuver' | 'refuser' = 'approuver') =>
  by.send<Body>('POST', `/v2/approbations/${id}/${how}`, how === 'refuser' ? { motif: 'Sans pièce' } : {});
const refunded = async (contribuable = one): Promise<number[]> =>
  (
    await query<{ montant: string }>(
      'select montant from transaction where contribuable_id = $1 and montant < 0 and id > $2 order by id',
      [contribuable, since],
    )
  ).map(({ montant }) => Number(montant));
const acts = () =>
  query<{ acte: string; username: string; apres: Record<string, unknown> }>(
    `select j.acte, u.username, j.apres from journal j join utilisateur u on u.id = j.utilisateur_id
     where j.ressource in ('approbations', 'transactions') order by j.id`,
  );

beforeEach(async () => {
  await query('truncate exoneration, approbation, commande_dispensee, seuil_approbation restart identity');
  await query('alter table journal disable trigger user');
  await query('truncate journal, journal_attente, journal_scelle, journal_sceau');
  await query('alter table journal enable trigger user');
  [{ since } = { since: 0 }] = await query<{ since: number }>(
    'select max(id)::int as since from transaction',
  );
});

describe('a command that waits for a second person', () => {
  it('is done at once if no threshold is set', async () => {
    expect((await refund(niamey, 100)).status).toBe(201);
    expect(await refunded()).toEqual([-100]);
  });

  it('changes nothing until another person approves it; then it is done once, in its requester’s name', async () => {
    await ask(0);
    const before = await query('select last_value from transaction_id_seq');
    const id = await waiting(niamey, 100);
    expect(before).toBeTruthy();
    expect(await refunded()).toEqual([]);
    const seen = await nta.get<Approbation>(`/v2/approbations/${id}`);
    expect(seen.body).toMatchObject({
      nature: 'remboursement',
      montant: 100,
      motif: 'Erreur de caisse',
      statut: 'attente',
      demandeur: { username: 'niamey' },
      contribuable: { id: one },
      avant: null,
      apres: { montant: -100 },
      vise: [{ repris: 100, parts: [{ montant: 100 }] }],
      contexte: { avant: { paye: expect.any(Number) }, apres: { moyenPaiement: 'Remboursement' } },
      aDecider: true,
    });
    const { status, body } = await decide(nta, id);
    expect([status, body]).toMatchObject([
      200,
      { statut: 'approuvée', decideur: { username: 'admin.nta' }, aDecider: false },
    ]);
    expect(await refunded()).toEqual([-100]);
    const again = await decide<Problem>(superadmin, id);
    expect([again.status, again.body.code]).toEqual([409, 'approbation.decidee']);
    expect(await refunded()).toEqual([-100]);
    expect((await acts()).map(({ acte, username }) => [acte, username])).toEqual([
      ['demander une approbation', 'niamey'],
      ['créer', 'niamey'],
      ['approuver', 'admin.nta'],
    ]);
    expect((await acts())[2]?.apres).toMatchObject({ statut: 'approuvée', nature: 'remboursement' });
  });

  it('cannot be decided by its requester', async () => {
    await ask(0);
    const id = await waiting(niamey, 100);
    const own = await decide<Problem>(niamey, id);
    expect([own.status, own.body.code]).toEqual([403, 'approbation.demandeur']);
    expect((await niamey.get<Approbation>(`/v2/approbations/${id}`)).body).toMatchObject({ aDecider: false });
    expect(await refunded()).toEqual([]);
    await expect(
      query('update approbation set statut = $1, decideur_id = demandeur_id, decide_le = now()', [
        'approuvée',
      ]),
    ).rejects.toThrow('approbation_par_un_autre');
  });

  it('cannot be decided without the right, or from another collectivité', async () => {
    await ask(0);
    const id = await waiting(niamey, 100);
    expect((await decide(lecture, id)).status).toBe(403);
    expect((await decide(lecture, id, 'refuser')).status).toBe(403);
    expect((await decide(maradi, id)).status).toBe(404);
    expect((await maradi.get(`/v2/approbations/${id}`)).status).toBe(404);
    expect((await maradi.get<{ data: ApprobationRow[] }>('/v2/approbations')).body.data).toEqual([]);
    expect(await refunded()).toEqual([]);
  });

  it('can be refused once, with a reason', async () => {
    await ask(0);
    const id = await waiting(niamey, 100);
    expect((await nta.send<Problem>('POST', `/v2/approbations/${id}/refuser`, { motif: ' ' })).status).toBe(
      400,
    );
    expect((await decide(nta, id, 'refuser')).body).toMatchObject({
      statut: 'refusée',
      reponse: 'Sans pièce',
    });
    const again = await decide<Problem>(superadmin, id, 'refuser');
    expect([again.status, again.body.message]).toEqual([409, 'Cette demande est déjà refusée.']);
    expect((await decide(superadmin, id)).status).toBe(409);
    expect(await refunded()).toEqual([]);
    // in the database as well
    await expect(query("update approbation set statut = 'approuvée' where id = $1", [id])).rejects.toThrow(
      'déjà décidée',
    );
  });

  it('expires, and can then be requested again', async () => {
    await ask(0);
    const id = await waiting(niamey, 100);
    await query("update approbation set expire_le = now() - interval '1 second'");
    const late = await decide<Problem>(nta, id);
    expect([late.status, late.body.code]).toEqual([409, 'approbation.expiree']);
    expect(await refunded()).toEqual([]);
    const list = async (statut: string) =>
      (
        await nta.get<{ data: ApprobationRow[] }>(
          `/v2/approbations?filter[appro.statut]=${encodeURIComponent(statut)}`,
        )
      ).body.data;
    expect(await list('expirée')).toMatchObject([{ id, statut: 'expirée', aDecider: false }]);
    expect(await list('attente')).toEqual([]);
    expect(await waiting(niamey, 100)).not.toBe(id);
  });

  it('requested twice waits once; with another key it is another request', async () => {
    await ask(0);
    const id = await waiting(niamey, 100);
    expect(await waiting(niamey, 100)).toBe(id);
    const keyed = async () =>
      (await refund(niamey, 100, one, { 'idempotency-key': 'a' })).body.approbation.id;
    const second = await keyed();
    expect(second).not.toBe(id);
    await decide(nta, second);
    // a program that asks again is told of what was booked
    const told = await refund(niamey, 100, one, { 'idempotency-key': 'a' });
    expect([told.status, told.body.montant]).toEqual([200, -100]);
    expect(await refunded()).toEqual([-100]);
  });

  it('waits once if it is requested twice at the same moment', async () => {
    await ask(0);
    const both = await Promise.all([waiting(niamey, 100), waiting(niamey, 100)]);
    expect(new Set(both).size).toBe(1);
  });

  it('is done once if two approve it at the same moment', async () => {
    await ask(0);
    const id = await waiting(niamey, 100);
    const both = await Promise.all([decide(nta, id), decide(superadmin, id)]);
    expect(both.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409]);
    expect(await refunded()).toEqual([-100]);
  });
});

describe('a request after a change of the facts', () => {
  it('fails if the command is no longer possible, and says why', async () => {
    await ask(0);
    const [paid] = await query<{ paye: string }>(
      'select sum(montant) as paye from imputation where contribuable_id = $1',
      [last],
    );
    const all = Number(paid?.paye);
    const first = await waiting(niamey, all, last);
    const second = await waiting(niamey, all - 1, last);
    expect((await decide(nta, first)).body).toMatchObject({ statut: 'approuvée' });
    const { status, body } = await decide(nta, second);
    expect([status, body]).toMatchObject([200, { statut: 'échouée' }]);
    expect(body.reponse).toMatch(/^Le paiement \S+ a été remboursé/);
    expect(await refunded(last)).toEqual([-all]);
    expect((await acts()).at(-1)).toMatchObject({ acte: 'approuver', apres: { statut: 'échouée' } });
  });

  it('is done if only a displayed name has changed', async () => {
    await ask(0);
    const id = await waiting(niamey, 100);
    await query("update moyen_paiement set nom = nom || ' (autre)' where id = 9");
    expect((await decide(nta, id)).body).toMatchObject({ statut: 'approuvée' });
    expect(await refunded()).toEqual([-100]);
    await query("update moyen_paiement set nom = replace(nom, ' (autre)', '') where id = 9");
  });

  it('fails if the requester lost the right or the account', async () => {
    await ask(0);
    const [first, second] = [await waiting(niamey, 100), await waiting(niamey, 200)];
    const group = "(select groupe_id from utilisateur where username = 'niamey')";
    const valider = `groupe_id = ${group} and nom = 'Valider'
      and navigation_id = (select id from navigation where cle = 'transactions')`;
    const [grant] = await query<Record<string, unknown>>(
      `delete from permission where ${valider} returning *`,
    );
    expect((await decide(nta, first)).body).toMatchObject({
      statut: 'échouée',
      reponse: 'La personne qui a demandé n’a plus le droit de le faire.',
    });
    await query('insert into permission (groupe_id, navigation_id, nom) values ($1, $2, $3)', [
      grant?.['groupe_id'],
      grant?.['navigation_id'],
      'Valider',
    ]);
    await query("update utilisateur set enabled = false where username = 'niamey'");
    expect((await decide(nta, second)).body).toMatchObject({ statut: 'échouée' });
    await query("update utilisateur set enabled = true where username = 'niamey'");
    niamey = await signIn('niamey');
    expect(await refunded()).toEqual([]);
  });

  it('cannot be decided by a person who lost the right meanwhile', async () => {
    await ask(0);
    const id = await waiting(superadmin, 100);
    const approuver = `nom = 'Approuver' and navigation_id = (select id from navigation where cle = 'transactions')
      and groupe_id = (select groupe_id from utilisateur where username = 'niamey')`;
    const [grant] = await query<Record<string, unknown>>(
      `delete from permission where ${approuver} returning *`,
    );
    expect((await decide(niamey, id)).status).toBe(403);
    await query('insert into permission (groupe_id, navigation_id, nom) values ($1, $2, $3)', [
      grant?.['groupe_id'],
      grant?.['navigation_id'],
      'Approuver',
    ]);
    expect((await decide(niamey, id)).body).toMatchObject({ statut: 'approuvée' });
  });
});

describe('a threshold', () => {
  it('lets smaller amounts pass, and adds up the requests of one person', async () => {
    await ask(250);
    expect((await refund(niamey, 100, one)).status).toBe(201);
    expect((await refund(niamey, 149, other)).status).toBe(201);
    const id = await waiting(niamey, 1, payers[2]);
    // what a second person has seen adds to nothing
    await decide(nta, id);
    expect((await refund(nta, 100, payers[2])).status).toBe(201);
  });

  it('adds up what one taxpayer gets, from any requester', async () => {
    await ask(250);
    expect((await refund(niamey, 100, one)).status).toBe(201);
    expect((await refund(nta, 100, one)).status).toBe(201);
    await waiting(superadmin, 50, one);
    expect((await refund(superadmin, 50, other)).status).toBe(201);
  });

  it('counts the last thirty days', async () => {
    await ask(250);
    expect((await refund(niamey, 200)).status).toBe(201);
    await waiting(niamey, 50);
    await query("update commande_dispensee set created_at = now() - interval '30 days 1 second'");
    expect((await refund(niamey, 60)).status).toBe(201);
  });

  it('holds for many requests at once: those that pass stay below it', async () => {
    await ask(250);
    const replies = await Promise.all(
      payers.flatMap((payer) => [refund(niamey, 90, payer), refund(niamey, 91, payer)]),
    );
    const passed = replies.filter(({ status }) => status === 201);
    expect(passed).toHaveLength(2);
    expect(replies.filter(({ status }) => status === 202)).toHaveLength(6);
  });

  it('has no effect, and says so, if only one person could approve', async () => {
    await ask(0);
    const read = async () =>
      (await superadmin.get<{ effet: string }>(`/v2/seuil_approbations/${seuilId}`)).body;
    expect(await read()).toMatchObject({ effet: 'En vigueur' });
    const gone = await query<{ groupe_id: number; navigation_id: number }>(
      `delete from permission where nom = 'Approuver' and groupe_id <> (select id from groupe where nom = 'Super Admin')
       returning groupe_id, navigation_id`,
    );
    expect(await read()).toMatchObject({
      approbateurs: 1,
      effet: 'Sans effet : moins de deux personnes pourraient approuver',
    });
    expect((await refund(niamey, 100)).status).toBe(201);
    for (const { groupe_id, navigation_id } of gone)
      await query("insert into permission (groupe_id, navigation_id, nom) values ($1, $2, 'Approuver')", [
        groupe_id,
        navigation_id,
      ]);
    expect((await read()).effet).toBe('En vigueur');
  });

  it('is set once per collectivité and kind, by a person with the right there', async () => {
    await ask(0);
    const twice = await superadmin.send<Problem>('POST', '/v2/seuil_approbations', {
      entite: 1,
      nature: 'remboursement',
    });
    expect([twice.status, twice.body.message]).toEqual([
      409,
      'Cette collectivité a déjà un seuil pour cela.',
    ]);
    expect((await lecture.send('PATCH', `/v2/seuil_approbations/${seuilId}`, { seuil: 5 })).status).toBe(403);
    expect((await niamey.send('PATCH', `/v2/seuil_approbations/${seuilId}`, { seuil: 5 })).status).toBe(200);
  });
});

it('a person can count and list the requests to decide, and sees their own', async () => {
  await ask(0);
  const id = await waiting(niamey, 100);
  const count = async (account: Account) =>
    (await (await signIn(account)).get<{ nombre: number }>('/v2/approbations/attente')).body.nombre;
  expect([
    await count('niamey'),
    await count('admin.nta'),
    await count('lecture'),
    await count('maradi'),
  ]).toEqual([0, 1, 0, 0]);
  const toDecide = await nta.get<{ data: ApprobationRow[] }>('/v2/approbations?filter[appro.aDecider]=true');
  expect(toDecide.body.data.map((row) => row.id)).toEqual([id]);
  const own = await niamey.get<{ data: ApprobationRow[] }>('/v2/approbations?orderBy=appro.montant');
  expect(own.body.data.map((row) => [row.id, row.aDecider])).toEqual([[id, false]]);
});

describe('the file attached to a request', () => {
  const lay = (by: Person, id: number, content: Buffer | string) => {
    const { body, headers } = sentFile(content);
    return by.send<Approbation & Problem>('POST', `/v2/approbations/${id}/piece`, body, headers);
  };

  it('is attached once by the requester, while the request waits, and seen by those who decide', async () => {
    await ask(0);
    const id = await waiting(niamey, 500);
    expect((await lay(nta, id, await picture())).status).toBe(403);
    expect((await lay(maradi, id, await picture())).status).toBe(404);
    expect((await lay(niamey, id, 'du texte')).status).toBe(415);
    const laid = await lay(niamey, id, '%PDF-1.7\nfacture');
    expect([laid.status, laid.body.piece]).toEqual([200, 'pdf']);
    expect((await lay(niamey, id, await picture())).status).toBe(409);
    const { status, headers } = await nta.get(`/v2/approbations/${id}/piece`);
    expect([status, headers['content-type'], headers['content-disposition']]).toEqual([
      200,
      'application/pdf',
      expect.stringMatching(/^attachment; filename="[0-9a-f]{32}\.pdf"$/),
    ]);
    expect((await maradi.get(`/v2/approbations/${id}/piece`)).status).toBe(404);
    const other = await waiting(niamey, 600);
    expect((await lay(niamey, other, await picture())).body.piece).toBe('photo');
    expect((await nta.get(`/v2/approbations/${other}/piece`)).headers['content-type']).toBe('image/jpeg');
    expect((await niamey.get(`/v2/approbations/${await waiting(niamey, 700)}/piece`)).status).toBe(404);
    const decided = await waiting(niamey, 800);
    await decide(nta, decided, 'refuser');
    expect((await lay(niamey, decided, await picture())).body.code).toBe('approbation.decidee');
    await expect(query('update approbation set piece = null where id = $1', [id])).rejects.toThrow('pièce');
  });
});

/* A command on which the server fails is put aside after a few attempts, and nothing is lost (ADR 0053). */
import { randomUUID } from 'node:crypto';
import type { CasRow } from '@octroi/contract';
import { afterEach, expect, it } from 'vitest';
import { verify } from '#src/verification/verify.ts';
import { testApp } from '#src/testing/app.ts';
import { enrolDevice, type Telephone } from '#src/testing/terrain.ts';
import { type Tills, tillsOf } from '#src/testing/tills.ts';

const octroi = await testApp();
const { newTills } = await tillsOf(octroi);

/** Makes the server fail whenever it writes such rows. */
const failOn = (table: string, quand = 'true'): Promise<unknown> =>
  octroi.query(
    `create or replace function panne() returns trigger language plpgsql as $$ begin raise exception 'panne' using errcode = 'XX000'; end $$;
     create trigger panne before insert on ${table} for each row when (${quand}) execute function panne()`,
  );
const mended = (): Promise<unknown> => octroi.query('drop function if exists panne cascade');
afterEach(mended);

const cases = async (tills: Tills): Promise<CasRow[]> =>
  (
    await tills.regisseur.caller.get<{ data: CasRow[] }>(
      `/v2/cas_terrain?entite=${tills.town.entite}&orderBy=k.recuLe&sortOrder=asc`,
    )
  ).body.data;
const carryOut = (tills: Tills, { id }: Pick<CasRow, 'id'>) =>
  tills.regisseur.caller.send<CasRow & { message: string }>('POST', `/v2/cas_terrain/${id}/execution`, {});
/** Sends until the request is accepted. @returns the statuses, and the last replies */
async function insist(phone: Telephone) {
  const statuses: number[] = [];
  for (let n = 0; n < 8; n++) {
    const { status, body } = await phone.send();
    statuses.push(status);
    if (status === 200) return { statuses, data: body.data };
  }
  throw new Error(`never taken: ${statuses.join(' ')}`);
}
const enrolement = (phone: Telephone, tills: Tills, local: string) =>
  phone.note('enrolement', {
    local,
    nom: 'Panne',
    prenom: 'Ali',
    ramification: tills.town.nodes[4] as number,
    lignes: [{ natureActivite: tills.town.nature }],
  });

it('an enrolment on which the server fails is set aside, its payments are booked, and the office executes it later', async () => {
  const tills = await newTills();
  const phone = await enrolDevice(octroi, tills);
  const local = randomUUID();
  phone.encaisse({ id: Number(tills.payer) }, 100);
  enrolement(phone, tills, local);
  phone.encaisse({ local }, 700);
  phone.encaisse({ id: Number(tills.payer) }, 200);
  await failOn('contribuable', "new.nom = 'Panne'");
  const { statuses, data } = await insist(phone);
  expect(statuses).toEqual([500, 500, 500, 500, 200]);
  expect(data.map(({ etat, premier, code }) => [etat, premier, code].filter(Boolean).join(' '))).toEqual([
    'deja accepte',
    'refuse serveur.erreur',
    'accepte introuvable',
    'accepte',
  ]);
  const [aside, money] = await cases(tills);
  expect(aside).toMatchObject({ motif: 'panne', etat: 'ouvert', corps: { local, nom: 'Panne' } });
  expect(money).toMatchObject({ motif: 'à classer', montant: 700 });

  // the server still fails: the case stays open, and the office may try again
  expect((await carryOut(tills, aside!)).status).toBe(500);
  expect((await cases(tills))[0]).toMatchObject({ id: aside!.id, etat: 'ouvert' });
  await mended();
  const [once, twice] = await Promise.all([carryOut(tills, aside!), carryOut(tills, aside!)]);
  expect([once.status, twice.status].toSorted((a, b) => a - b)).toEqual([200, 409]);
  expect(once.status === 200 ? once.body : twice.body).toMatchObject({ etat: 'réglé' });
  // who was enrolled is known to the device by its own name from then on, and what was answered stays
  phone.encaisse({ local }, 300);
  const after = (await phone.send()).body.data;
  expect(after[1]).toMatchObject({ etat: 'deja', premier: 'refuse', code: 'serveur.erreur' });
  expect(after[4]).toMatchObject({ etat: 'accepte' });
  expect(after[4]).not.toHaveProperty('code');
  expect(
    await octroi.query(
      `select c.nom, t.montant::int from transaction t join contribuable c on c.id = t.contribuable_id
       where t.entite_id = $1 and c.nom = 'Panne'`,
      [tills.town.entite],
    ),
  ).toEqual([{ nom: 'Panne', montant: 300 }]);
  expect((await carryOut(tills, money!)).status).toBe(409);
  expect(await verify(octroi.url, () => undefined)).toEqual([]);
});

it('a payment on which the server fails is booked « à classer »; one that cannot be booked at all is never set aside', async () => {
  const tills = await newTills();
  const phone = await enrolDevice(octroi, tills);
  phone.encaisse({ id: Number(tills.payer) }, 400, {
    code: randomUUID().replaceAll('-', '').slice(0, 20).toUpperCase(),
  });
  await failOn('transaction', `new.contribuable_id = ${tills.payer}`);
  const { statuses, data } = await insist(phone);
  expect(statuses).toEqual([500, 500, 500, 500, 200]);
  expect(data[0]).toMatchObject({ etat: 'accepte', code: 'serveur.erreur', resultat: { classe: true } });
  expect(await cases(tills)).toMatchObject([
    { motif: 'à classer', montant: 400, transaction: { numeroRecu: phone.log[0]?.corps['recu'] } },
  ]);
  await mended();
  await failOn('transaction');
  phone.encaisse({ id: Number(tills.payer) }, 500);
  for (let n = 0; n < 7; n++) expect((await phone.send()).status).toBe(500);
  await mended();
  expect((await phone.send()).body.data[1]).toMatchObject({
    etat: 'accepte',
    resultat: { numeroRecu: phone.log[1]?.corps['recu'] },
  });
  expect(await verify(octroi.url, () => undefined)).toEqual([]);
});

it('a payment is booked even if the server fails on its paper', async () => {
  const tills = await newTills();
  const phone = await enrolDevice(octroi, tills);
  phone.encaisse({ id: Number(tills.payer) }, 400, {
    code: randomUUID().replaceAll('-', '').slice(0, 20).toUpperCase(),
  });
  await failOn('piece');
  await insist(phone);
  const [cas] = await cases(tills);
  expect(cas).toMatchObject({ motif: 'à classer', montant: 400 });
  expect(cas?.message).toMatch(/code ne se vérifie pas/);
});

it('a command set aside and refused later tells the office why, and its case stays', async () => {
  const tills = await newTills();
  const phone = await enrolDevice(octroi, tills);
  enrolement(phone, tills, randomUUID());
  await failOn('contribuable', "new.nom = 'Panne'");
  await insist(phone);
  await mended();
  const { id } = tills.agents[0];
  await octroi.query('update utilisateur set enabled = false where id = $1', [id]);
  const [aside] = await cases(tills);
  const { status, body } = await carryOut(tills, aside!);
  expect([status, body.message]).toEqual([403, expect.stringMatching(/désactivé/)]);
  expect(await cases(tills)).toHaveLength(1);
});

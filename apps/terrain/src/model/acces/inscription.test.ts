import 'fake-indexeddb/auto';
import { expect, it, vi } from 'vitest';
import { newUnownedPhone, synced } from '../../testing/phone.ts';
import { Locked } from './deverrouillage.ts';
import { CodeRefused } from './inscription.ts';
import { CodeNeeded, PhotosWait } from './liberation.ts';
import type { Terrain } from '../terrain.ts';

const CODE = 'ABCDEFGH23';
const PASSWORD = 'Octroi-2026!';
const agent = { identifiant: 'agent.terrain', password: PASSWORD };
const other = { identifiant: 'autre.agent', password: PASSWORD };

/** A phone of `agent.terrain`, online, that can seal its acts to the server. */
async function enrolled() {
  const phone = newUnownedPhone();
  phone.server.referentiel = { ...phone.server.emptyReferentiel(), remise: await phone.server.makeKey() };
  const terrain = await phone.open();
  await terrain.enrol(CODE, agent);
  await synced(terrain);
  return { phone, terrain };
}

const pay = (terrain: Terrain, montant: number) =>
  terrain.act({ type: 'paiement', corps: { contribuable: { id: 1 }, montant, moyenPaiement: 5 } });

it('a phone belongs to nobody until the office’s code and the sign-in are accepted', async () => {
  const phone = newUnownedPhone();
  const terrain = await phone.open();
  const owned = async () => [
    (await phone.store().setting('coffre')) !== undefined,
    await phone.store().secrets.count(),
  ];
  expect(terrain.etat.phase).toBe('inscription');
  await expect(terrain.enrol('ABCDEFGH24', agent)).rejects.toBeInstanceOf(CodeRefused);
  await expect(terrain.enrol(CODE, { ...agent, password: 'faux' })).rejects.toThrow('mot de passe faux');
  phone.network(false);
  await expect(terrain.enrol(CODE, agent)).rejects.toThrow('demande le réseau');
  expect(await owned()).toEqual([false, 0]);
  expect((await phone.open()).etat.phase).toBe('inscription');
  phone.network(true);
  // whoever tried first owns nothing: another agent enrols it
  await terrain.enrol('abcde-fgh23', agent);
  expect([terrain.etat.appareil?.code, (await owned())[0]]).toEqual(['A017', true]);
});

it('a second tab that enrols the same phone does not replace its vault', async () => {
  const phone = newUnownedPhone();
  const tabs = [await phone.open(), await phone.open()] as const;
  await tabs[0].enrol(CODE, agent);
  await vi.waitFor(() => expect(tabs[1].etat.phase).toBe('connexion'));
  await expect(tabs[1].enrol(CODE, agent)).rejects.toThrow('autre onglet');
});

it('one person opens the phone by username or e-mail address; another one does not', async () => {
  const { phone, terrain } = await enrolled();
  await terrain.signOut();
  phone.network(false);
  const byEmail = { identifiant: ' Ibrahim@octroi.test', password: PASSWORD };
  // offline the address is not known to be the owner's
  await expect(terrain.signIn(byEmail)).rejects.toThrow('Sans réseau');
  phone.network(true);
  await terrain.signIn({ ...byEmail, identifiant: 'ibrahim@octroi.test' });
  expect(terrain.etat.phase).toBe('ouvert');
  await terrain.signOut();
  phone.network(false);
  await terrain.signIn(byEmail);
  await terrain.signOut();
  await terrain.signIn(agent);
  await terrain.signOut();
  phone.network(true);
  // the same password opens nothing for another person
  await expect(terrain.signIn(other)).rejects.toThrow('est celui de « agent.terrain »');
  await expect(terrain.signIn({ ...agent, password: 'faux' })).rejects.toThrow(
    'mot de passe n’est pas le bon',
  );
});

it('a forgotten password does not lock a phone whose acts the office has: it is released and enrolled again', async () => {
  const { phone, terrain } = await enrolled();
  await pay(terrain, 100);
  await synced(terrain);
  phone.network(false);
  await pay(terrain, 200);
  await synced(terrain);
  await terrain.signOut();
  const anew = { ...agent, password: 'Nouveau-2026!' };
  Object.assign(phone.server.people[0]!, { password: anew.password });
  await expect(terrain.release(anew, false)).rejects.toThrow('réseau');
  phone.network(true);
  await expect(terrain.signIn(anew)).rejects.toMatchObject({ owner: true });
  await expect(terrain.release(agent, false)).rejects.toThrow('mot de passe faux');
  // what waited is handed over first
  await terrain.release(anew, false);
  expect([...phone.server.received.values()].map(({ corps }) => corps['montant'])).toEqual([100, 200]);
  expect([terrain.etat.phase, await phone.store().journal.count()]).toEqual(['inscription', 0]);
  // emptied, it is another device: no number of the former one is given again
  await terrain.enrol(CODE, anew);
  expect(terrain.etat.remplace).toEqual({ code: 'A017', actes: 2 });
  const { corps, sequence } = await pay(terrain, 300);
  expect([sequence, 'recu' in corps && corps.recu]).toEqual([
    1,
    expect.stringMatching(/^NIA-\d{4}-A018-000001$/),
  ]);
});

it('another agent releases a phone by the own sign-in, and only once everything is at the office', async () => {
  const { phone, terrain } = await enrolled();
  await pay(terrain, 100);
  await synced(terrain);
  await terrain.signOut();
  await expect(terrain.signIn(other)).rejects.toBeInstanceOf(Locked);
  // the server was restored from an older backup
  phone.server.received.clear();
  await expect(terrain.release(other, false)).rejects.toThrow('n’a pas reçu tout');
  expect(await phone.store().journal.count()).toBe(1);
});

it('acts that only the agent can send, and photos that nobody gave up, keep a phone from being released', async () => {
  const { phone, terrain } = await enrolled();
  phone.network(false);
  await pay(terrain, 100);
  const photo = { empreinte: 'b'.repeat(64), octets: new Uint8Array([9]).buffer };
  await terrain.act(
    { type: 'correction', corps: { contribuable: { id: 1 }, champs: {}, photo: photo.empreinte } },
    { photo },
  );
  // no attempt to send is under way when the network returns
  await synced(terrain);
  await terrain.signOut();
  const copies = await phone.store().copies.toArray();
  await phone.store().copies.clear();
  phone.network(true);
  await expect(terrain.release(other, true)).rejects.toThrow('qu’avec le mot de passe de l’agent');
  await phone.store().copies.bulkPut(copies);
  await expect(terrain.release(other, false)).rejects.toBeInstanceOf(PhotosWait);
  expect(phone.server.received.size).toBe(2);
  await terrain.release(other, true);
  expect(terrain.etat.phase).toBe('inscription');
});

it('a payment taken in another tab during a release is refused, or not lost', async () => {
  const { phone, terrain } = await enrolled();
  const tab = await phone.open();
  await tab.signIn(agent);
  await synced(tab);
  await terrain.signOut();
  await tab.signIn(agent);
  const [given] = await Promise.all([
    pay(tab, 100).then(
      () => true,
      () => false,
    ),
    terrain.release(other, false).catch((error: unknown) => expect(error).toBeInstanceOf(Error)),
  ]);
  await synced(tab);
  const kept = await phone.store().journal.count();
  // a receipt that was given is at the office, or still on the phone
  expect(Math.max(kept, phone.server.received.size)).toBe(given ? 1 : 0);
});

it('a phone whose key the office replaced keeps its acts, and sends them once it is enrolled again', async () => {
  const { phone, terrain } = await enrolled();
  await pay(terrain, 100);
  await synced(terrain);
  phone.network(false);
  await pay(terrain, 200);
  await synced(terrain);
  // the office gives a new code, not knowing of the second payment
  phone.server.knowsKey = false;
  phone.network(true);
  await synced(terrain);
  expect(terrain.etat.interdit).toBe('attendu');
  await expect(pay(terrain, 300)).rejects.toThrow('plus inscrit');
  await expect(terrain.enrolAgain(CODE, other)).rejects.toThrow('« agent.terrain »');
  await expect(terrain.enrolAgain('ABCDEFGH24', agent)).rejects.toBeInstanceOf(CodeRefused);
  await terrain.enrolAgain(CODE, agent);
  await synced(terrain);
  expect(phone.server.inscribed).toEqual([null, 7]);
  expect([terrain.etat.interdit, terrain.etat.enAttente]).toEqual([null, 0]);
  const { sequence, corps } = await pay(terrain, 300);
  expect([sequence, 'rang' in corps && corps.rang]).toEqual([3, 3]);
  await synced(terrain);
  expect([...phone.server.received.values()].map((each) => each.corps['montant'])).toEqual([100, 200, 300]);
});

it('a locked phone whose key the office replaced is released by a code: what waits is handed over first', async () => {
  const { phone, terrain } = await enrolled();
  phone.network(false);
  await pay(terrain, 200);
  await synced(terrain);
  await terrain.signOut();
  phone.server.knowsKey = false;
  phone.network(true);
  Object.assign(phone.server.people[0]!, { password: 'Nouveau-2026!' });
  const anew = { ...agent, password: 'Nouveau-2026!' };
  await expect(terrain.release(anew, false)).rejects.toBeInstanceOf(CodeNeeded);
  expect(await phone.store().journal.count()).toBe(1);
  await terrain.release(anew, false, CODE);
  expect([...phone.server.received.values()].map((each) => each.corps['montant'])).toEqual([200]);
  expect(terrain.etat.phase).toBe('inscription');
});

/* What waits on a phone, handed over without its person: done as if it had been sent, told to nobody. */
import { randomBytes } from 'node:crypto';
import type { CleRemise, Commande, CommandeScellee } from '@octroi/contract';
import { TERRAIN_MESSAGES } from '@octroi/contract';
import fc from 'fast-check';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { SECRETS, testApp } from '#src/testing/app.ts';
import { handoverKey, sendHandover, seal } from '#src/testing/remises.ts';
import { enrolDevice, newKey, type Telephone } from '#src/testing/terrain.ts';
import { type Tills, tillsOf } from '#src/testing/tills.ts';
import { secretBox } from '#src/platform/secrets/secret-box.ts';
import { verify } from '#src/verification/verify.ts';
import { keepCles } from './cles.service.ts';

const octroi = await testApp();
const world = await tillsOf(octroi);
await keepCles(octroi.db, SECRETS);

let tills: Tills;
let phone: Telephone;
let cle: CleRemise;

async function begin(): Promise<void> {
  const found = await world.newTills();
  tills = { ...found, payer: Number(found.payer) };
  phone = await enrolDevice(octroi, tills);
  cle = (await handoverKey(tills.agents[0], phone.id))!;
}
beforeEach(begin);

const sealed = (commandes: readonly Commande[] = phone.log): CommandeScellee[] =>
  commandes.map((commande) => seal(cle, commande, { appareil: phone.id }));
const handOver = async (commandes: readonly CommandeScellee[] = sealed()): Promise<string[]> => {
  const { status, body } = await sendHandover(octroi, phone, commandes);
  return status === 200 ? body.data.map(({ etat }) => etat) : [`${status} ${body.code}`];
};
const paid = async (): Promise<number[]> =>
  (
    await octroi.query<{ montant: number }>(
      `select t.montant::int as montant from transaction t join commande_terrain k on k.transaction_id = t.id
       where k.appareil_id = $1 order by k.sequence`,
      [phone.id],
    )
  ).map(({ montant }) => montant);
const take = (...montants: number[]): Commande[] =>
  montants.map((montant) => phone.encaisse({ id: tills.payer }, montant));
const stateOf = async (): Promise<Record<string, unknown>> =>
  (
    await octroi.query(
      'select statut, dernier_sequence as sequence, en_attente as attente from appareil_terrain where id = $1',
      [phone.id],
    )
  )[0]!;

describe('a handover', () => {
  it('is applied as if the device had sent it, in its agent’s name, even if disabled, and the journal says so', async () => {
    take(500, 700);
    phone.note('visite', { contribuable: { id: tills.payer }, issue: 'absent' });
    await octroi.query('update utilisateur set enabled = false where id = $1', [tills.agents[0].id]);
    expect(await handOver()).toEqual(['remise', 'remise', 'remise']);
    expect(await paid()).toEqual([500, 700]);
    expect(await stateOf()).toEqual({ statut: 'actif', sequence: 3, attente: 0 });
    // money is booked and looked at, the rest refused and looked at: what the same commands sent would have been told
    expect(
      await octroi.query(
        'select agent_id as agent, etat, cas from commande_terrain where appareil_id = $1 order by sequence',
        [phone.id],
      ),
    ).toEqual([
      { agent: tills.agents[0].id, etat: 'accepte', cas: 'à classer' },
      { agent: tills.agents[0].id, etat: 'accepte', cas: 'à classer' },
      { agent: tills.agents[0].id, etat: 'refuse', cas: 'refus' },
    ]);
    const told = await octroi.query(
      `select utilisateur_id, apres from journal where ressource = 'appareils' and enregistrement_id = $1 and apres ? 'remises'`,
      [phone.id],
    );
    expect(told).toEqual([{ utilisateur_id: null, apres: { remises: 'n° 1 à 3' } }]);
    expect(await verify(octroi.url, () => undefined)).toEqual([]);
  });

  it('is answered without a name, an amount or a reason', async () => {
    take(500);
    phone.note('correction', { contribuable: { id: 999_999_999 }, champs: { nom: 'Ousmane' } });
    const { body } = await sendHandover(octroi, phone, sealed());
    expect(body).toEqual({
      heure: expect.any(String),
      appareil: { statut: 'actif', agentActif: true, dernierSequence: 2 },
      data: [
        { sequence: 1, etat: 'remise' },
        { sequence: 2, etat: 'remise' },
      ],
    });
  });

  it('is recognised if its commands are also sent by the device, in any order', async () => {
    take(100, 200, 300);
    await phone.send(phone.log.slice(0, 1));
    expect(await handOver(sealed().toReversed())).toEqual(['remise', 'remise', 'remise']);
    expect(await handOver()).toEqual(['remise', 'remise', 'remise']);
    const { body } = await phone.send();
    expect(body.data.map(({ etat, premier }) => [etat, premier])).toEqual(
      Array.from({ length: 3 }, () => ['deja', 'accepte']),
    );
    expect(await paid()).toEqual([100, 200, 300]);
  });

  it('is applied once, even repeated at the same moment or while the device sends it', async () => {
    take(1, 2, 3, 4, 5);
    const all = sealed();
    const replies = await Promise.all([handOver(all), handOver(all), phone.send(), handOver(all)]);
    expect(replies[0]).toEqual(Array.from({ length: 5 }, () => 'remise'));
    expect(replies[3]).toEqual(replies[0]);
    expect(await paid()).toEqual([1, 2, 3, 4, 5]);
  });

  it('may be empty: the phone gets its state, and nothing is recorded', async () => {
    const { status, body } = await sendHandover(octroi, phone, [], { enAttente: 4 });
    expect([status, body.data, body.appareil.statut]).toEqual([200, [], 'actif']);
    expect((await stateOf())['attente']).toBe(4);
    expect(
      await octroi.query(
        `select from journal where ressource = 'appareils' and enregistrement_id = $1 and apres ? 'remises'`,
        [phone.id],
      ),
    ).toEqual([]);
  });

  it('waits for missing earlier commands', async () => {
    take(1, 2, 3);
    expect(await handOver(sealed().slice(1))).toEqual(['manquante']);
    expect(await paid()).toEqual([]);
    expect(await handOver()).toEqual(['remise', 'remise', 'remise']);
  });

  it('stops at a command that cannot be opened, and gives the remaining number', async () => {
    take(1, 2, 3);
    const all = sealed();
    const broken = all.with(1, { ...all[1]!, scelle: `${all[1]!.scelle.slice(0, -4)}AAAA` });
    expect(await handOver(broken)).toEqual(['remise', 'illisible']);
    expect([await paid(), (await stateOf())['attente']]).toEqual([[1], 2]);
    expect(await handOver(all)).toEqual(['remise', 'remise', 'remise']);
  });
});

describe('a command that cannot be opened', () => {
  it('is from another device or rank, cut, empty, too deep, no command, or for an unknown key', async () => {
    const [commande] = take(1) as [Commande];
    const at = { appareil: phone.id };
    const good = seal(cle, commande, at);
    const deep = `${'{"a":'.repeat(20)}1${'}'.repeat(20)}`;
    const told: CommandeScellee[] = [
      seal(cle, commande, { appareil: phone.id + 1 }),
      seal(cle, commande, { ...at, sequence: 2 }),
      seal(cle, { ...commande, sequence: 2 }, { ...at, sequence: 1 }, undefined),
      { ...good, scelle: good.scelle.slice(0, 40) },
      { ...good, scelle: 'AAAA' },
      { ...good, cle: '0123456789abcdef' },
      seal(cle, commande, at, 'pas une commande'),
      seal(cle, commande, at, JSON.stringify({ ...commande, type: 'virement' })),
      seal(cle, commande, at, JSON.stringify({ ...commande, corps: JSON.parse(deep) as unknown })),
    ];
    for (const [index, one] of told.entries()) {
      const reply = await sendHandover(octroi, phone, [{ ...one, sequence: 1 }], {
        address: `198.51.100.${index}`,
      });
      expect([index, reply.body.data]).toEqual([index, [{ sequence: 1, etat: 'illisible' }]]);
    }
    expect(await handOver([good])).toEqual(['remise']);
  });

  it('has any byte changed', async () => {
    const [commande] = take(1) as [Commande];
    const good = seal(cle, commande, { appareil: phone.id });
    const bytes = Buffer.from(good.scelle, 'base64url');
    for (let at = 0; at < bytes.length; at += 11) {
      const altered = Buffer.from(bytes);
      altered[at]! ^= 1;
      const address = `192.0.2.${at % 250}`;
      const reply = await sendHandover(octroi, phone, [{ ...good, scelle: altered.toString('base64url') }], {
        address,
      });
      expect([at, reply.body.data]).toEqual([at, [{ sequence: 1, etat: 'illisible' }]]);
      await octroi.query('delete from sign_in_failure');
    }
  });
});

describe('a device that hands over', () => {
  it('must sign with its own key: another key, another device or none is refused with the same message', async () => {
    take(1);
    const refused = { status: 401, message: TERRAIN_MESSAGES.signature };
    const other = { id: phone.id, cle: newKey().cle };
    for (const from of [other, { ...phone, id: 987_654_321 }]) {
      const { status, body } = await sendHandover(octroi, from, sealed());
      expect({ status, message: body.message }).toEqual(refused);
    }
    expect(await paid()).toEqual([]);
  });

  it('must wait after too many failures from its address, which does not affect others', async () => {
    take(1);
    const other = { id: phone.id, cle: newKey().cle };
    for (let n = 0; n < 10; n++)
      expect((await sendHandover(octroi, other, [], { address: '192.0.2.9' })).status).toBe(401);
    const late = await sendHandover(octroi, phone, sealed(), { address: '192.0.2.9' });
    expect([late.status, late.body.message]).toEqual([429, TERRAIN_MESSAGES.tropDeRemises]);
    for (let n = 0; n < 12; n++)
      expect((await sendHandover(octroi, phone, sealed(), { address: '192.0.2.10' })).status).toBe(200);
  });

  it('may be wiped: its money is booked « à classer »', async () => {
    take(300);
    await octroi.query("update appareil_terrain set statut = 'effacé' where id = $1", [phone.id]);
    const wiped = await sendHandover(octroi, phone, sealed());
    expect(wiped.body).toMatchObject({ appareil: { statut: 'effacé' }, data: [{ etat: 'remise' }] });
    expect(await octroi.query('select cas from commande_terrain where appareil_id = $1', [phone.id])).toEqual(
      [{ cas: 'à classer' }],
    );
  });

  it('may be blocked: nothing else is accepted from it until it is unblocked', async () => {
    take(300);
    const decide = (statut: string) =>
      octroi.query('update appareil_terrain set statut = $2 where id = $1', [phone.id, statut]);
    await decide('bloqué');
    const sent = await phone.send();
    expect(sent.body).toMatchObject({ appareil: { statut: 'bloqué', dernierSequence: 0 }, data: [] });
    const handed = await sendHandover(octroi, phone, sealed());
    expect(handed.body).toMatchObject({
      appareil: { statut: 'bloqué', agentActif: true, dernierSequence: 1 },
      data: [{ sequence: 1, etat: 'remise' }],
    });
    expect(await paid()).toEqual([300]);
    take(400);
    expect((await phone.send()).body.data).toEqual([]);
    expect(await paid()).toEqual([300]);
    await decide('actif');
    expect((await phone.send()).body.data.map(({ etat }) => etat)).toEqual(['deja', 'accepte']);
    expect(await paid()).toEqual([300, 400]);
  });

  it('is blocked if it sends another content under a known number', async () => {
    const [commande] = take(100) as [Commande];
    await phone.send();
    const fork = { ...commande, corps: { ...commande.corps, montant: 900 } };
    const { body } = await sendHandover(octroi, phone, [seal(cle, fork, { appareil: phone.id })]);
    expect(body).toMatchObject({ appareil: { statut: 'bloqué' }, data: [{ sequence: 1, etat: 'autre' }] });
    expect(await paid()).toEqual([100]);
  });
});

describe('the key pair', () => {
  const pairs = async () =>
    octroi.query<{ nom: string; cle: string }>('select nom, cle from cle_remise order by id');
  let kept: { nom: string; cle: string }[];
  beforeAll(async () => {
    kept = await pairs();
  });

  it('is created once, and its private half is nowhere in clear', async () => {
    await Promise.all([keepCles(octroi.db, SECRETS), keepCles(octroi.db, SECRETS)]);
    expect(await pairs()).toEqual(kept);
    const [row] = await octroi.query<{ text: string }>(
      'select row_to_json(k)::text as text from cle_remise k',
    );
    expect(row?.text).not.toContain('"d"');
    expect(kept.map((one) => one.cle)).toEqual([SECRETS.cle]);
  });

  it('is replaced with the key of secrets, and still opens what was sealed to it', async () => {
    const [present, next] = [Buffer.alloc(32, 'une clé'), randomBytes(32)];
    take(250);
    const former = sealed();
    expect(await keepCles(octroi.db, secretBox([next, present]))).toEqual(new Map());
    const after = await pairs();
    expect(after.map((one) => one.nom)).toEqual([kept[0]?.nom, expect.any(String)]);
    expect(new Set(after.map((one) => one.cle))).toEqual(new Set([secretBox([next]).cle]));
    const told = await handoverKey(tills.agents[0], phone.id);
    expect(told?.nom).toBe(after[1]?.nom);
    // the application under test has the former key alone: it opens neither, and money waits for its agent
    expect(await handOver(former)).toEqual(['illisible']);
    const lost = new Map([[secretBox([next]).cle, 2]]);
    expect(await keepCles(octroi.db, SECRETS)).toEqual(lost);
    expect(await keepCles(octroi.db, SECRETS)).toEqual(lost);
    expect(await pairs()).toHaveLength(3);
    expect(await handOver(former)).toEqual(['illisible']);
    // the operator puts it back: all three open
    expect(await keepCles(octroi.db, secretBox([present, next]))).toEqual(new Map());
    expect(await pairs()).toHaveLength(3);
    expect(await handOver(former)).toEqual(['remise']);
    expect(await paid()).toEqual([250]);
  });
});

it('each command is applied once and in order, sent or handed over, with any interruption', async () => {
  const step = fc.record({
    way: fc.constantFrom('send', 'remise'),
    from: fc.nat(12),
    count: fc.nat(12),
    acts: fc.nat(3),
    twice: fc.boolean(),
  });
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 12 }), async (steps) => {
      await begin();
      const taken: number[] = [];
      for (const { way, from, count, acts, twice } of steps) {
        for (let n = 0; n < acts; n++) {
          taken.push(100 + taken.length);
          take(taken.at(-1)!);
        }
        const part = phone.log.slice(from, from + count);
        const go = () => (way === 'send' ? phone.send(part) : sendHandover(octroi, phone, sealed(part)));
        expect((await Promise.all(twice ? [go(), go()] : [go()])).map(({ status }) => status)).not.toContain(
          500,
        );
      }
      expect(await paid()).toEqual(taken.slice(0, (await paid()).length));
      expect((await handOver()).every((etat) => etat === 'remise')).toBe(true);
      expect(await paid()).toEqual(taken);
    }),
    { numRuns: 12 },
  );
  expect(await verify(octroi.url, () => undefined)).toEqual([]);
});

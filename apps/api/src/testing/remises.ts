/** Seals and hands over commands like a phone, with code independent of the product. */
import { createCipheriv, createECDH, hkdfSync, type KeyObject, randomBytes, sign } from 'node:crypto';
import type { CleRemise, Commande, CommandeScellee, Donnees, Problem, RemisesReply } from '@octroi/contract';
import { lieuDuSceau, usageDuSceau } from '@octroi/contract';
import type { Caller, Reply, testApp } from './app.ts';

type App = Awaited<ReturnType<typeof testApp>>;

/** Public key to which a device must seal its commands. */
export async function handoverKey(agent: { caller: Caller }, appareil: number): Promise<CleRemise | null> {
  const { body } = await agent.caller.get<Donnees>(`/v2/terrain/donnees?appareil=${appareil}`);
  return body.referentiel?.remise ?? null;
}

/** @param at device and number to which the seal is bound, which may be wrong on purpose */
export function seal(
  cle: CleRemise,
  commande: Commande,
  at: { appareil: number; sequence?: number },
  text = JSON.stringify(commande),
): CommandeScellee {
  const ecdh = createECDH('prime256v1');
  const point = ecdh.generateKeys();
  const theirs = Buffer.concat([
    Buffer.from([4]),
    ...[cle.publique.x, cle.publique.y].map((coordinate) => Buffer.from(coordinate, 'base64url')),
  ]);
  const key = hkdfSync('sha256', ecdh.computeSecret(theirs), point, usageDuSceau(cle.nom), 32);
  const nonce = randomBytes(12);
  const cipher = createCipheriv('aes-256-gcm', Buffer.from(key), nonce);
  cipher.setAAD(Buffer.from(lieuDuSceau(at.appareil, at.sequence ?? commande.sequence)));
  const encrypted = [cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()];
  const scelle = Buffer.concat([point, nonce, ...encrypted]).toString('base64url');
  return { sequence: commande.sequence, cle: cle.nom, scelle };
}

/** Sends a handover signed by the device, without a session. */
export function sendHandover(
  octroi: App,
  { id, cle }: { id: number; cle: KeyObject },
  commandes: readonly CommandeScellee[],
  { enAttente = 0, address = '203.0.113.1' } = {},
): Promise<Reply<RemisesReply & Problem>> {
  const horloge = new Date().toISOString();
  const body = JSON.stringify({ appareil: id, version: '1.0.0', enAttente, horloge, commandes });
  const signature = sign('sha256', Buffer.from(body), { key: cle, dsaEncoding: 'ieee-p1363' });
  return octroi.call({
    method: 'POST',
    url: '/v2/terrain/remises',
    remoteAddress: address,
    headers: { 'content-type': 'application/json', 'octroi-signature': signature.toString('base64url') },
    payload: body,
  });
}

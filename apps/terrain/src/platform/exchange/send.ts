/** Sends waiting commands in order, as often as needed: the server gives the same answer to a repeated command. */
import type { Commande, CommandesBody, CommandesReply } from '@octroi/contract/terrain/commandes';
import type { StatutAppareil } from '@octroi/contract/terrain/rules';
import { call, CallError } from './call.ts';
import type { Link } from './link.ts';
import type { Log } from '../log/log.ts';
import { sign } from '../vault/signing.ts';
import { keepStanding, keepUnknown } from './standing.ts';

/** Commands per batch: at 50 kB/s a batch takes a second, and answered commands are not sent again. */
const BATCH = 100;
/** The code for a command after a missing one: the server has not processed it. */
const MISSING = 'terrain.sequence_manquante';
export const UNKNOWN_SIGNATURE = 'signature.refusee';
/** Smaller bodies are not compressed. */
const PACKED_FROM = 1000;

async function packed(body: Uint8Array<ArrayBuffer>): Promise<ArrayBuffer> {
  const stream = new Blob([body]).stream().pipeThrough(new CompressionStream('gzip'));
  return new Response(stream).arrayBuffer();
}

/**
 * Posts a body signed by the device's key; a session may be added but grants nothing. The device state in the reply is
 * stored before anything else. @throws {CallError}
 */
export async function postSigned<Reply extends Pick<CommandesReply, 'heure' | 'appareil'>>(
  link: Pick<Link, 'store' | 'clock'> & Partial<Pick<Link, 'token' | 'vault'>>,
  address: string,
  body: unknown,
): Promise<Reply> {
  const content = new TextEncoder().encode(JSON.stringify(body));
  const packs = content.length > PACKED_FROM && typeof CompressionStream === 'function';
  const sentAt = Date.now();
  const reply = await call<Reply>(address, {
    method: 'POST',
    token: link.token,
    headers: {
      'content-type': 'application/json',
      'octroi-signature': await sign(link.store, content),
      ...(packs && { 'content-encoding': 'gzip' }),
    },
    body: packs ? await packed(content) : content,
  }).catch(async (error: unknown) => {
    if (error instanceof CallError && error.code === UNKNOWN_SIGNATURE)
      await keepUnknown(link.store, link.vault);
    throw error;
  });
  await keepStanding(link.store, link.vault, reply.appareil);
  await link.clock.recordContact(link.store, reply.heure, sentAt);
  return reply;
}

/** The result of sending. */
interface Sent {
  /** Number of answered commands. */
  repondues: number;
  statut: StatutAppareil;
}

/**
 * Sends batches until nothing waits; at least an empty one, so that the office sees the phone and the phone receives
 * the office's decisions.
 * @param version of the app
 * @param onBatch called after each batch
 * @throws {CallError}
 */
export async function sendCommands(
  link: Link,
  log: Log,
  version: string,
  onBatch: () => Promise<void>,
): Promise<Sent> {
  let repondues = 0;
  for (;;) {
    const { commands, total } = await log.waiting(BATCH);
    const body = bodyOf(link, version, commands, total);
    const reply = await postSigned<CommandesReply>(link, '/v2/terrain/commandes', body);
    const answers = reply.data.filter(({ code }) => code !== MISSING);
    await log.recordReplies(answers, reply.heure);
    repondues += answers.length;
    const { statut, dernierSequence } = reply.appareil;
    const expected = dernierSequence + 1;
    // the server was restored from a backup, or lost commands: send again what it lacks
    const again = expected < (commands[0]?.sequence ?? (await log.next())) ? await log.resend(expected) : 0;
    if (answers.length > 0 || again > 0) await onBatch();
    const remaining = total - answers.length + again;
    if (remaining === 0 || answers.length + again === 0) return { repondues, statut };
  }
}

const bodyOf = (link: Link, version: string, commandes: Commande[], total: number): CommandesBody => ({
  appareil: link.appareil,
  version,
  enAttente: total - commandes.length,
  horloge: new Date().toISOString(),
  commandes,
});

/** Sends the waiting photos, each until it is acknowledged. @throws {CallError} */
export async function sendPhotos({ store, vault, token }: Link): Promise<void> {
  for (const { empreinte, scelle } of await store.photos.where('envoyee').equals(0).toArray()) {
    const body = await vault.unsealBytes(scelle, `photo/${empreinte}`);
    const headers = { 'content-type': 'image/jpeg' };
    await call(`/v2/terrain/photos/${empreinte}`, { method: 'PUT', token, headers, body });
    await store.photos.update(empreinte, { envoyee: 1 });
  }
}

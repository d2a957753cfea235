/**
 * What waits, handed over by whoever holds the phone (ADR 0052): each command has a copy that needs no password and that nobody
 * but the server opens. A copy goes once its command was received; the log itself is for the agent to send.
 */
import type { EtatRemise, RemisesBody, RemisesReply } from '@octroi/contract/terrain/remises';
import { type StatutAppareil, TERRAIN_MESSAGES } from '@octroi/contract/terrain/rules';
import type { Clock } from '../device/clock.ts';
import { postSigned } from '../exchange/send.ts';
import type { Store } from '../vault/store.ts';
import type { Vault } from '../vault/vault.ts';

/** Of one batch: copies are a third larger than what they are of. */
const BATCH = 100;

const STOPPED: Record<Exclude<EtatRemise, 'remise'>, string> = {
  manquante:
    'Un acte plus ancien ne peut pas être remis ainsi : seul l’agent peut envoyer la suite, en se connectant.',
  illisible: 'Le bureau n’a pas pu ouvrir la suite : seul l’agent peut l’envoyer, en se connectant.',
  autre: TERRAIN_MESSAGES.sequenceAutre,
};

export interface Remettable {
  /** Commands that can be handed over. */
  copies: number;
  /** Commands that wait for the agent. */
  autres: number;
}

export async function readRemettable(store: Store): Promise<Remettable> {
  const held = await store.setting('remise');
  const [copies, attente] = await Promise.all([store.copies.count(), countWaiting(store, held?.jusqua ?? 0)]);
  return { copies, autres: Math.max(0, attente - copies) };
}

/** Commands that wait, of those after one. */
const countWaiting = (store: Store, after: number): Promise<number> =>
  store.journal
    .where('sequence')
    .above(after)
    .and(({ etat }) => etat === 'attente')
    .count();

const base64url = (content: ArrayBuffer): string => {
  const signs = Array.from(new Uint8Array(content), (byte) => String.fromCharCode(byte)).join('');
  return btoa(signs).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
};

/**
 * Hands over batch after batch until no copy is left; a blocked device does so too.
 * @param link `vault`: where it is open
 * @param onBatch told after each how many were received
 * @throws {Error} in the person's words, what was received before being forgotten all the same
 */
export async function handOver(
  link: { store: Store; clock: Clock; vault?: Vault | undefined },
  version: string,
  onBatch: (received: number) => void,
): Promise<StatutAppareil> {
  const { store } = link;
  for (;;) {
    const held = await store.setting('remise');
    if (!held) throw new Error(STOPPED.manquante);
    const copies = await store.copies.orderBy('sequence').limit(BATCH).toArray();
    const reply = await postSigned<RemisesReply>(link, '/v2/terrain/remises', {
      appareil: held.appareil,
      version,
      enAttente: Math.max(0, (await countWaiting(store, held.jusqua)) - copies.length),
      horloge: new Date().toISOString(),
      commandes: copies.map(({ sequence, cle, scelle }) => ({ sequence, cle, scelle: base64url(scelle) })),
    } satisfies RemisesBody);
    const received = reply.data.filter(({ etat }) => etat === 'remise').map(({ sequence }) => sequence);
    await forget(store, received);
    onBatch(received.length);
    const { statut } = reply.appareil;
    const stopped = reply.data.find(({ etat }) => etat !== 'remise')?.etat;
    if (stopped && stopped !== 'remise') throw new Error(STOPPED[stopped]);
    if (received.length === 0 || copies.length < BATCH) return statut;
  }
}

async function forget(store: Store, received: readonly number[]): Promise<void> {
  if (received.length === 0) return;
  await store.transaction('rw', store.copies, store.reglages, async () => {
    await store.copies.bulkDelete([...received]);
    const held = await store.setting('remise');
    if (held) await store.reglages.put({ ...held, jusqua: Math.max(held.jusqua, ...received) });
  });
}

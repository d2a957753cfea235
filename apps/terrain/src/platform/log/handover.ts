/**
 * Hands over waiting commands without the agent (ADR 0052): each command has a copy that needs no password and that
 * only the server can open. A copy is deleted once its command was received; the log itself is sent by the agent.
 */
import type { EtatRemise, RemisesBody, RemisesReply } from '@octroi/contract/terrain/remises';
import { type StatutAppareil, TERRAIN_MESSAGES } from '@octroi/contract/terrain/rules';
import type { Clock } from '../device/clock.ts';
import { postSigned } from '../exchange/send.ts';
import type { Store } from '../vault/store.ts';
import type { Vault } from '../vault/vault.ts';

/** Commands per batch: copies are a third larger than commands. */
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
  /** Commands that need the agent. */
  autres: number;
  /** Photos that were not sent; they need the agent too. */
  photos: number;
}

export async function readRemettable(store: Store): Promise<Remettable> {
  const handover = await store.setting('remise');
  const [copies, attente, photos] = await Promise.all([
    store.copies.count(),
    countWaiting(store, handover?.jusqua ?? 0),
    store.photos.where('envoyee').equals(0).count(),
  ]);
  return { copies, autres: Math.max(0, attente - copies), photos };
}

/** Number of waiting commands after a sequence. */
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
 * Hands over batches until no copy is left; a blocked device does so too.
 * @param link `vault` only if it is unlocked
 * @param onBatch called after each batch with the number received
 * @throws {Error} with a message for the person; copies received until then are deleted
 */
export async function handOver(
  link: { store: Store; clock: Clock; vault?: Vault | undefined },
  version: string,
  onBatch: (received: number) => void,
): Promise<StatutAppareil> {
  const { store } = link;
  for (;;) {
    const handover = await store.setting('remise');
    if (!handover) throw new Error(STOPPED.manquante);
    const copies = await store.copies.orderBy('sequence').limit(BATCH).toArray();
    const reply = await postSigned<RemisesReply>(link, '/v2/terrain/remises', {
      appareil: handover.appareil,
      version,
      enAttente: Math.max(0, (await countWaiting(store, handover.jusqua)) - copies.length),
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
    const handover = await store.setting('remise');
    if (handover) await store.reglages.put({ ...handover, jusqua: Math.max(handover.jusqua, ...received) });
  });
}

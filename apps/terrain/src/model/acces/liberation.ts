/**
 * Releases a phone for another agent, or for the same one with a new password: its data is deleted once the office has
 * received everything (ADR 0086).
 */
import type { Clock } from '#src/platform/device/clock.ts';
import { VERSION } from '#src/platform/device/version.ts';
import { CallError } from '#src/platform/exchange/call.ts';
import { UNKNOWN_SIGNATURE } from '#src/platform/exchange/send.ts';
import { handOver, readRemettable } from '#src/platform/log/handover.ts';
import { JOURNAL } from '#src/platform/log/log.ts';
import type { Store } from '#src/platform/vault/store.ts';
import { SENDING } from '../sync.ts';

const acts = (number: number): string => (number === 1 ? '1 acte n’est' : `${number} actes ne sont`);
export const LIBERATION_MESSAGES = {
  enAttente: (number: number) =>
    `${acts(number)} pas encore au bureau : ce téléphone ne peut pas être libéré. Envoyez ou remettez d’abord.`,
  code: (number: number) =>
    `${acts(number)} pas encore au bureau, qui ne connaît plus ce téléphone. Demandez au bureau un code pour le même appareil, et tapez-le.`,
  ancien: (number: number) =>
    `${acts(number)} lisible${number === 1 ? '' : 's'} qu’avec le mot de passe de l’agent : ce téléphone ne peut pas être libéré sans lui.`,
  manquant:
    'Le bureau n’a pas reçu tout ce que ce téléphone a enregistré : il ne peut pas être libéré. Apportez-le au bureau.',
  photos: (number: number) =>
    number === 1
      ? 'Une photo n’est pas encore envoyée, et ne peut l’être que par l’agent, connecté.'
      : `${number} photos ne sont pas encore envoyées, et ne peuvent l’être que par l’agent, connecté.`,
} as const;

/** The server does not know this phone's key any more; a code of the office makes it known again. */
export class CodeNeeded extends Error {
  constructor(number: number) {
    super(LIBERATION_MESSAGES.code(number));
    this.name = 'CodeNeeded';
  }
}

/** Only photos wait; they cannot be handed over without the agent. */
export class PhotosWait extends Error {
  constructor(number: number) {
    super(LIBERATION_MESSAGES.photos(number));
    this.name = 'PhotosWait';
  }
}

/**
 * Hands over what waits, then asks the office whether it has received every act. A server that no longer knows the
 * phone's key cannot answer: its office has given the device a new code, believing that nothing waits.
 * @throws {CodeNeeded} if something waits and the server does not know the phone's key
 * @throws {Error} with a message for the person
 */
export async function settleWithOffice(
  { store, clock }: { store: Store; clock: Clock },
  onBatch: (received: number) => void,
): Promise<void> {
  if (!(await store.setting('remise'))) return;
  try {
    await navigator.locks.request(SENDING, () => handOver({ store, clock }, VERSION, onBatch));
  } catch (error) {
    if (!(error instanceof CallError && error.code === UNKNOWN_SIGNATURE)) throw error;
    const { copies, autres } = await readRemettable(store);
    if (copies + autres > 0) throw new CodeNeeded(copies + autres);
    return;
  }
  const { autres } = await readRemettable(store);
  if (autres > 0) throw new Error(LIBERATION_MESSAGES.ancien(autres));
  const received = (await store.setting('dit'))?.standing.dernierSequence ?? 0;
  if (received < ((await store.setting('compteurs'))?.sequence ?? 0))
    throw new Error(LIBERATION_MESSAGES.manquant);
}

/**
 * Runs the deletion if nothing waits. No other tab can take a payment between the check and the deletion, nor store an
 * answer after it.
 * @param sansPhotos whether photos that were not sent are given up
 * @throws {PhotosWait}
 * @throws {Error} with a message for the person
 */
export const whileEmpty = (store: Store, sansPhotos: boolean, deletion: () => Promise<void>): Promise<void> =>
  navigator.locks.request(SENDING, () =>
    navigator.locks.request(JOURNAL, async () => {
      const { copies, autres, photos } = await readRemettable(store);
      if (copies > 0) throw new Error(LIBERATION_MESSAGES.enAttente(copies + autres));
      if (autres > 0) throw new Error(LIBERATION_MESSAGES.ancien(autres));
      if (photos > 0 && !sansPhotos) throw new PhotosWait(photos);
      await deletion();
    }),
  );

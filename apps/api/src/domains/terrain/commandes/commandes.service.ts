/** Commands of devices: each is carried out once, in order, and a repeated one gets the same reply (ADR 0040). */
import { createPublicKey, verify } from 'node:crypto';
import {
  type ClePublique,
  type CommandesBody,
  type CommandesReply,
  type ReponseCommande,
  TERRAIN_MESSAGES,
} from '@octroi/contract';
import type { Database } from '#src/platform/database/database.ts';
import { placesFor } from '#src/platform/concurrency.ts';
import { outageOf } from '#src/platform/http/outage.ts';
import { AppError, toAppError } from '#src/platform/http/problem.ts';
import { type Sender, findSender, storeContact, countFault } from './commandes.repository.ts';
import type { Services } from './contexte.ts';
import type { LotMode } from './contextes.service.ts';
import { contentOf } from './empreinte.ts';
import { type Answers, answerInOrder, type SentCommande } from './lot.service.ts';

/** Attempts at a command that another transaction blocks. */
const ATTEMPTS = 4;
/** Server errors on a command before it is put aside, so that the device can go on. */
const FAULTS = 5;
/** Commands that share a transaction: their taxpayers stay locked until the last is done. */
const PER_TRANSACTION = 50;

/** Requests that are answered at the same time, so that the office is not kept waiting when all agents come back at once. */
const CONCURRENT_REQUESTS = 6;
/** Milliseconds that a request waits for its turn; a phone waits longer for its reply. */
const MAX_WAIT = 40_000;

/** The HTTP request that brought the commands. */
export interface CommandeRequest {
  id: string;
  log: { error: (facts: object, message: string) => void };
}

/** The raw body, and its signature. */
export interface SignedBody {
  bytes: Buffer;
  signature: string;
}

/**
 * Whether the bytes were signed with the device's key.
 * @param signature ECDSA P-256 with SHA-256, r then s, in base64url
 */
function isSigned({ bytes, signature }: SignedBody, clePublique: ClePublique): boolean {
  const decoded = Buffer.from(signature, 'base64url');
  if (decoded.length !== 64) return false;
  const key = createPublicKey({ key: { ...clePublique }, format: 'jwk' });
  return verify('sha256', bytes, { key, dsaEncoding: 'ieee-p1363' }, decoded);
}

/** How commands were sent. */
interface Sending {
  request: CommandeRequest;
  /** Whether the device was handed over and its agent is not signed in. */
  remise?: boolean;
}

type AnswerAll = (body: CommandesBody, sending: Sending) => Promise<CommandesReply>;

/** Carries out commands of a device, and goes on after server errors. */
function processor(db: Database, services: Services) {
  /** Carries out commands in one transaction; after an error each in its own, so that it stops only the one that fails. */
  async function process(
    id: number,
    lot: readonly SentCommande[],
    request: CommandeRequest,
  ): Promise<Answers> {
    for (let attempt = 1; ; attempt++) {
      try {
        return await attemptAll(id, lot, { requestId: request.id, panne: false });
      } catch (error) {
        // while the database is unavailable, a second attempt fails too
        if (outageOf(error)) throw error;
        if (lot.length > 1) return oneByOne(id, lot, request);
        if (attempt === ATTEMPTS || toAppError(error)?.code !== 'serveur.indisponible')
          return putAside(id, lot, request, error);
      }
    }
  }
  const attemptAll = (id: number, lot: readonly SentCommande[], mode: LotMode): Promise<Answers> =>
    db.transaction().execute((trx) => answerInOrder(trx, services, id, lot, mode));

  /** Puts a command aside after too many server errors, so that the following ones are carried out. @throws the error before that */
  async function putAside(
    id: number,
    lot: readonly SentCommande[],
    { id: requestId, log }: CommandeRequest,
    error: unknown,
  ): Promise<Answers> {
    const [{ commande }] = lot as readonly [SentCommande];
    if ((await db.transaction().execute((trx) => countFault(trx, id, commande.sequence))) < FAULTS)
      throw error;
    log.error({ err: error, appareil: id, sequence: commande.sequence }, 'a command is put aside');
    return attemptAll(id, lot, { requestId, panne: true });
  }

  async function oneByOne(
    id: number,
    lot: readonly SentCommande[],
    request: CommandeRequest,
  ): Promise<Answers> {
    const reponses: ReponseCommande[] = [];
    for (const sent of lot) {
      const answers = await process(id, [sent], request);
      reponses.push(...answers.reponses);
      if (answers.stop) return { reponses, done: reponses.length, stop: true };
    }
    return { reponses, done: lot.length, stop: false };
  }

  return process;
}

export function commandeService(db: Database, services: Services) {
  const places = placesFor(CONCURRENT_REQUESTS);
  const process = processor(db, services);

  /** Answers all commands of a request, in the order of the device. */
  async function answer(
    appareil: Sender,
    { version, enAttente, commandes }: CommandesBody,
    { request, remise = false }: Sending,
  ): Promise<CommandesReply> {
    const all = commandes
      .map((commande): SentCommande => ({ commande, content: contentOf(commande), remise }))
      .toSorted((a, b) => a.commande.sequence - b.commande.sequence);
    const data: ReponseCommande[] = [];
    for (let at = 0; at < all.length;) {
      const { reponses, done, stop } = await process(
        appareil.id,
        all.slice(at, at + PER_TRANSACTION),
        request,
      );
      data.push(...reponses);
      if (stop) break;
      at += done;
    }
    const remaining =
      enAttente + all.length - data.filter(({ code }) => !code?.startsWith('terrain.sequence')).length;
    const { heure, ...etat } = await db
      .transaction()
      .execute((trx) => storeContact(trx, appareil, { enAttente: remaining, version }));
    return { heure, appareil: etat, data };
  }

  /** Checks the signature, then waits for a turn. @throws AppError 401 for a wrong signature, 503 if too many devices send at once */
  async function through(
    id: number,
    signed: SignedBody,
    work: (answer: AnswerAll) => Promise<CommandesReply>,
  ): Promise<CommandesReply> {
    const appareil = await findSender(db, id);
    if (!appareil?.clePublique || !isSigned(signed, appareil.clePublique))
      throw new AppError('signature.refusee', TERRAIN_MESSAGES.signature);
    return places.run(
      () => work((body, sending) => answer(appareil, body, sending)),
      MAX_WAIT,
      'Trop d’envois arrivent à la fois, et le vôtre n’a pas été pris. Réessayez.',
    );
  }

  return {
    /** @throws AppError as `through` */
    async receive(
      body: () => CommandesBody,
      signed: SignedBody,
      request: CommandeRequest,
    ): Promise<CommandesReply> {
      const commandes = { ...body() };
      return through(commandes.appareil, signed, (answerAll) => answerAll(commandes, { request }));
    },

    /** The same for a request that the caller turns into commands. */
    through,
  };
}

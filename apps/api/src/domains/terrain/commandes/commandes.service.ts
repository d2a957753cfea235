/** A device's commands, as they come: in order, once, with one answer for ever (ADR 0040). */
import { createPublicKey, verify } from 'node:crypto';
import {
  type ClePublique,
  type CommandesBody,
  type CommandesReply,
  type ReponseCommande,
  TERRAIN_MESSAGES,
} from '@octroi/contract';
import type { Database } from '#src/platform/database/database.ts';
import { gateOf } from '#src/platform/gate.ts';
import { outageOf } from '#src/platform/http/outage.ts';
import { AppError, toAppError } from '#src/platform/http/problem.ts';
import { type Emetteur, findEmetteur, noteContact, noteFaute } from './commandes.repository.ts';
import type { Moyens } from './contexte.ts';
import type { Lot } from './contextes.service.ts';
import { saidBy } from './empreinte.ts';
import { type Avance, avancer, type Sent } from './lot.service.ts';

/** Times that a command is begun anew where somebody else was in its way. */
const ATTEMPTS = 4;
/** Times that the server may fail on a command before its device goes on without it. */
const FAULTS = 5;
/** Commands that share a transaction: whom they name waits for nobody longer than this many take. */
const TOGETHER = 50;

/** Batches that are answered at once: when all agents come home together, the office still finds the database free. */
const AT_ONCE = 6;
/** Milliseconds that a batch waits for its turn, less than a phone waits for an answer. */
const PATIENCE = 40_000;

/** The request that commands came with. */
export interface Asked {
  id: string;
  log: { error: (facts: object, message: string) => void };
}

/** The bytes that came, and their signature. */
export interface Signed {
  bytes: Buffer;
  signature: string;
}

/**
 * Whether the bytes were signed with the device's key.
 * @param signature ECDSA P-256 with SHA-256, r then s, in base64url
 */
function isSigned({ bytes, signature }: Signed, clePublique: ClePublique): boolean {
  const decoded = Buffer.from(signature, 'base64url');
  if (decoded.length !== 64) return false;
  const key = createPublicKey({ key: { ...clePublique }, format: 'jwk' });
  return verify('sha256', bytes, { key, dsaEncoding: 'ieee-p1363' }, decoded);
}

/** How commands came; `remise`: handed over without the person. */
interface Coming {
  request: Asked;
  remise?: boolean;
}

type Answer = (body: CommandesBody, coming: Coming) => Promise<CommandesReply>;

export function commandeService(db: Database, moyens: Moyens) {
  const gate = gateOf(AT_ONCE, PATIENCE);

  /** In a transaction of their own; each in its own where together they met a fault, which then stops at what it is of. */
  async function process(id: number, lot: readonly Sent[], request: Asked): Promise<Avance> {
    for (let attempt = 1; ; attempt++) {
      try {
        return await go(id, lot, { requestId: request.id, panne: false });
      } catch (error) {
        // where the database is away, it is for each alone too
        if (outageOf(error)) throw error;
        if (lot.length > 1) return oneByOne(id, lot, request);
        if (attempt === ATTEMPTS || toAppError(error)?.code !== 'serveur.indisponible')
          return withoutIt(id, lot, request, error);
      }
    }
  }
  const go = (id: number, lot: readonly Sent[], comment: Lot): Promise<Avance> =>
    db.transaction().execute((trx) => avancer(trx, moyens, id, lot, comment));

  /** A command on which the server fails again and again keeps those behind it no longer. @throws the fault before that */
  async function withoutIt(
    id: number,
    lot: readonly Sent[],
    { id: requestId, log }: Asked,
    error: unknown,
  ): Promise<Avance> {
    const [{ commande }] = lot as readonly [Sent];
    if ((await db.transaction().execute((trx) => noteFaute(trx, id, commande.sequence))) < FAULTS)
      throw error;
    log.error({ err: error, appareil: id, sequence: commande.sequence }, 'a command is put aside');
    return go(id, lot, { requestId, panne: true });
  }

  async function oneByOne(id: number, lot: readonly Sent[], request: Asked): Promise<Avance> {
    const reponses: ReponseCommande[] = [];
    for (const sent of lot) {
      const done = await process(id, [sent], request);
      reponses.push(...done.reponses);
      if (done.stop) return { reponses, faites: reponses.length, stop: true };
    }
    return { reponses, faites: lot.length, stop: false };
  }

  /** Answers all that a device sent, in its order. */
  async function answer(
    appareil: Emetteur,
    { version, enAttente, commandes }: CommandesBody,
    { request, remise = false }: Coming,
  ): Promise<CommandesReply> {
    const all = commandes
      .map((commande): Sent => ({ commande, said: saidBy(commande), remise }))
      .toSorted((a, b) => a.commande.sequence - b.commande.sequence);
    const data: ReponseCommande[] = [];
    for (let at = 0; at < all.length;) {
      const { reponses, faites, stop } = await process(appareil.id, all.slice(at, at + TOGETHER), request);
      data.push(...reponses);
      if (stop) break;
      at += faites;
    }
    const left =
      enAttente + all.length - data.filter(({ code }) => !code?.startsWith('terrain.sequence')).length;
    const { heure, ...etat } = await db
      .transaction()
      .execute((trx) => noteContact(trx, appareil, { enAttente: left, version }));
    return { heure, appareil: etat, data };
  }

  /** @throws AppError 401 where what came is not the device's, 503 where too many send at once */
  async function through(
    id: number,
    signed: Signed,
    work: (answer: Answer) => Promise<CommandesReply>,
  ): Promise<CommandesReply> {
    const appareil = await findEmetteur(db, id);
    if (!appareil?.clePublique || !isSigned(signed, appareil.clePublique))
      throw new AppError('signature.refusee', TERRAIN_MESSAGES.signature);
    return gate.through(() => work((body, coming) => answer(appareil, body, coming)));
  }

  return {
    /** @throws AppError as `through` */
    async receive(body: () => CommandesBody, signed: Signed, request: Asked): Promise<CommandesReply> {
      const sent = { ...body() };
      return through(sent.appareil, signed, (answerAll) => answerAll(sent, { request }));
    },

    /** The same for what is first to be made of what came. */
    through,
  };
}

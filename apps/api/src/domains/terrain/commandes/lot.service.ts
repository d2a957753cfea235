/**
 * Commands of one device in one transaction (ADR 0040): the device is locked once, and each command is a savepoint, so that a
 * refused one is undone alone.
 */
import { type Commande, CORPS, type ReponseCommande, TERRAIN_MESSAGES } from '@octroi/contract';
import { inTransaction, type OpenTransaction } from '#src/platform/database/database.ts';
import { AppError } from '#src/platform/http/problem.ts';
import { writeJournal } from '#src/platform/journal/journal.repository.ts';
import { updateAppareil } from '../appareils.repository.ts';
import {
  advanceTo,
  type Cas,
  checkConstraints,
  type Sender,
  findReponses,
  lockSender,
  insertCommandes,
  type NewCommande,
  type StoredReponse,
} from './commandes.repository.ts';
import type { Contexte, Fait, Services } from './contexte.ts';
import type { Content } from './empreinte.ts';
import { contextesOf, lockPayersOf, type LotMode } from './contextes.service.ts';
import { outcomeOf, refusal } from './fait.service.ts';
import { instantDe } from './horloge.ts';
import type { CompletePayment } from './numeros.service.ts';
import { bookTogether } from './paiement.service.ts';

/** A command as it was sent. */
export interface SentCommande {
  commande: Commande;
  content: Content;
  /** Whether the device was handed over and its agent is not signed in. */
  remise: boolean;
}

export interface Answers {
  reponses: ReponseCommande[];
  /** Number of commands that were answered. */
  done: number;
  /** Whether the following commands are not answered. */
  stop: boolean;
}

/** A command with its context. */
interface Tache {
  sent: SentCommande;
  contexte: Contexte;
}

const toReponse = (
  sequence: number,
  { etat, code, message, resultat }: Omit<StoredReponse, 'empreinte'>,
): ReponseCommande => ({
  sequence,
  etat,
  ...(code === null ? {} : { code }),
  ...(message === null ? {} : { message }),
  resultat,
});

/** The first commands that can be booked together: payments of one day, each of another taxpayer. */
function leadingPayments(taches: readonly Tache[]): CompletePayment[] {
  const jour = taches[0]?.contexte.jour;
  const payments: CompletePayment[] = [];
  const payers = new Set<string>();
  for (const { contexte, sent } of taches) {
    if (sent.commande.type !== 'paiement' || contexte.jour !== jour) break;
    const corps = CORPS.paiement.safeParse(sent.commande.corps);
    const payer = corps.success && JSON.stringify(corps.data.contribuable);
    if (!corps.success || !payer || payers.has(payer)) break;
    payers.add(payer);
    payments.push({ contexte, corps: corps.data });
  }
  return payments;
}

/** Books payments together. @returns undefined if each must be booked alone */
async function tryTogether(
  trx: OpenTransaction,
  payments: readonly CompletePayment[],
): Promise<Fait[] | undefined> {
  if (payments.length < 2) return undefined;
  try {
    return await inTransaction(trx, async (part) => {
      const faits = await bookTogether(payments);
      await checkConstraints(part);
      return faits;
    });
  } catch (error) {
    if (!refusal(error)) throw error;
    return undefined;
  }
}

function casDe({ code, message, status }: AppError): Cas {
  return { motif: status < 500 ? 'refus' : 'panne', code, message };
}

const toStore = ({ sent: { commande, content }, contexte }: Tache, outcome: Fait | AppError): NewCommande => {
  const refused = outcome instanceof AppError;
  const fait: Fait = refused ? { resultat: {} } : outcome;
  return {
    sequence: commande.sequence,
    type: commande.type,
    ...content,
    faitLe: new Date(instantDe(commande.faitLe)).toISOString(),
    decalage: commande.decalage,
    compteLe: contexte.compteLe,
    etat: refused ? 'refuse' : 'accepte',
    cas: refused ? casDe(outcome) : (fait.cas ?? null),
    resultat: fait.resultat,
    local: fait.local ?? null,
    contribuable: fait.contribuable ?? null,
    transaction: fait.transaction ?? null,
    montant: fait.montant ?? null,
    serie: fait.serie ?? null,
    photo: fait.photo ?? null,
  };
};

/** Carries out the next commands, in their order. */
async function carryOut(
  trx: OpenTransaction,
  appareil: Sender,
  taches: readonly Tache[],
): Promise<ReponseCommande[]> {
  const reponses: ReponseCommande[] = [];
  const store = async (commandes: readonly NewCommande[]): Promise<void> => {
    await insertCommandes(trx, appareil, commandes);
    for (const { sequence, etat, cas, resultat } of commandes) {
      const reponse = { etat, code: cas?.code ?? null, message: cas?.message ?? null, resultat };
      reponses.push(toReponse(sequence, reponse));
    }
  };
  for (let at = 0; at < taches.length;) {
    const rest = taches.slice(at);
    const payments = leadingPayments(rest);
    const faits = await tryTogether(trx, payments);
    if (faits) await store(faits.map((fait, index) => toStore(rest[index] as Tache, fait)));
    else
      for (const tache of rest.slice(0, Math.max(1, payments.length)))
        await store([toStore(tache, await outcomeOf(tache.contexte, tache.sent.commande))]);
    at = reponses.length;
  }
  await advanceTo(trx, appareil, appareil.dernierSequence + taches.length);
  await journalRemise(trx, appareil, taches);
  return reponses;
}

/** Writes to the journal which commands came while the agent was not signed in. */
async function journalRemise(
  trx: OpenTransaction,
  { entiteId, id }: Sender,
  taches: readonly Tache[],
): Promise<void> {
  const [first] = taches;
  // commands of one request were all sent in the same way
  if (!first?.sent.remise) return;
  const de = first.sent.commande.sequence;
  const remises = TERRAIN_MESSAGES.remises(de, de + taches.length - 1);
  await writeJournal(trx, {
    entiteId,
    utilisateurId: null,
    acte: 'modifier',
    domaine: 'terrain',
    ressource: 'appareils',
    id,
    apres: { remises },
    requestId: first.contexte.requestId,
  });
}

/** Blocks a device that sent a sequence number again with another body: it was copied, or restored to an earlier state. */
async function blockForked(
  trx: OpenTransaction,
  { entiteId, id, statut }: Sender,
  { commande, content }: SentCommande,
  requestId: string,
): Promise<ReponseCommande> {
  const { sequence, type } = commande;
  await updateAppareil(trx, id, { statut: 'bloqué', motif: TERRAIN_MESSAGES.sequenceAutre });
  // the journal keeps the body, which may be a payment
  await writeJournal(trx, {
    entiteId,
    utilisateurId: null,
    acte: 'modifier',
    domaine: 'terrain',
    ressource: 'appareils',
    id,
    avant: { statut },
    apres: {
      statut: 'bloqué',
      motif: TERRAIN_MESSAGES.sequenceAutre,
      sequence,
      type,
      corps: JSON.parse(content.corps) as unknown,
    },
    requestId,
  });
  return {
    sequence,
    etat: 'refuse',
    code: 'terrain.sequence_autre',
    message: TERRAIN_MESSAGES.sequenceAutre,
  };
}

/** The replies to commands that were received before. */
async function repeatReponses(
  trx: OpenTransaction,
  appareil: Sender,
  known: readonly SentCommande[],
  requestId: string,
): Promise<Answers> {
  const reponses: ReponseCommande[] = [];
  const sequences = known.map(({ commande }) => commande.sequence);
  const stored =
    known.length > 0 ? await findReponses(trx, appareil, sequences) : new Map<number, StoredReponse>();
  for (const sent of known) {
    const { sequence } = sent.commande;
    const earlier = stored.get(sequence) as StoredReponse;
    if (!earlier.empreinte.equals(sent.content.empreinte)) {
      reponses.push(await blockForked(trx, appareil, sent, requestId));
      return { reponses, done: reponses.length, stop: true };
    }
    const { etat: premier, ...again } = toReponse(sequence, earlier);
    reponses.push({ ...again, etat: 'deja', premier: premier as 'accepte' | 'refuse' });
  }
  return { reponses, done: reponses.length, stop: false };
}

/** Whether commands of a device are accepted: a blocked one may only hand over what it still has (ADR 0052). */
const isAccepted = ({ statut }: Sender, lot: readonly SentCommande[]): boolean =>
  statut === 'actif' || statut === 'effacé' || (statut === 'bloqué' && lot.every(({ remise }) => remise));

/**
 * Answers a device's commands inside the caller's transaction: repeats earlier replies, then carries out the next commands.
 * @param lot in order; answered up to the first gap in the sequence, or the first repeated one with another body
 */
export async function answerInOrder(
  trx: OpenTransaction,
  services: Services,
  id: number,
  lot: readonly SentCommande[],
  mode: LotMode,
): Promise<Answers> {
  const appareil = await lockSender(trx, id);
  if (!isAccepted(appareil, lot)) return { reponses: [], done: 0, stop: true };
  const last = appareil.dernierSequence;
  const known = lot.filter(({ commande }) => commande.sequence <= last);
  const repeated = await repeatReponses(trx, appareil, known, mode.requestId);
  if (repeated.stop) return repeated;
  const rest = lot.slice(known.length);
  const gap = rest.findIndex(({ commande }, index) => commande.sequence !== last + 1 + index);
  const next = gap < 0 ? rest : rest.slice(0, gap);
  if (next.length === 0) {
    const [missed] = rest;
    if (!missed) return repeated;
    const message = TERRAIN_MESSAGES.sequenceManquante(last + 1);
    const { sequence } = missed.commande;
    repeated.reponses.push({ sequence, etat: 'refuse', code: 'terrain.sequence_manquante', message });
    return { ...repeated, done: repeated.done + 1, stop: true };
  }
  const commandes = next.map(({ commande }) => commande);
  await lockPayersOf(trx, appareil.entiteId, commandes);
  const contextes = await contextesOf(trx, services, appareil, commandes, mode);
  const taches = next.map((sent, index): Tache => ({ sent, contexte: contextes[index] as Contexte }));
  const reponses = await carryOut(trx, appareil, taches);
  return {
    reponses: [...repeated.reponses, ...reponses],
    done: repeated.done + reponses.length,
    stop: false,
  };
}

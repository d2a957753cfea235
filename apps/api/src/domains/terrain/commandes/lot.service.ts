/**
 * Commands of one device that share a transaction (ADR 0040): held once, in order, each a part of it that is undone for
 * itself where it is refused.
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
  type Emetteur,
  findRepondues,
  holdEmetteur,
  insertCommandes,
  type NewCommande,
  type Repondue,
} from './commandes.repository.ts';
import type { Contexte, Fait, Moyens } from './contexte.ts';
import type { Said } from './empreinte.ts';
import { contextesOf, lockNamed, type Lot } from './contextes.service.ts';
import { outcomeOf, refusal } from './fait.service.ts';
import { instantDe } from './horloge.ts';
import type { Recu } from './numeros.service.ts';
import { bookTogether } from './paiement.service.ts';

/** A command as it was sent. */
export interface Sent {
  commande: Commande;
  said: Said;
  /** Handed over without the person. */
  remise: boolean;
}

/** How far a device came. */
export interface Avance {
  reponses: ReponseCommande[];
  /** Commands that are done with. */
  faites: number;
  /** Whether nothing after them is answered. */
  stop: boolean;
}

/** A command and what it is done with. */
interface Tache {
  sent: Sent;
  contexte: Contexte;
}

const told = (
  sequence: number,
  { etat, code, message, resultat }: Omit<Repondue, 'empreinte'>,
): ReponseCommande => ({
  sequence,
  etat,
  ...(code === null ? {} : { code }),
  ...(message === null ? {} : { message }),
  resultat,
});

/** The payments of one day, each of another taxpayer, that stand next to one another. */
function recusFrom(taches: readonly Tache[]): Recu[] {
  const jour = taches[0]?.contexte.jour;
  const recus: Recu[] = [];
  const named = new Set<string>();
  for (const { contexte, sent } of taches) {
    if (sent.commande.type !== 'paiement' || contexte.jour !== jour) break;
    const corps = CORPS.paiement.safeParse(sent.commande.corps);
    const who = corps.success && JSON.stringify(corps.data.contribuable);
    if (!corps.success || !who || named.has(who)) break;
    named.add(who);
    recus.push({ contexte, corps: corps.data });
  }
  return recus;
}

/** @returns undefined where each is to be done for itself */
async function ensembleOf(trx: OpenTransaction, recus: readonly Recu[]): Promise<Fait[] | undefined> {
  if (recus.length < 2) return undefined;
  try {
    return await inTransaction(trx, async (part) => {
      const faits = await bookTogether(recus);
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

const keptOf = ({ sent: { commande, said }, contexte }: Tache, outcome: Fait | AppError): NewCommande => {
  const refused = outcome instanceof AppError;
  const fait: Fait = refused ? { resultat: {} } : outcome;
  return {
    sequence: commande.sequence,
    type: commande.type,
    ...said,
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

/** Does commands that are the next ones, in their order. */
async function faire(
  trx: OpenTransaction,
  appareil: Emetteur,
  taches: readonly Tache[],
): Promise<ReponseCommande[]> {
  const reponses: ReponseCommande[] = [];
  const keep = async (kept: readonly NewCommande[]): Promise<void> => {
    await insertCommandes(trx, appareil, kept);
    for (const { sequence, etat, cas, resultat } of kept) {
      const dit = { etat, code: cas?.code ?? null, message: cas?.message ?? null, resultat };
      reponses.push(told(sequence, dit));
    }
  };
  for (let at = 0; at < taches.length;) {
    const rest = taches.slice(at);
    const recus = recusFrom(rest);
    const faits = await ensembleOf(trx, recus);
    if (faits) await keep(faits.map((fait, index) => keptOf(rest[index] as Tache, fait)));
    else
      for (const tache of rest.slice(0, Math.max(1, recus.length)))
        await keep([keptOf(tache, await outcomeOf(tache.contexte, tache.sent.commande))]);
    at = reponses.length;
  }
  await advanceTo(trx, appareil, appareil.dernierSequence + taches.length);
  await noteRemise(trx, appareil, taches);
  return reponses;
}

/** Says what of it came without the person. */
async function noteRemise(
  trx: OpenTransaction,
  { entiteId, id }: Emetteur,
  taches: readonly Tache[],
): Promise<void> {
  const [first] = taches;
  // what comes together came in one way
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

/** The same sequence with another body: somebody has copied the device, or it was put back to an earlier state. */
async function blockForked(
  trx: OpenTransaction,
  { entiteId, id, statut }: Emetteur,
  { commande, said }: Sent,
  requestId: string,
): Promise<ReponseCommande> {
  const { sequence, type } = commande;
  await updateAppareil(trx, id, { statut: 'bloqué', motif: TERRAIN_MESSAGES.sequenceAutre });
  // what it said is kept: money may be among it
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
      corps: JSON.parse(said.corps) as unknown,
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

/** The commands of a device that were received before, each with the same answer. */
async function redire(
  trx: OpenTransaction,
  appareil: Emetteur,
  known: readonly Sent[],
  requestId: string,
): Promise<Avance> {
  const reponses: ReponseCommande[] = [];
  const sequences = known.map(({ commande }) => commande.sequence);
  const before =
    known.length > 0 ? await findRepondues(trx, appareil, sequences) : new Map<number, Repondue>();
  for (const sent of known) {
    const { sequence } = sent.commande;
    const repondue = before.get(sequence) as Repondue;
    if (!repondue.empreinte.equals(sent.said.empreinte)) {
      reponses.push(await blockForked(trx, appareil, sent, requestId));
      return { reponses, faites: reponses.length, stop: true };
    }
    const { etat: premier, ...again } = told(sequence, repondue);
    reponses.push({ ...again, etat: 'deja', premier: premier as 'accepte' | 'refuse' });
  }
  return { reponses, faites: reponses.length, stop: false };
}

/** A blocked device sends nothing more; what waits on it is handed over (ADR 0052). */
const isHeard = ({ statut }: Emetteur, lot: readonly Sent[]): boolean =>
  statut === 'actif' || statut === 'effacé' || (statut === 'bloqué' && lot.every(({ remise }) => remise));

/**
 * Answers a device's next commands inside the caller's transaction, or says again what was answered.
 * @param lot in order; answered up to the first that is missing, or that is there twice
 */
export async function avancer(
  trx: OpenTransaction,
  moyens: Moyens,
  id: number,
  lot: readonly Sent[],
  comment: Lot,
): Promise<Avance> {
  const appareil = await holdEmetteur(trx, id);
  if (!isHeard(appareil, lot)) return { reponses: [], faites: 0, stop: true };
  const last = appareil.dernierSequence;
  const known = lot.filter(({ commande }) => commande.sequence <= last);
  const dites = await redire(trx, appareil, known, comment.requestId);
  if (dites.stop) return dites;
  const rest = lot.slice(known.length);
  const gap = rest.findIndex(({ commande }, index) => commande.sequence !== last + 1 + index);
  const next = gap < 0 ? rest : rest.slice(0, gap);
  if (next.length === 0) {
    const [missed] = rest;
    if (!missed) return dites;
    const message = TERRAIN_MESSAGES.sequenceManquante(last + 1);
    const { sequence } = missed.commande;
    dites.reponses.push({ sequence, etat: 'refuse', code: 'terrain.sequence_manquante', message });
    return { ...dites, faites: dites.faites + 1, stop: true };
  }
  const commandes = next.map(({ commande }) => commande);
  await lockNamed(trx, appareil.entiteId, commandes);
  const contextes = await contextesOf(trx, moyens, appareil, commandes, comment);
  const taches = next.map((sent, index): Tache => ({ sent, contexte: contextes[index] as Contexte }));
  const reponses = await faire(trx, appareil, taches);
  return { reponses: [...dites.reponses, ...reponses], faites: dites.faites + reponses.length, stop: false };
}

/** A device's commands: each in a transaction of its own, in order, once, with one answer for ever (ADR 0040). */
import {
  type Commande,
  COMMANDE_GRANTS,
  type CommandesBody,
  type CommandesReply,
  CORPS,
  faultSentence,
  type ReponseCommande,
  TERRAIN_MESSAGES,
} from '@octroi/contract';
import { z } from 'zod';
import { isClosed } from '#src/domains/fiscalite/index.ts';
import type { Person } from '#src/platform/access/person.ts';
import { type Database, inTransaction, partsOf, type Queries } from '#src/platform/database/database.ts';
import { AppError, toAppError } from '#src/platform/http/problem.ts';
import { writeJournal } from '#src/platform/journal/journal.repository.ts';
import { findAbsent } from '#src/platform/session/session.repository.ts';
import { joindre } from '../photos/photos-terrain.service.ts';
import { updateAppareil } from '../appareils.repository.ts';
import { ACTES } from './actes.service.ts';
import {
  dayOf,
  type Emetteur,
  findEmetteur,
  findRepondue,
  holdEmetteur,
  insertCommande,
  noteContact,
  type Repondue,
} from './commandes.repository.ts';
import type { Contexte, Fait, Moyens } from './contexte.ts';
import { type Said, saidBy } from './empreinte.ts';
import { compteLe, instantDe } from './horloge.ts';
import { checkConstraints } from './constraints.repository.ts';
import { isSigned } from './signature.ts';

/** Times that a command is begun anew where somebody else was in its way. */
const ATTEMPTS = 4;

interface Sent {
  commande: Commande;
  said: Said;
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

/** A body that its type does not know is refused like any other. @throws AppError 400 */
function act(contexte: Contexte, { type, corps }: Commande): Promise<Fait> {
  const parsed = CORPS[type].safeParse(corps);
  if (!parsed.success) throw refusalOf(parsed.error);
  const acte = ACTES[type] as (contexte: Contexte, corps: unknown) => Promise<Fait>;
  return acte(contexte, parsed.data);
}

function refusalOf(error: z.ZodError): AppError {
  const errors = error.issues.map(({ path, message }) => {
    const field = path.join('.');
    return { field, message: faultSentence(field, message) };
  });
  return new AppError('requete.invalide', errors[0]?.message ?? TERRAIN_MESSAGES.corps, errors);
}

/** As a person's refusal; undefined for what another attempt, or somebody at the machine, must settle. */
function refusal(error: unknown): AppError | undefined {
  if (error instanceof z.ZodError) return refusalOf(error);
  const known = toAppError(error);
  return known && known.status < 500 ? known : undefined;
}

async function contexteOf(
  trx: Queries,
  moyens: Moyens,
  appareil: Emetteur,
  commande: Commande,
  requestId: string,
): Promise<Contexte> {
  const absent = await findAbsent(trx, appareil.agentId);
  const counted = compteLe(commande, { depuis: appareil.depuis, recu: appareil.maintenant });
  let instant = new Date(counted).toISOString();
  let jour = await dayOf(trx, instant);
  if (await isClosed(trx, appareil.entiteId, Number(jour.slice(0, 4)))) {
    instant = new Date(appareil.maintenant).toISOString();
    jour = await dayOf(trx, instant);
  }
  return {
    ...moyens,
    trx,
    db: partsOf(trx),
    appareil,
    sequence: commande.sequence,
    // its session says nothing of what it may do
    person: absent && ({ ...absent, grants: COMMANDE_GRANTS } as Person),
    compteLe: instant,
    jour,
    requestId,
  };
}

/** What it did, or why it did nothing. */
async function outcomeOf(contexte: Contexte, commande: Commande): Promise<Fait | AppError> {
  try {
    return await inTransaction(contexte.trx, async (part) => {
      const done = await act({ ...contexte, trx: part, db: partsOf(part) }, commande);
      const { contribuable = null, photo } = done;
      if (photo) {
        const sujet = { contribuable, versement: done.resultat.versement ?? null };
        await joindre(part, contexte.appareil.entiteId, photo, { sujet, requestId: contexte.requestId });
      }
      // what is checked at the end of a transaction refuses this command alone
      await checkConstraints(part);
      return done;
    });
  } catch (error) {
    const known = refusal(error);
    if (!known) throw error;
    return known;
  }
}

/** The same sequence with another body: somebody has copied the device, or it was put back to an earlier state. */
async function blockForked(
  trx: Queries,
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

/** @returns undefined where the device is not listened to; `stop` where nothing after it is answered */
async function answer(
  trx: Queries,
  moyens: Moyens,
  id: number,
  sent: Sent,
  requestId: string,
): Promise<{ reponse?: ReponseCommande; stop: boolean }> {
  const { commande, said } = sent;
  const { sequence } = commande;
  const appareil = await holdEmetteur(trx, id);
  if (appareil.statut !== 'actif' && appareil.statut !== 'effacé') return { stop: true };
  if (sequence <= appareil.dernierSequence) {
    const before = (await findRepondue(trx, appareil, sequence)) as Repondue;
    if (!before.empreinte.equals(said.empreinte))
      return { reponse: await blockForked(trx, appareil, sent, requestId), stop: true };
    const { etat: _etat, ...again } = told(sequence, before);
    return { reponse: { ...again, etat: 'deja', premier: before.etat }, stop: false };
  }
  const expected = appareil.dernierSequence + 1;
  if (sequence !== expected) {
    const message = TERRAIN_MESSAGES.sequenceManquante(expected);
    return { reponse: { sequence, etat: 'refuse', code: 'terrain.sequence_manquante', message }, stop: true };
  }
  const contexte = await contexteOf(trx, moyens, appareil, commande, requestId);
  const outcome = await outcomeOf(contexte, commande);
  const refused = outcome instanceof AppError;
  const fait: Fait = refused ? { resultat: {} } : outcome;
  const cas = refused
    ? { motif: 'refus' as const, code: outcome.code, message: outcome.message }
    : (fait.cas ?? null);
  const etat = refused ? 'refuse' : 'accepte';
  await insertCommande(trx, appareil, {
    sequence,
    type: commande.type,
    ...said,
    faitLe: new Date(instantDe(commande.faitLe)).toISOString(),
    decalage: commande.decalage,
    compteLe: contexte.compteLe,
    etat,
    cas,
    resultat: fait.resultat,
    local: fait.local ?? null,
    contribuable: fait.contribuable ?? null,
    transaction: fait.transaction ?? null,
    montant: fait.montant ?? null,
    serie: fait.serie ?? null,
    photo: fait.photo ?? null,
  });
  const answered = {
    etat,
    code: cas?.code ?? null,
    message: cas?.message ?? null,
    resultat: fait.resultat,
  } as const;
  return { reponse: told(sequence, answered), stop: false };
}

export function commandeService(db: Database, moyens: Moyens) {
  /** In a transaction of its own, begun anew where it met somebody else's. */
  async function process(id: number, sent: Sent, requestId: string) {
    for (let attempt = 1; ; attempt++) {
      try {
        return await db.transaction().execute((trx) => answer(trx, moyens, id, sent, requestId));
      } catch (error) {
        const known = toAppError(error);
        if (attempt === ATTEMPTS || known?.code !== 'serveur.indisponible') throw error;
      }
    }
  }

  return {
    /**
     * @param signed the bytes that came, and their signature
     * @throws AppError 401 where they are not the device's
     */
    async receive(
      body: () => CommandesBody,
      signed: { bytes: Buffer; signature: string },
      requestId: string,
    ): Promise<CommandesReply> {
      const { appareil: id, version, enAttente, commandes } = { ...body() };
      const appareil = await findEmetteur(db, id);
      if (!appareil?.clePublique || !isSigned(signed.bytes, signed.signature, appareil.clePublique))
        throw new AppError('signature.refusee', TERRAIN_MESSAGES.signature);
      const all = commandes
        .map((commande): Sent => ({ commande, said: saidBy(commande) }))
        .toSorted((a, b) => a.commande.sequence - b.commande.sequence);
      const data: ReponseCommande[] = [];
      for (const sent of all) {
        const { reponse, stop } = await process(id, sent, requestId);
        if (reponse) data.push(reponse);
        if (stop) break;
      }
      const left =
        enAttente + all.length - data.filter(({ code }) => !code?.startsWith('terrain.sequence')).length;
      const { heure, ...etat } = await noteContact(db, appareil, { enAttente: left, version });
      return { heure, appareil: etat, data };
    },
  };
}

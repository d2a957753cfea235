/** Taking payments and giving money back (specification 2 sections 2.8 and 7; docs/regles-de-calcul.md). */
import {
  formatFrancs,
  isSuperAdmin,
  PAIEMENT_MESSAGES,
  type PaiementBody,
  type PaiementVise,
  type TransactionRow,
} from '@octroi/contract';
import { refuseSysteme } from '#src/domains/contribuables/index.ts';
import { demand, type Person, scopeOf } from '#src/platform/access/person.ts';
import type { Approbations, Commande } from '#src/platform/approbation/approbation.service.ts';
import { batches } from '#src/platform/batch.ts';
import type { Database, OpenTransaction, Queries } from '#src/platform/database/database.ts';
import { AppError, invalid } from '#src/platform/http/problem.ts';
import { type JournalEntry, writeJournals } from '#src/platform/journal/journal.repository.ts';
import { readRows } from '#src/platform/listing/listing.ts';
import { imputePayments, paidBy } from './imputations.repository.ts';
import { noTill, type TillPort } from './till.ts';
import {
  type Booked,
  type Finding,
  type Demande,
  examine,
  findPayer,
  insertPayments,
  keepPlans,
  lockPayers,
} from './paiements.repository.ts';
import { readSolde, type Solde } from './reprises.repository.ts';
import { demandUnchanged, repriseOf, takeBackNamed, type Reprise } from './reprises.service.ts';
import { transactionSource } from './transactions.repository.ts';

/** A payment, and whether this call booked it or an earlier one had. */
export interface Taken {
  transaction: TransactionRow;
  nouvelle: boolean;
}
type Outcome = Taken | AppError;
type Verdict = { id: number } | AppError | undefined;

/** A booking that was made before, or what forbids one; undefined where there is neither. */
function verdictOf(
  demande: Demande,
  { nature, anneeDue, plafond, du, attente, byKey, byReference }: Finding,
): Verdict {
  if (byKey) return byKey.same ? byKey : new AppError('conflit.doublon', PAIEMENT_MESSAGES.cle);
  if (byReference) {
    const message = PAIEMENT_MESSAGES.reference;
    return byReference.same
      ? byReference
      : new AppError('conflit.doublon', message, [{ field: 'noTransaction', message }]);
  }
  if (nature === null) return invalid('moyenPaiement', PAIEMENT_MESSAGES.moyen);
  if (!anneeDue && demande.annee !== null) return invalid('annee', PAIEMENT_MESSAGES.annee(demande.annee));
  const { montant } = demande;
  if (plafond !== null && montant > plafond) return invalid('montant', PAIEMENT_MESSAGES.plafond(plafond));
  if (du !== null && attente !== null && montant > du - attente)
    return new AppError('conflit.excedent', PAIEMENT_MESSAGES.excedent(montant, du, attente));
  return undefined;
}

const entryOf = (demande: Demande, { id, statut, noTransaction, frais }: Booked): JournalEntry => {
  const {
    entiteId,
    agentId,
    auteurId = agentId,
    requestId,
    contribuable,
    montant,
    moyenPaiement,
    annee,
    motif,
  } = demande;
  return {
    entiteId,
    utilisateurId: auteurId,
    acte: 'créer',
    domaine: 'paiements',
    ressource: 'transactions',
    id,
    apres: { contribuable, montant, frais, moyenPaiement, noTransaction, annee, motif, statut },
    requestId,
  };
};

/** What becomes of one payment that was asked for. */
export type Settled = { id: number; nouvelle: boolean } | AppError;

interface Booking {
  till: TillPort;
  split: Split;
}
type Split = (booked: readonly Booked[]) => Promise<void>;

/** A payment that was looked at: what is in its way or was booked before, else nothing; and as it may be booked. */
export interface Looked {
  demande: Demande;
  verdict: Verdict;
}

/** The sessions that cash goes into, each person's once; what a person lacks is the answer to its payments alone. */
async function sessionsOf(
  trx: OpenTransaction,
  till: TillPort,
  demandes: readonly Demande[],
): Promise<ReadonlyMap<string, number | AppError | null>> {
  const sessions = new Map<string, number | AppError | null>();
  // what nobody took is in no till
  const taken = demandes.flatMap((demande) =>
    demande.agentId === null ? [] : [{ ...demande, agentId: demande.agentId }],
  );
  for (const demande of taken.sort((a, b) => a.entiteId - b.entiteId || a.agentId - b.agentId)) {
    const { entiteId: entite, agentId: person } = demande;
    const key = ownerOf(demande);
    if (sessions.has(key)) continue;
    try {
      const asked = { entite, person, nature: 'espèces', at: new Date() } as const;
      sessions.set(key, await till.sessionFor(trx, asked));
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      sessions.set(key, error);
    }
  }
  return sessions;
}
const ownerOf = ({ entiteId, agentId }: Demande): string => `${entiteId} ${agentId}`;

/**
 * Looks at payments, whose answer is the same for two calls of one since the first holds its taxpayer.
 * @param demandes of different taxpayers, who are locked
 */
export async function look(
  trx: OpenTransaction,
  till: TillPort,
  demandes: readonly Demande[],
): Promise<Looked[]> {
  const findings = await examine(trx, demandes);
  const looked = demandes.map((demande, index) => {
    const finding = findings[index] as Finding;
    const verdict = verdictOf(demande, finding);
    return { demande, verdict, isCash: verdict === undefined && finding.nature === 'espèces' };
  });
  const sessions = await sessionsOf(
    trx,
    till,
    looked.flatMap(({ demande, isCash }) =>
      isCash && demande.sessionCaisseId === undefined ? [demande] : [],
    ),
  );
  return looked.map(({ demande, verdict, isCash }): Looked => {
    const session = isCash ? sessions.get(ownerOf(demande)) : undefined;
    if (session instanceof AppError) return { demande, verdict: session };
    return {
      demande: typeof session === 'number' ? { ...demande, sessionCaisseId: session } : demande,
      verdict,
    };
  });
}

/** Books, splits, notes what nothing is in the way of. @returns what was booked, by taxpayer */
export async function write(
  trx: OpenTransaction,
  demandes: readonly Demande[],
  split: Split,
): Promise<ReadonlyMap<number, Booked>> {
  const booked = demandes.length > 0 ? await insertPayments(trx, demandes) : [];
  const byPayer = new Map(booked.map((row) => [row.contribuable, row]));
  const confirmed = booked.filter(({ statut }) => statut === 'Confirmé');
  if (confirmed.length > 0) await split(confirmed);
  await writeJournals(
    trx,
    demandes.map((demande) => entryOf(demande, byPayer.get(demande.contribuable) as Booked)),
  );
  return byPayer;
}

/**
 * Looks, books, splits, notes, each payment by itself.
 * @param demandes of different taxpayers, who are locked
 */
export async function bookIn(
  trx: OpenTransaction,
  demandes: readonly Demande[],
  { till, split }: Booking,
): Promise<Settled[]> {
  const looked = await look(trx, till, demandes);
  const fresh = looked.flatMap(({ demande, verdict }) => (verdict === undefined ? [demande] : []));
  const byPayer = await write(trx, fresh, split);
  return looked.map(({ demande, verdict }) => {
    if (verdict instanceof AppError) return verdict;
    if (verdict) return { id: verdict.id, nouvelle: false };
    return { id: (byPayer.get(demande.contribuable) as Booked).id, nouvelle: true };
  });
}

/** Splits payments that count at once: all that are taken, refunds apart. */
export const splitIn =
  (trx: OpenTransaction): Split =>
  (booked) =>
    imputePayments(
      trx,
      booked.map(({ id }) => id),
    );

/** Books payments inside the caller's transaction. @param demandes of different taxpayers */
export async function bookAll(
  trx: OpenTransaction,
  demandes: readonly Demande[],
  till: TillPort,
): Promise<Settled[]> {
  await keepPlans(trx);
  await lockPayers(trx, demandes);
  return bookIn(trx, demandes, { till, split: splitIn(trx) });
}

/** @param demandes of different taxpayers */
async function takeAll(db: Database, till: TillPort, demandes: readonly Demande[]): Promise<Outcome[]> {
  const outcomes = await db.transaction().execute((trx) => bookAll(trx, demandes, till));
  return withRows(db, outcomes);
}

/** Books a refund. @returns it, with the payments that it takes back and what the taxpayer had before */
async function giveBack(
  trx: OpenTransaction,
  demande: Demande,
  reprise: Reprise,
): Promise<{ taken: Taken; vise: PaiementVise[]; before: Solde }> {
  await lockPayers(trx, [demande]);
  await demandUnchanged(trx, demande.entiteId, reprise);
  const before = await readSolde(trx, demande.entiteId, demande.contribuable);
  const paid = await paidBy(trx, demande.entiteId, demande.contribuable);
  let vise: PaiementVise[] = [];
  // cash leaves a till by a cancellation alone
  const outcomes = await bookIn(trx, [demande], {
    till: noTill,
    async split([refund]) {
      if (paid < -demande.montant) throw invalid('montant', PAIEMENT_MESSAGES.rembourse(paid));
      const { entiteId, contribuable, montant } = demande;
      const transaction = (refund as Booked).id;
      vise = await takeBackNamed(trx, { entiteId, contribuable, transaction, montant: -montant }, reprise);
    },
  });
  const [outcome] = await withRows(trx, outcomes);
  if (outcome instanceof AppError) throw outcome;
  return { taken: outcome as Taken, vise, before };
}

async function withRows(queries: Queries, outcomes: readonly Settled[]): Promise<Outcome[]> {
  const ids = outcomes.flatMap((outcome) => (outcome instanceof AppError ? [] : [outcome.id]));
  const rows = new Map((await readRows(queries, transactionSource, ids)).map((row) => [row.id, row]));
  return outcomes.map((outcome) =>
    outcome instanceof AppError
      ? outcome
      : { transaction: rows.get(outcome.id) as TransactionRow, nouvelle: outcome.nouvelle },
  );
}

/** Whether a person is kept from a payment method (specification 2 section 6). */
export const isKeptFrom = (person: Person, moyenPaiement: number): boolean =>
  !isSuperAdmin(person) && person.moyenPaiements.length > 0 && !person.moyenPaiements.includes(moyenPaiement);

/** How a payment is asked for. */
export interface Taking {
  /** The caller's Idempotency-Key. */
  key: string | undefined;
  /** Whether it is refused above what is owed (409 `conflit.excedent`). */
  refuseExcess: boolean;
  requestId: string;
}

export interface PaiementService {
  /**
   * Books a payment, or a refund where the amount is negative: once, whatever the number of calls with the same key or
   * the same reference.
   * @throws AppError 409 where key or reference are another payment's or where it is above what is owed and that is
   *   refused, 400 at the field that is wrong
   */
  take: (person: Person, body: PaiementBody, call: Taking) => Promise<Taken>;
}

/**
 * The collectivité of a taxpayer whom a person sees.
 * @throws AppError 409 for « Recettes à classer », under which no person pays
 */
export async function entiteOfPayer(
  db: Queries,
  person: Person,
  contribuable: number,
): Promise<number | undefined> {
  const payer = await findPayer(db, scopeOf(person), contribuable);
  if (payer) refuseSysteme(payer);
  return payer?.entiteId;
}

/** What a payment is asked for with, by a person who may. @throws AppError 400, 403, 404, 409 */
async function demandeOf(
  db: Queries,
  person: Person,
  body: PaiementBody,
  { key, refuseExcess, requestId }: Taking,
): Promise<Demande> {
  demand(person, 'transactions', 'Créer');
  // giving money back is decided by whoever may confirm what came in
  if (body.montant < 0) demand(person, 'transactions', 'Valider');
  if (isKeptFrom(person, body.moyenPaiement)) throw invalid('moyenPaiement', PAIEMENT_MESSAGES.moyen);
  const entiteId = await entiteOfPayer(db, person, body.contribuable);
  if (entiteId === undefined) throw new AppError('introuvable', PAIEMENT_MESSAGES.contribuable);
  return {
    entiteId,
    contribuable: body.contribuable,
    montant: body.montant,
    moyenPaiement: body.moyenPaiement,
    noTransaction: body.noTransaction ?? null,
    annee: body.annee ?? null,
    motif: body.motif || null,
    cle: key === undefined ? null : `${person.id}:${key}`,
    refuseExcess: refuseExcess && body.montant > 0,
    agentId: person.id,
    requestId,
  };
}

/** A refund as it is frozen where it waits for a second person. */
interface Remboursement {
  body: PaiementBody;
  /** The caller's Idempotency-Key. */
  key: string | null;
}

const remboursement: Commande<Remboursement, Taken> = {
  nom: 'paiements.remboursement',
  nature: 'remboursement',
  domaine: 'paiements',
  async execute(trx, person, { body, key }, requestId, approved) {
    const taking = { key: key ?? undefined, refuseExcess: false, requestId };
    const demande = await demandeOf(trx, person, body, taking);
    const { taken: result, vise, before } = await giveBack(trx, demande, repriseOf(approved));
    if (!result.nouvelle) return { result, effet: null };
    const { contrib, moyenPaiement } = result.transaction;
    const montant = -demande.montant;
    return {
      result,
      effet: {
        entiteId: demande.entiteId,
        objet: `Rendre ${formatFrancs(montant)} à ${contrib.fullName}`,
        montant,
        parts: [{ contribuable: demande.contribuable, montant }],
        motif: demande.motif,
        ressource: 'contribuables',
        enregistrement: demande.contribuable,
        avant: null,
        apres: { montant: demande.montant },
        vise,
        contexte: {
          avant: before,
          apres: {
            ...(await readSolde(trx, demande.entiteId, demande.contribuable)),
            moyenPaiement: moyenPaiement.nom,
          },
        },
      },
    };
  },
};

export function paiementService(
  db: Database,
  { approbations, till }: { approbations: Approbations; till: TillPort },
): PaiementService {
  const rembourser = approbations.define(remboursement);
  // two at once keep both cores at work; more would only wait for one another's totals
  const counter = batches<Demande, Outcome>({
    run: (demandes) => takeAll(db, till, demandes),
    keysOf: ({ contribuable }) => [contribuable],
    max: 64,
    together: 2,
  });
  return {
    async take(person, body, taking) {
      const demande = await demandeOf(db, person, body, taking);
      if (demande.montant < 0) return rembourser(person, { body, key: taking.key ?? null }, taking.requestId);
      const outcome = await counter.add(demande);
      if (outcome instanceof AppError) throw outcome;
      return outcome;
    },
  };
}

/** What becomes of payments: confirmed, failed, corrected, removed (docs/regles-de-calcul.md, « Ce qui est payé »). */
import {
  MOYEN_REMBOURSEMENT,
  type PaiementVise,
  PAIEMENT_MESSAGES,
  type StatutTransaction,
  type TransactionPatch,
  type TransactionRow,
  TRANSITIONS,
} from '@octroi/contract';
import { demand, type Person } from '#src/platform/access/person.ts';
import {
  type Database,
  inTransaction,
  type OpenTransaction,
  type Queries,
} from '#src/platform/database/database.ts';
import { AppError, duplicateAs, invalid, refused } from '#src/platform/http/problem.ts';
import { type Acte, type JournalEntry, writeJournal } from '#src/platform/journal/journal.repository.ts';
import { demandVersion } from '#src/platform/resource/resource.service.ts';
import { imputePayments, paidBy, takeBack, takeUpAdvances } from '../booking/imputations.repository.ts';
import { examine, lockPayers } from '../booking/booking.repository.ts';
import { demandUnchanged, type Reprise, takeBackNamed } from './reprises.service.ts';
import { entiteOfPayer, isKeptFrom } from '../booking/paiements.service.ts';
import {
  type Changes,
  changeTransaction,
  confirmTransaction,
  deleteTransaction,
  failTransaction,
  type Held,
  holdTransaction,
  isReversed,
  type Reversing,
  reverseTransaction,
} from './transaction-changes.repository.ts';

/** Who does it: a person, or nobody where an operator calls back. */
export interface Author {
  utilisateurId: number | null;
  requestId: string;
}

const gone = (): AppError => new AppError('introuvable', "Cette transaction n'existe plus.");

const entryOf = (held: Held, { utilisateurId, requestId }: Author, acte: Acte): JournalEntry => ({
  entiteId: held.entiteId,
  utilisateurId,
  acte,
  domaine: 'paiements',
  ressource: 'transactions',
  id: held.id,
  requestId,
});

/** Holds the taxpayer first, then the transaction. @throws AppError 404 where it went meanwhile, or to another taxpayer */
export async function holdWithPayer(
  trx: OpenTransaction,
  entiteId: number,
  id: number,
  payers: readonly number[],
): Promise<Held> {
  await lockPayers(
    trx,
    payers.map((contribuable) => ({ entiteId, contribuable })),
  );
  const held = await holdTransaction(trx, entiteId, id);
  if (!held || !payers.includes(held.contribuable)) throw gone();
  return held;
}

/**
 * Ends the waiting of a payment: it counts from now on and has its receipt, or it failed.
 * @param told the commission that the operator kept; why it failed, where somebody says so
 * @throws AppError 409 where the payment waits no more
 */
export async function settle(
  trx: OpenTransaction,
  held: Held,
  statut: StatutTransaction,
  author: Author,
  { frais, motif }: { frais?: number | undefined; motif?: string } = {},
): Promise<void> {
  if (!TRANSITIONS[held.statut].includes(statut))
    throw new AppError('conflit.regle', `Une transaction « ${held.statut} » ne devient pas « ${statut} ».`);
  if (statut === 'Confirmé') {
    await confirmTransaction(trx, held, frais);
    await imputePayments(trx, [held.id]);
  } else await failTransaction(trx, held, motif);
  await writeJournal(trx, {
    ...entryOf(held, author, statut === 'Confirmé' ? 'confirmer' : 'refuser'),
    avant: { montant: held.montant, statut: held.statut },
    apres: { montant: held.montant, statut, ...(motif ? { motif } : {}) },
  });
}

/**
 * Takes a confirmed transaction back by its opposite.
 * @param author and how it comes about; with `reprise`, asks which payments it takes back, or names them
 * @returns the payments that it took back, where the author asks
 */
export async function reverse(
  trx: OpenTransaction,
  held: Held,
  motif: string,
  author: Author & Reversing & { reprise?: Reprise | undefined },
): Promise<PaiementVise[]> {
  const { entiteId, contribuable, montant } = held;
  const { reprise } = author;
  if (reprise) await demandUnchanged(trx, entiteId, reprise);
  if (held.extourneDe !== null) throw new AppError('conflit.regle', "Une extourne ne s'extourne pas.");
  if (await isReversed(trx, held))
    throw new AppError('conflit.regle', 'Cette transaction est déjà extournée.');
  if (montant > 0 && (await paidBy(trx, entiteId, contribuable)) < montant)
    throw new AppError('conflit.regle', 'Ce paiement a déjà été remboursé, en tout ou en partie.');
  const id = await reverseTransaction(trx, held, motif, author);
  let vise: PaiementVise[] = [];
  if (montant > 0) {
    const target = { entiteId, contribuable, transaction: id, montant };
    if (reprise) vise = await takeBackNamed(trx, target, reprise);
    else await takeBack(trx, entiteId, id);
    await takeUpAdvances(trx, entiteId, [contribuable]);
  } else await imputePayments(trx, [id]);
  await writeJournal(trx, {
    ...entryOf(held, author, author.avisRejet ? 'rejeter un chèque' : 'extourner'),
    avant: { montant, statut: held.statut },
    apres: {
      extourne: id,
      montant: -montant,
      motif,
      ...(author.avisRejet ? { avis: author.avisRejet } : {}),
    },
  });
  return vise;
}

/** What became of a payment that was to go: gone, or confirmed, so that it stays and another takes it back. */
export type Removed = 'supprimée' | 'extournée';

interface Removal {
  author: Author;
  /** Whether its author may take confirmed ones back. */
  mayReverse: boolean;
  /** Asks which payments it takes back, or names them. */
  reprise?: Reprise;
}

/**
 * Takes a transaction out of the figures, in the caller's transaction or one of its own: one that is confirmed by its
 * reversal, any other by deleting it. Rights and scope are the caller's.
 * @returns what became of it, and the payments that were taken back where that is asked
 * @throws AppError 403, 409 where it was taken back or refunded before, 400 without a reason
 */
export async function removeTransaction(
  db: Database | OpenTransaction,
  row: TransactionRow,
  motif: string | undefined,
  { author, mayReverse, reprise }: Removal,
): Promise<{ removed: Removed; vise: PaiementVise[] }> {
  return inTransaction(db, async (trx) => {
    const held = await holdWithPayer(trx, row.ramification.entite.id, row.id, [row.contrib.id]);
    if (held.statut === 'Confirmé') {
      if (!mayReverse) throw refused();
      if (!motif) throw invalid('motif', PAIEMENT_MESSAGES.motif);
      const vise = await reverse(trx, held, motif, { ...author, reprise });
      return { removed: 'extournée', vise };
    }
    await deleteTransaction(trx, held);
    await writeJournal(trx, {
      ...entryOf(held, author, 'supprimer'),
      avant: row,
      apres: motif ? { motif } : undefined,
    });
    return { removed: 'supprimée', vise: [] };
  });
}

/** What a record that is sent back says otherwise than the stored one. */
function changesOf(held: Held, { contrib, contribuable = contrib, ...patch }: TransactionPatch): Changes {
  const asked = { ...patch, contribuable, motif: patch.motif === '' ? null : patch.motif };
  const names = ['contribuable', 'montant', 'moyenPaiement', 'noTransaction', 'annee', 'motif'] as const;
  return Object.fromEntries(
    names.flatMap((name) =>
      asked[name] !== undefined && asked[name] !== held[name] ? [[name, asked[name]]] : [],
    ),
  );
}

const FIXED = ['contribuable', 'montant', 'moyenPaiement', 'annee'] as const;

/** @throws AppError 409 naming what may not change any more */
function demandChangeable(held: Held, changes: Changes, dateTransaction: string | undefined): void {
  if (held.statut === 'En attente de confirmation') return;
  const fields: string[] = FIXED.filter((name) => changes[name] !== undefined);
  if (dateTransaction !== undefined && Date.parse(dateTransaction) !== Date.parse(held.dateTransaction))
    fields.push('dateTransaction');
  if (fields.length === 0) return;
  const message = 'Le montant, le contribuable, le moyen et le jour de cette transaction ne changent plus.';
  throw new AppError(
    'conflit.regle',
    message,
    fields.map((field) => ({ field, message })),
  );
}

export interface TransactionChanges {
  patch: (
    person: Person,
    row: TransactionRow,
    body: TransactionPatch,
    version: number | null,
    requestId: string,
  ) => Promise<void>;
}

export function transactionChanges(db: Database): TransactionChanges {
  /** What a payment that still waits may become. @throws AppError at the field that is wrong */
  async function demandSound(queries: Queries, person: Person, held: Held, changes: Changes): Promise<void> {
    const next = { ...held, ...changes };
    if (next.montant < 0 !== held.montant < 0)
      throw invalid('montant', 'Un paiement ne devient pas un remboursement.');
    if (changes.moyenPaiement === MOYEN_REMBOURSEMENT)
      throw invalid('moyenPaiement', PAIEMENT_MESSAGES.moyenDeRemboursement);
    if (changes.moyenPaiement !== undefined && isKeptFrom(person, changes.moyenPaiement))
      throw invalid('moyenPaiement', PAIEMENT_MESSAGES.moyen);
    const [constat] = await examine(queries, [
      { ...next, noTransaction: null, cle: null, refuseExcess: false, agentId: person.id, requestId: '' },
    ]);
    if (changes.moyenPaiement !== undefined && !constat?.nature)
      throw invalid('moyenPaiement', PAIEMENT_MESSAGES.moyen);
    if (typeof changes.annee === 'number' && !constat?.anneeDue)
      throw invalid('annee', PAIEMENT_MESSAGES.annee(changes.annee));
    const plafond = constat?.plafond ?? null;
    if (changes.montant !== undefined && plafond !== null && changes.montant > plafond)
      throw invalid('montant', PAIEMENT_MESSAGES.plafond(plafond));
  }

  return {
    async patch(person, row, body, version, requestId) {
      const entiteId = row.ramification.entite.id;
      const settles = body.statut !== undefined && body.statut !== row.statut;
      const target = body.contribuable ?? body.contrib ?? row.contrib.id;
      const author = { utilisateurId: person.id, requestId };
      const payers = [...new Set([row.contrib.id, target])].sort((a, b) => a - b);
      if (settles) demand(person, 'transactions', 'Valider');
      if (target !== row.contrib.id && (await entiteOfPayer(db, person, target)) !== entiteId)
        throw invalid('contribuable', PAIEMENT_MESSAGES.contribuable);
      await db.transaction().execute(async (trx) => {
        const held = await holdWithPayer(trx, entiteId, row.id, payers);
        const changes = changesOf(held, body);
        const changed = Object.keys(changes).length > 0;
        if (changed || !settles) demand(person, 'transactions', 'Modifier');
        demandVersion(version, held);
        demandChangeable(held, changes, body.dateTransaction);
        if (changed) {
          await demandSound(trx, person, held, changes);
          const message = PAIEMENT_MESSAGES.reference;
          await duplicateAs(
            { transaction_entite_id_no_transaction_key: { field: 'noTransaction', message } },
            () => changeTransaction(trx, held, changes),
          );
          const avant = Object.fromEntries(
            Object.keys(changes).map((name) => [name, held[name as keyof Held]]),
          );
          await writeJournal(trx, { ...entryOf(held, author, 'modifier'), avant, apres: changes });
        }
        if (body.statut !== undefined && body.statut !== held.statut)
          await settle(trx, { ...held, ...changes }, body.statut, author);
      });
    },
  };
}

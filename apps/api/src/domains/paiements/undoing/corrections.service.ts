/** Correction of a payment, and what its office says became of it (docs/regles-de-calcul.md, « Ce qui est payé »). */
import {
  MOYEN_REMBOURSEMENT,
  PAIEMENT_MESSAGES,
  type StatutTransaction,
  type TransactionPatch,
  type TransactionRow,
  TRANSITIONS,
} from '@octroi/contract';
import { demand, type Person } from '#src/platform/access/person.ts';
import type { Database, OpenTransaction, Queries } from '#src/platform/database/database.ts';
import { AppError, duplicateAs, invalid } from '#src/platform/http/problem.ts';
import { writeJournal } from '#src/platform/journal/journal.repository.ts';
import { demandVersion } from '#src/platform/resource/resource.service.ts';
import { examine, type LockedPayment } from '../booking/booking.repository.ts';
import {
  type Author,
  confirmPayment,
  entiteOfPayer,
  isMethodForbidden,
  journalOf,
  lockPayments,
} from '../booking/booking.service.ts';
import { type Changes, changeTransaction } from './corrections.repository.ts';
import { undoPayments } from './reversal.service.ts';

/** The fields of a patch that differ from the stored payment. */
function changesOf(
  payment: LockedPayment,
  { contrib, contribuable = contrib, ...patch }: TransactionPatch,
): Changes {
  const wanted = { ...patch, contribuable, motif: patch.motif === '' ? null : patch.motif };
  const names = ['contribuable', 'montant', 'moyenPaiement', 'noTransaction', 'annee', 'motif'] as const;
  return Object.fromEntries(
    names.flatMap((name) =>
      wanted[name] !== undefined && wanted[name] !== payment[name] ? [[name, wanted[name]]] : [],
    ),
  );
}

const FIXED = ['contribuable', 'montant', 'moyenPaiement', 'annee'] as const;

/** @throws AppError 409 naming the fields that may not change any more */
function demandChangeable(
  payment: LockedPayment,
  changes: Changes,
  dateTransaction: string | undefined,
): void {
  if (payment.statut === 'En attente de confirmation') return;
  const fields: string[] = FIXED.filter((name) => changes[name] !== undefined);
  if (dateTransaction !== undefined && Date.parse(dateTransaction) !== Date.parse(payment.dateTransaction))
    fields.push('dateTransaction');
  if (fields.length === 0) return;
  const message = 'Le montant, le contribuable, le moyen et le jour de cette transaction ne changent plus.';
  throw new AppError(
    'conflit.regle',
    message,
    fields.map((field) => ({ field, message })),
  );
}

/** @throws AppError at the field that a waiting payment may not take */
async function demandValid(
  queries: Queries,
  person: Person,
  payment: LockedPayment,
  changes: Changes,
): Promise<void> {
  const { numeroImprime: _numero, taxe: _taxe, ...next } = { ...payment, ...changes };
  if (next.montant < 0 !== payment.montant < 0)
    throw invalid('montant', 'Un paiement ne devient pas un remboursement.');
  if (changes.moyenPaiement === MOYEN_REMBOURSEMENT)
    throw invalid('moyenPaiement', PAIEMENT_MESSAGES.moyenDeRemboursement);
  if (changes.moyenPaiement !== undefined && isMethodForbidden(person, changes.moyenPaiement))
    throw invalid('moyenPaiement', PAIEMENT_MESSAGES.moyen);
  const [examination] = await examine(queries, [
    { ...next, noTransaction: null, cle: null, refuseExcess: false, agentId: person.id, requestId: '' },
  ]);
  if (changes.moyenPaiement !== undefined && !examination?.nature)
    throw invalid('moyenPaiement', PAIEMENT_MESSAGES.moyen);
  if (typeof changes.annee === 'number' && !examination?.anneeDue)
    throw invalid('annee', PAIEMENT_MESSAGES.annee(changes.annee));
  const plafond = examination?.plafond ?? null;
  if (changes.montant !== undefined && plafond !== null && changes.montant > plafond)
    throw invalid('montant', PAIEMENT_MESSAGES.plafond(plafond));
}

/** Writes what a person corrects of a locked payment, and its journal entry. */
async function correct(
  trx: OpenTransaction,
  person: Person,
  payment: LockedPayment,
  { changes, author }: { changes: Changes; author: Author },
): Promise<void> {
  await demandValid(trx, person, payment, changes);
  const message = PAIEMENT_MESSAGES.reference;
  await duplicateAs({ transaction_entite_id_no_transaction_key: { field: 'noTransaction', message } }, () =>
    changeTransaction(trx, payment, changes),
  );
  const names = Object.keys(changes) as (keyof Changes)[];
  await writeJournal(trx, {
    ...journalOf(payment, author, 'modifier'),
    avant: Object.fromEntries(names.map((name) => [name, payment[name]])),
    apres: changes,
  });
}

/** Ends the waiting of a payment. @throws AppError 409 if it does not wait any more */
async function endWaiting(
  trx: OpenTransaction,
  payment: LockedPayment,
  statut: StatutTransaction,
  author: Author,
): Promise<void> {
  if (!TRANSITIONS[payment.statut].includes(statut))
    throw new AppError(
      'conflit.regle',
      `Une transaction « ${payment.statut} » ne devient pas « ${statut} ».`,
    );
  if (statut === 'Confirmé') await confirmPayment(trx, payment, author);
  else await undoPayments(trx, payment.entiteId, [payment], { reason: { nature: 'échec' }, author });
}

/** Corrects a payment, confirms it or says that it failed. @throws AppError at the field that is wrong, 403, 404, 409, 412 */
export async function patchTransaction(
  db: Database,
  person: Person,
  row: TransactionRow,
  body: TransactionPatch,
  { version, requestId }: { version: number | null; requestId: string },
): Promise<void> {
  const entiteId = row.ramification.entite.id;
  const settles = body.statut !== undefined && body.statut !== row.statut;
  const target = body.contribuable ?? body.contrib ?? row.contrib.id;
  const author = { utilisateurId: person.id, requestId };
  if (settles) demand(person, 'transactions', 'Valider');
  if (target !== row.contrib.id && (await entiteOfPayer(db, person, target)) !== entiteId)
    throw invalid('contribuable', PAIEMENT_MESSAGES.contribuable);
  await db.transaction().execute(async (trx) => {
    const [payment] = (await lockPayments(trx, entiteId, [row.id], [row.contrib.id, target])) as [
      LockedPayment,
    ];
    const changes = changesOf(payment, body);
    const changed = Object.keys(changes).length > 0;
    if (changed || !settles) demand(person, 'transactions', 'Modifier');
    demandVersion(version, payment);
    demandChangeable(payment, changes, body.dateTransaction);
    if (changed) await correct(trx, person, payment, { changes, author });
    if (body.statut !== undefined && body.statut !== payment.statut)
      await endWaiting(trx, { ...payment, ...changes }, body.statut, author);
  });
}

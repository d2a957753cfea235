/** Removal of many transactions (specification 2 section 2.13): while it is asked for, or as a long work. */
import { randomUUID } from 'node:crypto';
import {
  type ActeReport,
  mayActInBulk,
  PAIEMENT_MESSAGES,
  sumActes,
  type SuppressionTransactions,
} from '@octroi/contract';
import { demand, type Person, scopeOf } from '#src/platform/access/person.ts';
import type { Database } from '#src/platform/database/database.ts';
import { invalid, notFound, refused, toAppError } from '#src/platform/http/problem.ts';
import type { Jobs } from '#src/platform/jobs/jobs.ts';
import { writeJournal } from '#src/platform/journal/journal.repository.ts';
import { readRows } from '#src/platform/listing/listing.ts';
import { removeEach } from '#src/platform/resource/removal.ts';
import { type Removed, removeTransaction } from './transaction-changes.service.ts';
import { listPlaces, readTargets, type Target, writeTargets } from './transaction-removal.repository.ts';
import { transactionSource } from './transactions.repository.ts';

const NATURE = 'suppression-transactions';
const DEJA_ANNULEES = 'Déjà annulées';

interface Params {
  lot: string;
  motif: string;
}

const done: ActeReport = { total: 1, faits: 1, laisses: [] };
const left = (motif: string): ActeReport => ({ total: 1, faits: 0, laisses: [{ motif, nombre: 1 }] });

/** @throws AppError 403 for all but Super Admin and Admin NTA */
function demandBulk(person: Person): void {
  if (!mayActInBulk(person)) throw refused();
  demand(person, 'transactions', 'Supprimer');
}

/** Those that are few enough to be waited for, one after the other. */
async function removeFew(
  ids: readonly number[],
  remove: (id: number) => Promise<Removed>,
): Promise<SuppressionTransactions> {
  let extournes = 0;
  const refuses = await removeEach(ids, async (id) => {
    if ((await remove(id)) === 'extournée') extournes += 1;
  });
  return { total: ids.length, supprimes: ids.length - refuses.length, extournes, refuses, travail: null };
}

export async function removalService(db: Database, jobs: Jobs) {
  /** Each in a transaction of its own, as at the counter: nobody who pays meanwhile waits for more than one. */
  async function removeTarget(
    target: Target,
    { motif }: Params,
    author: Parameters<typeof removeTransaction>[3]['author'],
  ) {
    if (target.annulee) return left(DEJA_ANNULEES);
    if (target.faite) return done;
    const [row] = await readRows(db, transactionSource, [target.id]);
    if (!row) return done;
    try {
      await removeTransaction(db, row, motif, { author, mayReverse: true });
      return done;
    } catch (error) {
      const known = toAppError(error);
      if (!known) throw error;
      return left(known.message);
    }
  }

  await jobs.define<Params, ActeReport>({
    nature: NATURE,
    demand: demandBulk,
    steps: ({ lot }) => listPlaces(db, lot),
    async step(queries, params, ramification, { id, utilisateurId }, tell) {
      const targets = await readTargets(queries, params.lot, ramification);
      let report = sumActes([]);
      let montant = 0;
      for (const target of targets) {
        const one = await removeTarget(target, params, { utilisateurId, requestId: id });
        report = sumActes([report, one]);
        montant += one.faits * target.montant;
        await tell(report);
      }
      if (report.faits > 0)
        await writeJournal(queries, {
          entiteId: targets[0]?.entite ?? null,
          utilisateurId,
          acte: 'supprimer',
          domaine: 'paiements',
          ressource: 'ramifications',
          id: ramification,
          apres: { transactions: report.faits, montant, motif: params.motif },
          requestId: id,
        });
      return report;
    },
    sum: (_params, reports) => sumActes(reports),
  });

  return {
    /**
     * @param asked read once the person is known to have the right
     * @param remove takes one of a few out
     * @throws AppError 403 for all but Super Admin and Admin NTA, 400 without a reason, 404 where one is not seen
     */
    async removeMany(
      person: Person,
      asked: () => Promise<{ ids: readonly number[]; motif: string | undefined }>,
      remove: (id: number, motif: string | undefined) => Promise<Removed>,
    ): Promise<SuppressionTransactions> {
      demandBulk(person);
      const { ids, motif } = await asked();
      if (ids.length <= jobs.thresholds.acte) return removeFew(ids, (id) => remove(id, motif));
      if (!motif) throw invalid('motif', PAIEMENT_MESSAGES.motif);
      const lot = randomUUID();
      const entites = await db.transaction().execute(async (trx) => {
        const noted = await writeTargets(trx, scopeOf(person), lot, ids);
        if (noted.nombre < ids.length) throw notFound();
        return noted.entites;
      });
      const travail = await jobs.start({
        nature: NATURE,
        entiteId: entites.length === 1 ? (entites[0] ?? null) : null,
        utilisateurId: person.id,
        parametres: { lot, motif } satisfies Params,
      });
      return { total: ids.length, supprimes: 0, extournes: 0, refuses: [], travail };
    },
  };
}

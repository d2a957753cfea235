/** What the search box finds of receipts and payments. */
import {
  at,
  formatDay,
  formatFrancs,
  may,
  PAGES,
  type SorteTrouvaille,
  TROUVAILLES_PAR_SORTE,
} from '@octroi/contract';
import { scopeOf } from '#src/platform/access/person.ts';
import type { Database } from '#src/platform/database/database.ts';
import type { Finder } from '#src/platform/search/finder.ts';
import { findReceipts, findReferences, type SoughtPayment } from './recherche.repository.ts';

const resultOf =
  (type: SorteTrouvaille, titre: (payment: SoughtPayment) => string) => (payment: SoughtPayment) => ({
    type,
    id: payment.id,
    titre: titre(payment),
    detail: [formatFrancs(payment.montant), formatDay(payment.jour), payment.fullName].join(' · '),
    lien: at(PAGES.transaction, payment.id),
  });

export const paiementFinder =
  (db: Database): Finder =>
  async (person, typed) => {
    if (!may(person.grants, 'transactions', 'Lister')) return [];
    const scope = scopeOf(person);
    const [receipts, payments] = await Promise.all([
      findReceipts(db, scope, typed, TROUVAILLES_PAR_SORTE),
      findReferences(db, scope, typed, TROUVAILLES_PAR_SORTE),
    ]);
    return [
      ...receipts.map(resultOf('recu', ({ numeroRecu }) => numeroRecu ?? '')),
      ...payments.map(resultOf('transaction', ({ noTransaction }) => noTransaction)),
    ];
  };

/** Parts of payments as lists read them: the list behind the figures by tax (specification 2 section 2.15). */
import { imputationList, type ImputationRow, imputationRowSchema } from '@octroi/contract';
import { sql } from 'kysely';
import { RAM_NOM, RANGS } from '#src/platform/listing/lieu.ts';
import { type ListSource, sqlColumns } from '#src/platform/listing/listing.ts';
import { isSoughtPayment } from './recherche.repository.ts';
import { CONTRIBUABLE_COLUMNS, transactionSource } from './transactions.repository.ts';
import { instant, named } from '#src/platform/listing/row.ts';
import { nested, taxpayer } from '#src/platform/listing/nested.ts';

const COLUMNS = sqlColumns(
  imputationList.fields,
  {
    'imp.annee': { sql: sql.ref('imp.annee') },
    'imp.montant': { sql: sql.ref('imp.montant') },
    'trans.dateTransaction': { sql: sql.ref('trans.date_transaction'), join: 'trans' },
    'trans.noTransaction': { sql: sql.ref('trans.no_transaction'), join: 'trans' },
    'taxe.id': { sql: sql.ref('ech.taxe_id'), join: 'ech', nullable: true },
    'taxe.nom': { sql: sql.ref('taxe.nom'), join: 'taxe', nullable: true },
    'mp.id': { sql: sql.ref('trans.moyen_paiement_id'), join: 'trans' },
    ...CONTRIBUABLE_COLUMNS,
    'ent.id': { sql: sql.ref('imp.entite_id') },
    'ram.id': { sql: sql.ref('trans.ramification_id'), join: 'trans' },
    'ram.nom': RAM_NOM,
    'p.id': { sql: sql.ref('ram.parent_id'), join: 'ram', nullable: true },
    'user.id': { sql: sql.ref('trans.bureau_accepteur_id'), join: 'trans', nullable: true },
  },
  { 'imp.id': { sql: sql.ref('imp.id') } },
);

/** Imputations (imp) under the aliases of the transaction list, with their tax (none: an advance). */
export const imputationSource: ListSource<ImputationRow> = {
  alias: 'imp',
  otherAliases: { imputation: 'imp', ...transactionSource.otherAliases },
  from: sql`imputation as imp`,
  key: sql.ref('imp.id'),
  finds: (typed) => isSoughtPayment(sql.ref('imp.transaction_id'), sql.ref('imp.contribuable_id'), typed),
  joins: {
    trans: {
      sql: sql`join transaction as trans on trans.entite_id = imp.entite_id and trans.id = imp.transaction_id`,
    },
    ech: {
      sql: sql`left join echeance as ech on ech.entite_id = imp.entite_id and ech.id = imp.echeance_id`,
    },
    taxe: { sql: sql`left join taxe on taxe.id = ech.taxe_id`, after: ['ech'] },
    contrib: {
      sql: sql`join contribuable as contrib on contrib.entite_id = imp.entite_id and contrib.id = imp.contribuable_id`,
    },
    mp: { sql: sql`join moyen_paiement as mp on mp.id = trans.moyen_paiement_id`, after: ['trans'] },
    ram: { sql: sql`join ramification as ram on ram.id = trans.ramification_id`, after: ['trans'] },
    p: { sql: sql`left join ramification as p on p.id = ram.parent_id`, after: ['ram'] },
    ent: { sql: sql`join entite as ent on ent.id = imp.entite_id` },
    user: {
      sql: sql`left join utilisateur as "user" on "user".id = trans.bureau_accepteur_id`,
      after: ['trans'],
    },
    ...RANGS,
  },
  columns: COLUMNS,
  order: { column: 'trans.dateTransaction', direction: 'desc' },
  pageSize: 50,
  schema: imputationRowSchema,
  row: {
    id: sql.ref('imp.id'),
    annee: sql.ref('imp.annee'),
    periode: sql.ref('ech.periode'),
    montant: sql.ref('imp.montant'),
    transaction: {
      id: sql.ref('trans.id'),
      noTransaction: sql.ref('trans.no_transaction'),
      dateTransaction: instant('trans.date_transaction'),
      moyenPaiement: named('moyenPaiement', 'trans.moyen_paiement_id'),
    },
    contrib: taxpayer('contrib'),
    ramification: named('ramification', 'trans.ramification_id'),
    taxe: nested('taxe'),
    bureauAccepteur: named('agent', 'trans.bureau_accepteur_id'),
  },
};

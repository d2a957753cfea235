/** Parts of payments as lists read them: the list behind the figures by tax (specification 2 section 2.15). */
import { imputationList, type ImputationRow } from '@octroi/contract';
import { sql } from 'kysely';
import { LIEU, RAM_NOM, RAMIFICATION } from '#src/platform/listing/lieu.ts';
import { type ListSource, sqlColumns } from '#src/platform/listing/listing.ts';
import { isSoughtPayment } from './recherche.repository.ts';
import { CONTRIBUABLE_COLUMNS, transactionSource } from './transactions.repository.ts';

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
  finds: (typed) => isSoughtPayment(sql.ref('imp.transaction_id'), typed),
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
    ...LIEU,
  },
  columns: COLUMNS,
  order: { column: 'trans.dateTransaction', direction: 'desc' },
  pageSize: 50,
  select: sql`
    imp.id, imp.annee, ech.periode, imp.montant,
    json_build_object('id', trans.id, 'noTransaction', trans.no_transaction, 'dateTransaction', trans.date_transaction,
      'moyenPaiement', json_build_object('id', mp.id, 'nom', mp.nom)) as transaction,
    json_build_object('id', contrib.id, 'numKlis', contrib.num_klis, 'fullName', contrib.nom_complet) as contrib,
    ${RAMIFICATION} as ramification,
    case when taxe.id is not null then json_build_object('id', taxe.id, 'nom', taxe.nom) end as taxe,
    case when "user".id is not null then json_build_object('id', "user".id, 'username', "user".username,
      'fullName', btrim("user".prenom || ' ' || "user".nom)) end as "bureauAccepteur"`,
  toRow: (raw) => raw as unknown as ImputationRow,
};

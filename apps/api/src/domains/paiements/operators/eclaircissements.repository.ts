/** Payments that somebody must clear up: notifications that could not be applied (ADR 0061). */
import {
  type EclaircissementQuery,
  type EclaircissementRow,
  eclaircissementList,
  eclaircissementRowSchema,
} from '@octroi/contract';
import { type RawBuilder, sql } from 'kysely';
import { placeCondition, type Scope } from '#src/platform/access/person.ts';
import { type ListSource, sqlColumns } from '#src/platform/listing/listing.ts';
import { instant } from '#src/platform/listing/row.ts';
import { nested, someone, taxpayer } from '#src/platform/listing/nested.ts';

/**
 * The cases that a scope shows, by the place of their payment; a case of no known collectivité is only for persons who see them
 * all. `n` is the notification, `t` its payment.
 */
export const visibleCases = (scope: Scope): RawBuilder<boolean> =>
  placeCondition(scope, sql.ref('n.entite_id'), sql.ref('t.ramification_id'));

const OF_STATE: Readonly<Record<EclaircissementQuery['etat'], readonly RawBuilder<boolean>[]>> = {
  ouverts: [sql<boolean>`n.regle_le is null`],
  réglés: [sql<boolean>`n.regle_le is not null`],
  tous: [],
};

export const caseConditions = (
  scope: Scope,
  { entite, contribuable, etat }: Pick<EclaircissementQuery, 'entite' | 'contribuable' | 'etat'>,
): RawBuilder<boolean>[] => [
  sql<boolean>`n.nature is not null`,
  visibleCases(scope),
  ...OF_STATE[etat],
  ...(entite === undefined ? [] : [sql<boolean>`n.entite_id = ${entite}`]),
  ...(contribuable === undefined ? [] : [sql<boolean>`t.contribuable_id = ${contribuable}`]),
];

export const eclaircissementSource: ListSource<EclaircissementRow> = {
  alias: 'n',
  otherAliases: { entite: 'ent', moyenPaiement: 'mp', contribuable: 'contrib' },
  from: sql`notification_operateur as n left join transaction as t on t.entite_id = n.entite_id and t.id = n.transaction_id`,
  key: sql.ref('n.id'),
  joins: {
    ent: { sql: sql`left join entite as ent on ent.id = n.entite_id` },
    mp: { sql: sql`join moyen_paiement as mp on mp.id = n.moyen_paiement_id` },
    contrib: {
      sql: sql`left join contribuable as contrib on contrib.entite_id = t.entite_id and contrib.id = t.contribuable_id`,
    },
    par: { sql: sql`left join utilisateur as par on par.id = n.regle_par_id` },
  },
  columns: sqlColumns(
    eclaircissementList.fields,
    {
      'n.recueLe': { sql: sql.ref('n.recue_le') },
      'n.nature': { sql: sql.ref('n.nature') },
      'n.reference': { sql: sql`n.corps ->> 'noTransaction'` },
      'n.montant': { sql: sql.ref('n.montant') },
      'contrib.fullName': { sql: sql.ref('contrib.nom_complet'), join: 'contrib', nullable: true },
      'mp.id': { sql: sql.ref('n.moyen_paiement_id') },
      'mp.nom': { sql: sql.ref('mp.nom'), join: 'mp' },
      'ent.id': { sql: sql.ref('n.entite_id'), nullable: true },
      'ent.nom': { sql: sql.ref('ent.nom'), join: 'ent', nullable: true },
    },
    { 'n.id': { sql: sql.ref('n.id') } },
  ),
  order: { column: 'n.recueLe', direction: 'desc' },
  pageSize: 50,
  schema: eclaircissementRowSchema,
  row: {
    id: sql.ref('n.id'),
    recueLe: instant('n.recue_le'),
    nature: sql.ref('n.nature'),
    message: sql.ref('n.message'),
    evenement: sql.ref('n.evenement'),
    reference: sql`n.corps ->> 'noTransaction'`,
    statut: sql`n.corps ->> 'statut'`,
    montant: sql.ref('n.montant'),
    moyenPaiement: nested('mp'),
    entite: nested('ent'),
    contribuable: sql`case when not contrib.systeme then ${taxpayer('contrib')} end`,
    transaction: sql`case when t.id is not null then json_build_object('id', t.id, 'noTransaction', t.no_transaction, 'statut', t.statut,
      'montant', t.montant) end`,
    acte: sql.ref('n.acte'),
    note: sql.ref('n.note'),
    regleLe: instant('n.regle_le'),
    reglePar: someone('par'),
    encaisse: sql.ref('n.encaisse_id'),
  },
};

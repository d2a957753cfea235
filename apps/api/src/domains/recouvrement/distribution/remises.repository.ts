/** The register of notices handed over, and how many are left. */
import {
  type AvisCompte,
  avisRemisList,
  type AvisRemisQuery,
  type AvisRemisRow,
  avisRemisRowSchema,
} from '@octroi/contract';
import { type RawBuilder, sql } from 'kysely';
import { isOfSought } from '#src/domains/contribuables/index.ts';
import type { Scope } from '#src/platform/access/person.ts';
import { placeConditions, type PlaceQuery } from '#src/platform/access/place.ts';
import type { Queries } from '#src/platform/database/database.ts';
import { RANGS, RAM_NOM } from '#src/platform/listing/lieu.ts';
import { type ListSource, sqlColumns } from '#src/platform/listing/listing.ts';
import { agent, taxpayer } from '#src/platform/listing/nested.ts';
import { nameColumn } from '#src/platform/listing/person-name.ts';
import { instant, named } from '#src/platform/listing/row.ts';

const ETAT = sql`case when remise.annulee_le is not null then 'annulé' when remise.remis_a in ('refusé', 'absent')
  then remise.remis_a else 'remis' end`;
/** Metres between two positions, on a flat earth: exact to a metre within a town. */
const ECART = sql`case when remise.latitude is not null and contrib.latitude is not null then round(111195 * sqrt(
  power(remise.latitude - contrib.latitude, 2)
  + power((remise.longitude - contrib.longitude) * cos(radians(contrib.latitude)), 2)))::int end`;

export const remiseSource: ListSource<AvisRemisRow> = {
  alias: 'remise',
  otherAliases: { contribuable: 'contrib', ramification: 'ram', entite: 'ent', agent: 'user', avis: 'piece' },
  from: sql`remise_avis as remise`,
  key: sql.ref('remise.id'),
  // by the taxpayer, or by the whole number of a notice
  finds: (
    typed,
  ) => sql`(${isOfSought(sql.ref('remise.contribuable_id'), typed)} or remise.contribuable_id = any(array(
    select p.contribuable_id from entite e
    join piece p on p.entite_id = e.id and p.nature = 'avis' and not p.hors_serie and p.numero = upper(${typed.trim()}))))`,
  joins: {
    contrib: {
      sql: sql`join contribuable as contrib on contrib.entite_id = remise.entite_id and contrib.id = remise.contribuable_id`,
    },
    piece: { sql: sql`join piece as piece on piece.code = remise.code` },
    ram: { sql: sql`join ramification as ram on ram.id = remise.ramification_id` },
    ent: { sql: sql`join entite as ent on ent.id = remise.entite_id` },
    user: { sql: sql`join utilisateur as "user" on "user".id = remise.agent_id` },
    auteur: { sql: sql`left join utilisateur as auteur on auteur.id = remise.saisie_par_id` },
    annuleur: { sql: sql`left join utilisateur as annuleur on annuleur.id = remise.annulee_par_id` },
    ...RANGS,
  },
  columns: sqlColumns(
    avisRemisList.fields,
    {
      'remise.remisLe': { sql: sql.ref('remise.remis_le') },
      'remise.etat': { sql: ETAT },
      'remise.remisA': { sql: sql.ref('remise.remis_a') },
      'remise.annee': { sql: sql.ref('remise.annee') },
      'contrib.fullName': { sql: sql.ref('contrib.nom_complet'), join: 'contrib' },
      'contrib.numKlis': { sql: sql.ref('contrib.num_klis'), join: 'contrib' },
      'piece.numero': { sql: sql.ref('piece.numero'), join: 'piece' },
      'user.nom': { ...nameColumn('user'), join: 'user' },
      'user.id': { sql: sql.ref('remise.agent_id') },
      'ram.id': { sql: sql.ref('remise.ramification_id') },
      'ram.nom': RAM_NOM,
      'ent.id': { sql: sql.ref('remise.entite_id') },
      'ent.nom': { sql: sql.ref('ent.nom'), join: 'ent' },
    },
    { 'remise.id': { sql: sql.ref('remise.id') } },
  ),
  order: { column: 'remise.remisLe', direction: 'desc' },
  pageSize: 50,
  schema: avisRemisRowSchema,
  row: {
    id: sql.ref('remise.id'),
    avis: sql`json_build_object('numero', piece.numero, 'annee', piece.annee, 'jour', piece.jour, 'montant', piece.montant)`,
    contribuable: taxpayer('contrib'),
    ramification: named('ramification', 'remise.ramification_id'),
    etat: ETAT,
    remisLe: sql.ref('remise.remis_le'),
    instant: instant('remise.instant'),
    remisA: sql.ref('remise.remis_a'),
    agent: agent('user'),
    position: sql`case when remise.latitude is not null then json_build_object('latitude', remise.latitude,
      'longitude', remise.longitude, 'precision', remise.precision_position) end`,
    ecart: ECART,
    photo: sql`remise.photo is not null`,
    saisiePar: agent('auteur'),
    annuleeLe: instant('remise.annulee_le'),
    annuleePar: agent('annuleur'),
    motif: sql.ref('remise.motif'),
  },
};

/** Those of taxpayers in the chosen place on the day, within the scope. */
export function remiseConditions(scope: Scope, query: Partial<AvisRemisQuery>): RawBuilder<boolean>[] {
  const conditions = placeConditions(
    scope,
    query,
    sql.ref('remise.entite_id'),
    sql.ref('remise.ramification_id'),
  );
  if (query.from) conditions.push(sql`remise.remis_le >= ${query.from}::date`);
  if (query.to) conditions.push(sql`remise.remis_le <= ${query.to}::date`);
  return conditions;
}

/** The notices in force of a year, by the present places of their taxpayers. */
export async function countAvisRemis(
  queries: Queries,
  scope: Scope,
  place: PlaceQuery,
  annee: number,
): Promise<Omit<AvisCompte, 'annee' | 'aRemettre'>> {
  const conditions = placeConditions(scope, place, sql.ref('t.entite_id'), sql.ref('t.ramification_id'));
  const { rows } = await sql<Omit<AvisCompte, 'annee' | 'aRemettre'>>`
    select coalesce(sum(t.emis), 0)::int as emis, coalesce(sum(t.remis), 0)::int as remis,
      coalesce(sum(t.refuses), 0)::int as refuses
    from total_avis t where t.annee = ${annee} and ${sql.join(conditions, sql` and `)}`.execute(queries);
  return rows[0] as (typeof rows)[0] & object;
}

/** The visits of a tour: as they were planned, with what the account of each taxpayer says now. */
import { visiteList, type VisitePatch, type VisiteRow, visiteRowSchema } from '@octroi/contract';
import { type RawBuilder, sql } from 'kysely';
import { attenteOf, impayeOf, isOfSought } from '#src/domains/contribuables/index.ts';
import { placeCondition, type Scope } from '#src/platform/access/person.ts';
import type { OpenTransaction, Queries } from '#src/platform/database/database.ts';
import { now } from '#src/platform/database/expressions.ts';
import { holdsWords, type ListColumn } from '#src/platform/listing/condition.ts';
import { RANGS, RAM_NOM } from '#src/platform/listing/lieu.ts';
import { type ListSource, sqlColumns } from '#src/platform/listing/listing.ts';
import { payeDepuis } from './tournees.repository.ts';
import { instant, named } from '#src/platform/listing/row.ts';
import { agent } from '#src/platform/listing/nested.ts';

const COLUMNS = sqlColumns(
  visiteList.fields,
  {
    'visite.ordre': { sql: sql.ref('visite.ordre') },
    'contrib.numKlis': { sql: sql.ref('visite.num_klis') },
    'contrib.fullName': { sql: sql.ref('visite.nom') },
    'contrib.adresse': { sql: sql.ref('contrib.adresse'), join: 'contrib', nullable: true },
    'contrib.telephone': { sql: sql.ref('contrib.telephone'), join: 'contrib', nullable: true },
    'contrib.arrieres': { sql: sql.ref('du.arrieres'), join: 'du', nullable: true },
    'contrib.exercice': { sql: sql.ref('du.exercice'), join: 'du', nullable: true },
    'contrib.exigible': { sql: sql.ref('du.exigible'), join: 'du', nullable: true },
    'contrib.attente': { sql: sql.ref('attente.montant'), join: 'attente', nullable: true },
    'contrib.payeDepuis': { sql: sql.ref('recu.montant'), join: 'recu', nullable: true },
    'visite.raison': { sql: sql.ref('visite.raison'), nullable: true },
    'visite.issue': { sql: sql.ref('visite.issue'), nullable: true },
    'visite.promisLe': { sql: sql.ref('visite.promis_le'), nullable: true },
    'visite.promis': { sql: sql.ref('visite.promis_montant'), nullable: true },
    'visite.note': { sql: sql.ref('visite.note'), nullable: true },
    'ram.id': { sql: sql.ref('ram.id'), join: 'ram' },
    'ram.nom': RAM_NOM,
  },
  { 'visite.id': { sql: sql.ref('visite.id') } },
);

/** Whom a visit was planned for, as it was written down. */
const AS_PLANNED: ListColumn[] = ['visite.num_klis', 'visite.nom'].map((column) => ({
  sql: sql.ref(column),
  type: 'text',
}));

/** The taxpayer as the reader sees it now, or not at all. */
const contrib = (scope: Scope): RawBuilder<unknown> => sql`left join contribuable as contrib
  on contrib.entite_id = visite.entite_id and contrib.id = visite.contribuable_id
  and ${placeCondition(scope, sql.ref('contrib.entite_id'), sql.ref('contrib.ramification_id'))}`;

const PRESENCE = sql`case
  when contrib.id is null then case
    when exists (select from contribuable x where x.id = visite.contribuable_id) then 'ailleurs' else 'supprimé' end
  when contrib.ramification_id <> visite.ramification_id then 'déplacé' else 'présent' end`;

/** @param jour the day by which something is due */
export function visiteSource(scope: Scope, jour: string): ListSource<VisiteRow> {
  const { unpaid, due } = impayeOf(jour, undefined);
  const rest = (condition: RawBuilder<unknown>): RawBuilder<unknown> =>
    sql`case when contrib.id is not null then coalesce(sum(x.montant - x.paye) filter (where ${condition}), 0)::bigint end`;
  return {
    alias: 'visite',
    otherAliases: { contribuable: 'contrib', ramification: 'ram' },
    from: sql`visite as visite`,
    key: sql.ref('visite.id'),
    // as the taxpayer is found anywhere, or by the name of the day, which stays where the taxpayer is gone
    finds: (typed) =>
      sql`(${isOfSought(sql.ref('visite.contribuable_id'), typed)} or ${holdsWords(AS_PLANNED, typed)})`,
    joins: {
      tournee: {
        sql: sql`join tournee as tournee on tournee.entite_id = visite.entite_id and tournee.id = visite.tournee_id`,
      },
      contrib: { sql: contrib(scope) },
      ram: {
        sql: sql`join ramification as ram on ram.id = coalesce(contrib.ramification_id, visite.ramification_id)`,
        after: ['contrib'],
      },
      p: { sql: sql`left join ramification as p on p.id = ram.parent_id`, after: ['ram'] },
      ent: { sql: sql`join entite as ent on ent.id = visite.entite_id` },
      du: {
        sql: sql`cross join lateral (
          select ${rest(sql`x.annee < extract(year from ${jour}::date)`)} as arrieres,
            ${rest(sql`x.annee >= extract(year from ${jour}::date)`)} as exercice, ${rest(sql`true`)} as exigible
          from echeance x where x.entite_id = contrib.entite_id and x.contribuable_id = contrib.id and ${unpaid} and ${due}) as du`,
        after: ['contrib'],
      },
      attente: {
        sql: sql`cross join lateral (select case when contrib.id is not null then
          ${attenteOf(sql.ref('contrib.entite_id'), sql.ref('contrib.id'))} end as montant) as attente`,
        after: ['contrib'],
      },
      recu: {
        sql: sql`cross join lateral (select case when contrib.id is not null then coalesce(
          ${payeDepuis(sql.ref('contrib.entite_id'), sql.ref('contrib.id'))}, 0)::bigint end as montant) as recu`,
        after: ['tournee', 'contrib'],
      },
      auteur: { sql: sql`left join utilisateur as auteur on auteur.id = visite.saisie_par_id` },
      ...RANGS,
    },
    columns: COLUMNS,
    order: { column: 'visite.ordre', direction: 'asc' },
    pageSize: 50,
    schema: visiteRowSchema,
    row: {
      id: sql.ref('visite.id'),
      version: sql.ref('visite.version'),
      ordre: sql.ref('visite.ordre'),
      tournee: sql.ref('visite.tournee_id'),
      contribuable: sql.ref('visite.contribuable_id'),
      presence: PRESENCE,
      numKlis: sql.ref('visite.num_klis'),
      fullName: sql.ref('visite.nom'),
      telephone: sql.ref('contrib.telephone'),
      adresse: sql.ref('contrib.adresse'),
      ramification: named('ramification', sql`coalesce(contrib.ramification_id, visite.ramification_id)`),
      arrieres: sql.ref('du.arrieres'),
      exercice: sql.ref('du.exercice'),
      exigible: sql.ref('du.exigible'),
      attente: sql.ref('attente.montant'),
      payeDepuis: sql.ref('recu.montant'),
      raison: sql.ref('visite.raison'),
      issue: sql.ref('visite.issue'),
      promisLe: sql.ref('visite.promis_le'),
      promis: sql.ref('visite.promis_montant'),
      note: sql.ref('visite.note'),
      saisiePar: agent('auteur'),
      saisieLe: instant('visite.saisie_le'),
    },
  };
}

/** Those that are seen of one tour, or of all. */
export const visiteConditions = (scope: Scope, tournee?: number): RawBuilder<boolean>[] => [
  placeCondition(scope, sql.ref('visite.entite_id'), sql.ref('visite.ramification_id')),
  ...(tournee === undefined ? [] : [sql<boolean>`visite.tournee_id = ${tournee}::bigint`]),
];

interface StoredVisite extends VisitePatch {
  entiteId: number;
  contribuable: number;
  jour: string;
  version: number;
}

/** A visit, held until the transaction ends. */
export const lockVisite = (trx: OpenTransaction, id: number): Promise<StoredVisite | undefined> =>
  trx
    .selectFrom('visite')
    .select([
      'entite_id as entiteId',
      'contribuable_id as contribuable',
      'jour',
      'version',
      'issue',
      'promis_le as promisLe',
      'promis_montant as promis',
      'note',
    ])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();

export async function writeIssue(
  trx: OpenTransaction,
  entiteId: number,
  id: number,
  { issue, promisLe, promis, note }: VisitePatch,
  par: number,
): Promise<void> {
  await trx
    .updateTable('visite')
    .set({
      issue,
      promis_le: promisLe,
      promis_montant: promis,
      note,
      saisie_par_id: par,
      saisie_le: now,
    })
    .where('entite_id', '=', entiteId)
    .where('id', '=', id)
    .execute();
}

/**
 * The visit of somebody by an agent on a day: that of the tour, or one that is added to the agent's tour of that day, since
 * agents also see whom no tour names.
 * @param par who makes the tour, where there is none yet
 */
export async function visiteDuJour(
  trx: OpenTransaction,
  { entiteId, agent, jour, par }: { entiteId: number; agent: number; jour: string; par: number },
  contribuable: number,
): Promise<number> {
  const { rows: known } = await sql<{ id: number }>`
    select id from visite where entite_id = ${entiteId} and contribuable_id = ${contribuable} and agent_id = ${agent}
      and jour = ${jour}::date`.execute(trx);
  if (known[0]) return known[0].id;
  const { rows } = await sql<{ id: number }>`
    with presente as (
      select id from tournee where entite_id = ${entiteId} and agent_id = ${agent} and jour = ${jour}::date order by id desc limit 1),
    nouvelle as (
      insert into tournee (entite_id, agent_id, jour, created_by_id)
      select ${entiteId}::int, ${agent}::int, ${jour}::date, ${par}::int where not exists (select from presente) returning id),
    tour as (select id from presente union all select id from nouvelle)
    insert into visite (entite_id, tournee_id, agent_id, jour, contribuable_id, ramification_id, num_klis, nom, ordre)
    select c.entite_id, tour.id, ${agent}::int, ${jour}::date, c.id, c.ramification_id, c.num_klis, c.nom_complet,
      1 + coalesce((select max(v.ordre) from visite v where v.entite_id = c.entite_id and v.tournee_id = tour.id), 0)
    from tour, contribuable c where c.entite_id = ${entiteId} and c.id = ${contribuable}
    returning id`.execute(trx);
  return (rows[0] as { id: number }).id;
}

/** Stores why a phone proposed visits; the first reason of a visit stays. */
export async function storeRaisons(
  trx: OpenTransaction,
  entiteId: number,
  visites: readonly { id: number; raison: string }[],
): Promise<void> {
  await sql`
    update visite v set raison = d.raison
    from unnest(${visites.map(({ id }) => id)}::bigint[], ${visites.map(({ raison }) => raison)}::text[]) as d (id, raison)
    where v.entite_id = ${entiteId} and v.id = d.id and v.raison is null`.execute(trx);
}

/** The tour of a visit. */
export async function tourneeOf(queries: Queries, entiteId: number, visite: number): Promise<number> {
  const { id } = await queries
    .selectFrom('visite')
    .select('tournee_id as id')
    .where('entite_id', '=', entiteId)
    .where('id', '=', visite)
    .executeTakeFirstOrThrow();
  return id;
}

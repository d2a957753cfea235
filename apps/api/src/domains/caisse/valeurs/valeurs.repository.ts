/** Tickets and counterfoil books: holders of numbers, and their movements (ADR 0038). */
import {
  type MesValeurs,
  type MouvementValeur,
  type MouvementValeurBody,
  type ReleveValeurQuery,
  type ReleveValeurRow,
  releveValeurList,
  type ValeurRow,
  valeurList,
  valeurRowSchema,
  releveValeurRowSchema,
} from '@octroi/contract';
import { type RawBuilder, sql } from 'kysely';
import { type Person, scopeOf, entiteCondition } from '#src/platform/access/person.ts';
import type { OpenTransaction, Queries } from '#src/platform/database/database.ts';
import { type ListSource, sqlColumns } from '#src/platform/listing/listing.ts';
import { nameColumn } from '#src/platform/listing/person-name.ts';
import { PLACE_COLUMNS, PLACE_JOINS, PLACES, visibleRows } from '../place.repository.ts';
import { someone } from '#src/platform/listing/nested.ts';

/** The category of a row, as nested JSON. */
export const CATEGORIE = sql`json_build_object('id', cv.id, 'nom', cv.nom, 'sorte', cv.sorte, 'valeur', cv.valeur)`;

/** Joins and columns common to lists of numbers. */
export const categorieJoins = (alias: string) => ({
  cv: { sql: sql`join categorie_valeur as cv on cv.id = ${sql.ref(`${alias}.categorie_id`)}` },
  ag: { sql: sql`left join utilisateur as ag on ag.id = ${sql.ref(`${alias}.agent_id`)}` },
});
export const categorieColumns = (alias: string) => ({
  ...PLACE_COLUMNS(alias),
  'cv.id': { sql: sql.ref(`${alias}.categorie_id`) },
  'cv.nom': { sql: sql.ref('cv.nom'), join: 'cv' },
  'ag.id': { sql: sql.ref(`${alias}.agent_id`), nullable: true },
  'ag.nom': { ...nameColumn('ag'), join: 'ag', nullable: true },
});

/** Ranges of numbers of a multirange, as `[1, 20]`. */
const parts = (numeros: RawBuilder<unknown>): RawBuilder<unknown> =>
  sql`coalesce((select json_agg(json_build_array(lower(n), upper(n) - 1) order by n) from unnest(${numeros}) n), '[]')`;

const NOMBRE = sql`(upper(tv.numeros) - lower(tv.numeros))`;
export const valeurSource: ListSource<ValeurRow> = {
  alias: 'tv',
  otherAliases: { entite: 'ent', regie: 'rg', categorie: 'cv', agent: 'ag' },
  from: sql`tranche_valeur as tv`,
  key: sql.ref('tv.id'),
  joins: { ...PLACE_JOINS('tv'), ...categorieJoins('tv') },
  columns: sqlColumns(
    valeurList.fields,
    {
      ...categorieColumns('tv'),
      'tv.de': { sql: sql`lower(tv.numeros)` },
      'tv.nombre': { sql: NOMBRE },
      'tv.montant': { sql: sql`(${NOMBRE} * cv.valeur)`, join: 'cv' },
    },
    { 'tv.id': { sql: sql.ref('tv.id') } },
  ),
  order: { column: 'cv.nom', direction: 'asc' },
  pageSize: 50,
  schema: valeurRowSchema,
  row: {
    id: sql.ref('tv.id'),
    ...PLACES,
    categorie: CATEGORIE,
    agent: someone('ag'),
    de: sql`lower(tv.numeros)`,
    a: sql`upper(tv.numeros) - 1`,
    nombre: NOMBRE,
    montant: sql`${NOMBRE} * cv.valeur`,
  },
};

/** Holdings within the person's scope: only one's own for a person with sub-entities. */
export const visibleValeurs = (person: Person): RawBuilder<boolean>[] => [
  visibleRows(person, 'tv', 'agent_id'),
  sql<boolean>`tv.etat = 'détenu'`,
];

/** Movements of a period, with the stock before it and at its end. */
export function releveSource({ from, to, compte }: ReleveValeurQuery): ListSource<ReleveValeurRow> {
  const within = from === undefined ? sql`true` : sql`f.jour >= ${from}::date`;
  const signed = sql`case f.sens when 'reçu' then f.nombre else -f.nombre end`;
  const sens = (name: string, direction: string): RawBuilder<unknown> => sql`
    coalesce(sum(f.nombre) filter (where f.sens = ${direction} and ${within}), 0)::bigint as ${sql.id(name)},
    range_agg(int8range(f.de, f.a, '[]')) filter (where f.sens = ${direction} and ${within}) as ${sql.id(`${name}s`)}`;
  return {
    alias: 'rv',
    otherAliases: { entite: 'ent', regie: 'rg', categorie: 'cv', agent: 'ag' },
    // the first number identifies the account, since it belongs to one account only
    from: sql`(
      select f.entite_id, f.regie_id, f.agent_id, f.categorie_id, min(f.id) filter (where f.sens = 'reçu') as id,
        coalesce(sum(${signed}) filter (where not ${within}), 0)::bigint as ouverture,
        ${sens('recu', 'reçu')}, ${sens('vendu', 'vendu')}, ${sens('rendu', 'rendu')}, ${sens('perdu', 'perdu')},
        sum(${signed})::bigint as cloture
      from flux_valeur f
      where ${to === undefined ? sql`true` : sql`f.jour <= ${to}::date`}
        and ${compte === 'regie' ? sql`f.agent_id is null` : sql`f.agent_id is not null`}
      group by f.entite_id, f.regie_id, f.agent_id, f.categorie_id
      having coalesce(sum(${signed}) filter (where not ${within}), 0) <> 0 or count(*) filter (where ${within}) > 0) as rv`,
    key: sql.ref('rv.id'),
    joins: { ...PLACE_JOINS('rv'), ...categorieJoins('rv') },
    columns: sqlColumns(
      releveValeurList.fields,
      {
        ...categorieColumns('rv'),
        'rv.recu': { sql: sql.ref('rv.recu') },
        'rv.vendu': { sql: sql.ref('rv.vendu') },
        'rv.rendu': { sql: sql.ref('rv.rendu') },
        'rv.perdu': { sql: sql.ref('rv.perdu') },
        'rv.cloture': { sql: sql.ref('rv.cloture') },
        'rv.montantVendu': { sql: sql`(rv.vendu * cv.valeur)`, join: 'cv' },
        'rv.montantCloture': { sql: sql`(rv.cloture * cv.valeur)`, join: 'cv' },
      },
      { 'rv.id': { sql: sql.ref('rv.id') } },
    ),
    order: { column: 'cv.nom', direction: 'asc' },
    pageSize: 50,
    schema: releveValeurRowSchema,
    row: {
      id: sql.ref('rv.id'),
      ...PLACES,
      categorie: CATEGORIE,
      agent: someone('ag'),
      ouverture: sql.ref('rv.ouverture'),
      recu: sql.ref('rv.recu'),
      vendu: sql.ref('rv.vendu'),
      rendu: sql.ref('rv.rendu'),
      perdu: sql.ref('rv.perdu'),
      cloture: sql.ref('rv.cloture'),
      recus: parts(sql`rv.recus`),
      vendus: parts(sql`rv.vendus`),
      rendus: parts(sql`rv.rendus`),
      perdus: parts(sql`rv.perdus`),
      montantVendu: sql`rv.vendu * cv.valeur`,
      montantCloture: sql`rv.cloture * cv.valeur`,
    },
  };
}

/** A category that the person may use: its collectivité, and whether it is active. */
export async function findCategorie(
  queries: Queries,
  person: Person,
  id: number,
): Promise<{ entiteId: number; enabled: boolean; valeur: number } | undefined> {
  const { rows } = await sql<{ entiteId: number; enabled: boolean; valeur: number }>`
    select cv.entite_id as "entiteId", cv.enabled, cv.valeur from categorie_valeur cv
    where cv.id = ${id} and ${entiteCondition(scopeOf(person), sql.ref('cv.entite_id'))}`.execute(queries);
  return rows[0];
}

/** Inserts a movement; the database refuses numbers that are held elsewhere. */
export async function insertMouvement(
  trx: OpenTransaction,
  entiteId: number,
  auteur: number,
  { acte, regie, categorie, agent, de, a, reference, motif, procesVerbal }: MouvementValeurBody,
): Promise<Omit<MouvementValeur, 'montant'>> {
  return trx
    .insertInto('mouvement_valeur')
    .values({
      entite_id: entiteId,
      regie_id: regie,
      categorie_id: categorie,
      acte,
      agent_id: agent ?? null,
      de,
      a,
      reference: reference || null,
      motif: motif || null,
      proces_verbal: procesVerbal || null,
      auteur_id: auteur,
    })
    .returning(['id', 'nombre'])
    .executeTakeFirstOrThrow();
}

/** Numbers held by a person, by régie and category. */
export async function readMine(queries: Queries, person: number): Promise<MesValeurs['data']> {
  const { rows } = await sql<MesValeurs['data'][number]>`
    select ${PLACES.entite} as entite, ${PLACES.regie} as regie, ${CATEGORIE} as categorie, d.nombre,
      ${parts(sql`d.numeros`)} as numeros
    from detention_valeur d
    join categorie_valeur cv on cv.id = d.categorie_id
    join regie rg on rg.id = d.regie_id
    join entite ent on ent.id = d.entite_id
    where d.agent_id = ${person}
    order by cv.nom, cv.id, rg.id`.execute(queries);
  return rows;
}

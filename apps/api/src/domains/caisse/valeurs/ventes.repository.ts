/** Sales of tickets to people who are not taxpayers here (ADR 0038). */
import { type VenteBody, venteList, type VenteQuery, type VenteRow, venteRowSchema } from '@octroi/contract';
import { type RawBuilder, sql } from 'kysely';
import { placeConditions } from '#src/platform/access/place.ts';
import { type Scope, placeCondition } from '#src/platform/access/person.ts';
import type { OpenTransaction, Queries } from '#src/platform/database/database.ts';
import { RAM_NOM, RANGS } from '#src/platform/listing/lieu.ts';
import { type ListSource, sqlColumns } from '#src/platform/listing/listing.ts';
import { PLACE_JOINS, PLACES } from '../place.repository.ts';
import { CATEGORIE, categorieColumns, categorieJoins } from './valeurs.repository.ts';
import { instant, named } from '#src/platform/listing/row.ts';
import { nested, someone } from '#src/platform/listing/nested.ts';

/** Francs that count: none for a cancelled sale. */
const MONTANT = sql`case when vv.annulee_le is null then vv.montant else 0 end`;
const STATUT = sql`case when vv.annulee_le is null then 'Vendu' else 'Annulé' end`;

export const venteSource: ListSource<VenteRow> = {
  alias: 'vv',
  otherAliases: {
    vente: 'vv',
    entite: 'ent',
    regie: 'rg',
    categorie: 'cv',
    agent: 'ag',
    ramification: 'ram',
  },
  from: sql`vente_valeur as vv`,
  key: sql.ref('vv.id'),
  joins: {
    ...PLACE_JOINS('vv'),
    ...categorieJoins('vv'),
    taxe: { sql: sql`left join taxe as taxe on taxe.id = vv.taxe_id` },
    ram: { sql: sql`join ramification as ram on ram.id = vv.ramification_id` },
    p: { sql: sql`left join ramification as p on p.id = ram.parent_id`, after: ['ram'] },
    ...RANGS,
  },
  columns: sqlColumns(
    venteList.fields,
    {
      ...categorieColumns('vv'),
      'vv.vendueLe': { sql: sql.ref('vv.vendue_le') },
      'vv.de': { sql: sql.ref('vv.de') },
      'vv.nombre': { sql: sql.ref('vv.nombre') },
      'vv.montant': { sql: MONTANT },
      'vv.statut': { sql: STATUT },
      'taxe.nom': { sql: sql.ref('taxe.nom'), join: 'taxe', nullable: true },
      'ram.id': { sql: sql.ref('vv.ramification_id') },
      'ram.nom': RAM_NOM,
    },
    { 'vv.id': { sql: sql.ref('vv.id') } },
  ),
  order: { column: 'vv.vendueLe', direction: 'desc' },
  pageSize: 50,
  schema: venteRowSchema,
  row: {
    id: sql.ref('vv.id'),
    ...PLACES,
    categorie: CATEGORIE,
    agent: someone('ag'),
    ramification: named('ramification', 'vv.ramification_id'),
    taxe: nested('taxe'),
    de: sql.ref('vv.de'),
    a: sql.ref('vv.a'),
    nombre: sql.ref('vv.nombre'),
    montant: MONTANT,
    statut: STATUT,
    vendueLe: instant('vv.vendue_le'),
    motif: sql.ref('vv.motif'),
  },
};

/** Conditions on the sales of a place and a period, for figures. */
export const venteConditions = (scope: Scope, query: Partial<VenteQuery>): RawBuilder<boolean>[] => [
  ...placeConditions(scope, query, sql.ref('vv.entite_id'), sql.ref('vv.ramification_id')),
  ...(query.from ? [sql<boolean>`vv.jour >= ${query.from}::date`] : []),
  ...(query.to ? [sql<boolean>`vv.jour <= ${query.to}::date`] : []),
];

/** Whether tickets may be sold at a place of a collectivité. */
export async function isMarket(
  queries: Queries,
  scope: Scope,
  entiteId: number,
  ramification: number,
): Promise<boolean> {
  const { rows } = await sql`
    select from ramification r where r.id = ${ramification} and r.entite_id = ${entiteId} and not r.technique
      and ${placeCondition(scope, sql.ref('r.entite_id'), sql.ref('r.id'))}`.execute(queries);
  return rows.length > 0;
}

/** Among some régies, those whose numbers the person holds; if none, the one of the category's last movement. */
export async function regiesOf(
  queries: Queries,
  person: number,
  { categorie, de, a }: Pick<VenteBody, 'categorie' | 'de' | 'a'>,
): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    with tenue as (
      select distinct regie_id as id from tranche_valeur
      where categorie_id = ${categorie} and agent_id = ${person} and etat = 'détenu' and numeros && int8range(${de}, ${a}, '[]'))
    select id from tenue
    union all
    (select regie_id from mouvement_valeur where categorie_id = ${categorie} and not exists (select from tenue)
     order by id desc limit 1)`.execute(queries);
  return rows.map(({ id }) => id);
}

/** Inserts a sale; the database refuses numbers that the person does not hold. */
export async function insertVente(
  trx: OpenTransaction,
  {
    entiteId,
    regie,
    agent,
    session,
    body: { categorie, de, a, ramification },
    le,
  }: {
    entiteId: number;
    regie: number;
    agent: number;
    session: number | null;
    body: VenteBody;
    le?: string | undefined;
  },
): Promise<{ id: number; montant: number }> {
  const { rows } = await sql<{ id: number; montant: number }>`
    insert into vente_valeur (entite_id, regie_id, categorie_id, de, a, valeur, taxe_id, agent_id, ramification_id, session_caisse_id, vendue_le)
    select entite_id, ${regie}::int, id, ${de}::bigint, ${a}::bigint, valeur, taxe_id, ${agent}::int, ${ramification}::int,
      ${session}::bigint, coalesce(${le ?? null}::timestamptz, now())
    from categorie_valeur where entite_id = ${entiteId} and id = ${categorie}
    returning id, montant`.execute(trx);
  return rows[0] as { id: number; montant: number };
}

/** Cancels a sale; the database refuses one of another day, or of a counted till. */
export async function cancelVente(
  trx: OpenTransaction,
  entiteId: number,
  id: number,
  motif: string,
): Promise<void> {
  await trx
    .updateTable('vente_valeur')
    .set({ annulee_le: sql<string>`now()`, motif })
    .where('entite_id', '=', entiteId)
    .where('id', '=', id)
    .execute();
}

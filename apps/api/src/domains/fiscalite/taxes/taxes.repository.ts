/** Reads and writes taxes, and reads what their rules need of the collectivité. */
import { type ResourceRow, taxes, type Terme } from '@octroi/contract';
import { type RawBuilder, sql } from 'kysely';
import { entiteCondition, type Person, scopeOf } from '#src/platform/access/person.ts';
import type { OpenTransaction, Queries } from '#src/platform/database/database.ts';
import { anyOf } from '#src/platform/database/expressions.ts';
import type { ListSource } from '#src/platform/listing/listing.ts';
import {
  applicationsOf,
  PRECISIONS_OF_A,
  type StoredApplication,
} from '../tarifs/applications.repository.ts';
import { instant } from '#src/platform/listing/row.ts';
import { nested } from '#src/platform/listing/nested.ts';

const IDS = sql`array(select a.id from application a where a.taxe_id = t.id order by a.annee, a.id)`;
const WHOLE = sql`coalesce((
  select json_agg(json_build_object('id', a.id, 'ramification', json_build_object('id', r.id, 'nom', r.nom),
    'annee', a.annee::text, 'depuis', a.depuis, 'tarif', a.tarif, 'exclue', a.exclue, 'parUnite', a.par_unite, 'franchise', a.franchise,
    'minimum', a.minimum, 'maximum', a.maximum, 'arrondi', a.arrondi, 'precisione', ${PRECISIONS_OF_A})
    order by a.annee, r.nom, a.depuis nulls first, a.id)
  from application a join ramification r on r.id = a.ramification_id where a.taxe_id = t.id), '[]')`;

const TARIFS = sql`coalesce((
  select json_agg(json_build_object('annee', par_an.annee::text, 'sousEntites', par_an.nombre, 'valeurs', (
      select json_agg(json_build_object('libelle', libelle, 'tarifs', tarifs, 'depuis', depuis, 'unite', unite)
        order by depuis nulls first, rang, tarifs, libelle, unite) from (
        select p.libelle, a.depuis, u.unite, min(ap.rang) as rang, array_agg(distinct coalesce(a.tarif, p.tarif) order by coalesce(a.tarif, p.tarif)) as tarifs
        from application a
        left join application_precision ap on ap.application_id = a.id
        left join precision_taxe p on p.id = ap.precision_id
        cross join lateral (select case when coalesce(p.par_unite, a.par_unite) then coalesce(
          (select unite from type_equipement where id = t.type_equipement_id),
          (select unite from nature_activite where id = t.nature_activite_id)) end as unite) u
        where a.taxe_id = t.id and a.annee = par_an.annee and not a.exclue
        group by p.libelle, a.depuis, u.unite) as par_libelle)) order by par_an.annee)
  from (select annee, count(distinct ramification_id) as nombre from application
    where taxe_id = t.id and not exclue group by annee) as par_an), '[]')`;

const taxeSource = (applications: RawBuilder<unknown>): ListSource<ResourceRow> => ({
  alias: 't',
  otherAliases: {
    taxe: 't',
    categorie: 'ct',
    natureActivite: 'na',
    typeEquipement: 'teq',
    frequence: 'f',
    entite: 'ent',
  },
  from: sql`taxe as t`,
  key: sql.ref('t.id'),
  joins: {
    ct: { sql: sql`join categorie_taxe as ct on ct.id = t.categorie_id` },
    na: { sql: sql`left join nature_activite as na on na.id = t.nature_activite_id` },
    teq: { sql: sql`left join type_equipement as teq on teq.id = t.type_equipement_id` },
    f: { sql: sql`join frequence as f on f.id = t.frequence_id` },
    ent: { sql: sql`join entite as ent on ent.id = t.entite_id` },
    objet: { sql: sql``, after: ['na', 'teq'] },
  },
  columns: {
    't.id': { sql: sql.ref('t.id'), type: 'integer' },
    't.nom': { sql: sql.ref('t.nom'), type: 'text' },
    't.appartenance': { sql: sql.ref('t.appartenance'), type: 'text', nullable: true },
    't.limite': { sql: sql.ref('t.limite'), type: 'text', nullable: true },
    't.delai': { sql: sql.ref('t.delai'), type: 'integer', nullable: true },
    't.enabled': { sql: sql.ref('t.enabled'), type: 'boolean' },
    't.createdAt': { sql: sql.ref('t.created_at'), type: 'instant' },
    't.updatedAt': { sql: sql.ref('t.updated_at'), type: 'instant' },
    't.objet': { sql: sql`coalesce(na.nom, teq.nom)`, type: 'text', join: 'objet' },
    'ct.id': { sql: sql.ref('t.categorie_id'), type: 'reference' },
    'ct.nom': { sql: sql.ref('ct.nom'), type: 'text', join: 'ct' },
    'na.id': { sql: sql.ref('t.nature_activite_id'), type: 'reference', nullable: true },
    'na.nom': { sql: sql.ref('na.nom'), type: 'text', join: 'na', nullable: true },
    'teq.id': { sql: sql.ref('t.type_equipement_id'), type: 'reference', nullable: true },
    'teq.nom': { sql: sql.ref('teq.nom'), type: 'text', join: 'teq', nullable: true },
    'f.id': { sql: sql.ref('t.frequence_id'), type: 'reference' },
    'f.nom': { sql: sql.ref('f.nom'), type: 'text', join: 'f' },
    'ent.id': { sql: sql.ref('t.entite_id'), type: 'reference' },
    'ent.nom': { sql: sql.ref('ent.nom'), type: 'text', join: 'ent' },
    'a.annee': { sql: sql.ref('a.annee'), type: 'integer', some: someApplication },
    'ram.id': { sql: sql.ref('a.ramification_id'), type: 'reference', some: someApplication },
  },
  order: { column: 't.nom', direction: 'desc' },
  pageSize: 50,
  schema: taxes.replySchema,
  row: {
    id: sql.ref('t.id'),
    nom: sql.ref('t.nom'),
    taxe: nested('t'),
    categorie: nested('ct'),
    natureActivite: nested('na'),
    typeEquipement: nested('teq'),
    frequence: nested('f'),
    entite: nested('ent'),
    limite: sql.ref('t.limite'),
    delai: sql.ref('t.delai'),
    appartenance: sql.ref('t.appartenance'),
    enabled: sql.ref('t.enabled'),
    applications,
    tarifs: TARIFS,
    createdAt: instant('t.created_at'),
    updatedAt: instant('t.updated_at'),
    version: sql.ref('t.version'),
  },
});

function someApplication(condition: RawBuilder<boolean>): RawBuilder<boolean> {
  return sql<boolean>`exists (select from application a where a.taxe_id = t.id and not a.exclue and ${condition})`;
}

/** Records of the collectivités in scope, and those common to all. */
export const ownOrCommon = (person: Person, alias: string): RawBuilder<boolean> => {
  const entiteId = sql.ref(`${alias}.entite_id`);
  return sql<boolean>`(${entiteId} is null or ${entiteCondition(scopeOf(person), entiteId)})`;
};

/** Taxes of the collectivités in scope, or of those that its sub-entities belong to. */
export const taxeVisible = (person: Person): RawBuilder<boolean> =>
  entiteCondition(scopeOf(person), sql.ref('t.entite_id'));

/** A page of taxes with the ids of their applications. */
export const taxeList = taxeSource(IDS);
/** One tax with its full applications. */
export const fullTaxe = taxeSource(WHOLE);

export interface TaxeValues extends Terme {
  entite: number;
  nom: string;
  categorie: number;
  natureActivite: number | null;
  typeEquipement: number | null;
  frequence: number;
  appartenance: string | null;
  enabled: boolean;
}
export interface StoredTaxe extends TaxeValues {
  id: number;
  version: number;
  applications: StoredApplication[];
}

/** Locks a full tax until the transaction ends. */
export async function lockTaxe(trx: OpenTransaction, id: number): Promise<StoredTaxe | undefined> {
  await trx.selectFrom('taxe').select('id').where('id', '=', id).forUpdate().execute();
  return readTaxe(trx, id);
}

/** A full tax. */
export async function readTaxe(trx: OpenTransaction, id: number): Promise<StoredTaxe | undefined> {
  const taxe = await trx
    .selectFrom('taxe')
    .select([
      'id',
      'entite_id as entite',
      'nom',
      'categorie_id as categorie',
      'nature_activite_id as natureActivite',
      'type_equipement_id as typeEquipement',
      'frequence_id as frequence',
      'limite',
      'delai',
      'appartenance',
      'enabled',
      'version',
    ])
    .where('id', '=', id)
    .executeTakeFirst();
  return taxe && { ...taxe, applications: await applicationsOf(trx, id) };
}

const columnsOf = ({ categorie, natureActivite, typeEquipement, frequence, ...values }: TaxeValues) => ({
  nom: values.nom,
  categorie_id: categorie,
  nature_activite_id: natureActivite,
  type_equipement_id: typeEquipement,
  frequence_id: frequence,
  limite: values.limite,
  delai: values.delai,
  appartenance: values.appartenance,
  enabled: values.enabled,
});

export async function insertTaxe(trx: OpenTransaction, values: TaxeValues): Promise<number> {
  const { id } = await trx
    .insertInto('taxe')
    .values({ entite_id: values.entite, ...columnsOf(values) })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

export async function updateTaxe(trx: OpenTransaction, id: number, values: TaxeValues): Promise<void> {
  await trx.updateTable('taxe').set(columnsOf(values)).where('id', '=', id).execute();
}

/** Increments the version of taxes after a change of their rates or précisions. */
export async function touchTaxes(trx: OpenTransaction, ids: readonly number[]): Promise<void> {
  await trx
    .updateTable('taxe')
    .set({ updated_at: sql`clock_timestamp()` })
    .where('id', '=', anyOf(ids))
    .execute();
}

export async function deleteTaxe(trx: OpenTransaction, id: number): Promise<void> {
  await trx.deleteFrom('taxe').where('id', '=', id).execute();
}

export async function hasEcheances(trx: OpenTransaction, entiteId: number, taxeId: number): Promise<boolean> {
  const echeance = await trx
    .selectFrom('echeance')
    .select('id')
    .where('entite_id', '=', entiteId)
    .where('taxe_id', '=', taxeId)
    .limit(1)
    .executeTakeFirst();
  return echeance !== undefined;
}

/**
 * Locks the taxes and the territory of a collectivité until the transaction ends; returns whether the collectivité
 * exists.
 */
export async function lockEntite(trx: OpenTransaction, id: number): Promise<boolean> {
  const entite = await trx
    .selectFrom('entite')
    .select('id')
    .where('id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirst();
  return entite !== undefined;
}

export interface YearsAndPlaces {
  /** Present year. */
  annee: number;
  /** Closed years. */
  closes: number[];
  /** Every sub-entity with its parent. */
  lieux: Map<number, { nom: string; parent: number | null }>;
}

/** Taxes on the same objects as the given ones, these included. */
export async function namesakesOf(queries: Queries, ids: readonly number[]): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select distinct t.id from taxe t join taxe o on o.entite_id = t.entite_id
      and (o.type_equipement_id = t.type_equipement_id or o.nature_activite_id = t.nature_activite_id)
    where o.id = any(${ids}::int[]) order by 1`.execute(queries);
  return rows.map(({ id }) => id);
}

/** The charges of each tax as a text, to compare them. */
export async function chargesOf(queries: Queries, ids: readonly number[]): Promise<Map<number, string>> {
  const { rows } = await sql<{ id: number; charge: string }>`
    select t.id, concat(t.enabled, (
      select json_agg(json_build_array(a.ramification_id, a.annee, a.depuis, a.tarif, a.exclue, a.par_unite, a.franchise, a.minimum,
          a.maximum, a.arrondi, (
        select json_agg(json_build_array(p.libelle, p.tarif, p.par_unite, p.seuil) order by p.libelle, p.tarif, p.par_unite, p.seuil)
        from application_precision ap join precision_taxe p on p.id = ap.precision_id where ap.application_id = a.id))
        order by a.ramification_id, a.annee, a.depuis)
      from application a where a.taxe_id = t.id)) as charge
    from taxe t where t.id = any(${ids}::int[])`.execute(queries);
  return new Map(rows.map(({ id, charge }) => [id, charge]));
}

/** When the échéances of each tax fall due, as a text to compare. */
export async function termesOf(queries: Queries, ids: readonly number[]): Promise<Map<number, string>> {
  const rows = await queries
    .selectFrom('taxe')
    .select(['id', 'limite', 'delai'])
    .where('id', '=', anyOf(ids))
    .execute();
  return new Map(rows.map(({ id, limite, delai }) => [id, `${limite} ${delai}`]));
}

/** The collectivité of a tax. */
export async function entiteOfTaxe(queries: Queries, id: number): Promise<number | undefined> {
  const row = await queries.selectFrom('taxe').select('entite_id').where('id', '=', id).executeTakeFirst();
  return row?.entite_id;
}

export async function presentYear(queries: Queries): Promise<number> {
  const { rows } = await sql<{ annee: number }>`select extract(year from aujourdhui())::int as annee`.execute(
    queries,
  );
  return (rows[0] as { annee: number }).annee;
}

export async function yearsAndPlacesOf(trx: OpenTransaction, entiteId: number): Promise<YearsAndPlaces> {
  const lieux = await trx
    .selectFrom('ramification')
    .select(['id', 'nom', 'parent_id as parent'])
    .where('entite_id', '=', entiteId)
    .where('technique', '=', false)
    .execute();
  const { rows } = await sql<{ annee: number; closes: number[] }>`
    select extract(year from aujourdhui())::int as annee,
      array(select annee::int from annee_close where entite_id = ${entiteId} order by 1) as closes`.execute(
    trx,
  );
  return {
    ...(rows[0] as { annee: number; closes: number[] }),
    lieux: new Map(lieux.map(({ id, nom, parent }) => [id, { nom, parent }])),
  };
}

interface Reference {
  entite: number | null;
  enabled: boolean;
}
type Referenced = 'categorie' | 'natureActivite' | 'typeEquipement' | 'frequence';

/** Records that a tax refers to, by field; undefined if missing. */
export async function referencesOf(
  trx: OpenTransaction,
  values: Pick<TaxeValues, Referenced>,
): Promise<Record<Referenced, Reference | undefined>> {
  const referred = (
    field: Referenced,
    table: 'categorie_taxe' | 'nature_activite' | 'type_equipement',
    id: number | null,
  ) =>
    trx
      .selectFrom(table)
      .select([sql.lit(field).as('field'), 'entite_id as entite', 'enabled'])
      .where('id', '=', id);
  const rows = await referred('categorie', 'categorie_taxe', values.categorie)
    .unionAll(referred('natureActivite', 'nature_activite', values.natureActivite))
    .unionAll(referred('typeEquipement', 'type_equipement', values.typeEquipement))
    .unionAll(
      trx
        .selectFrom('frequence')
        .select([
          sql.lit<Referenced>('frequence').as('field'),
          sql<number | null>`null`.as('entite'),
          'enabled',
        ])
        .where('id', '=', values.frequence),
    )
    .execute();
  const found = (field: Referenced) => rows.find((row) => row.field === field);
  return {
    categorie: found('categorie'),
    natureActivite: found('natureActivite'),
    typeEquipement: found('typeEquipement'),
    frequence: found('frequence'),
  };
}

/** Another enabled tax of the collectivité that asks for a précision of the same object in one of these years. */
export async function findRival(
  trx: OpenTransaction,
  values: Pick<TaxeValues, 'entite' | 'natureActivite' | 'typeEquipement'>,
  annees: readonly number[],
  exceptId: number | null,
): Promise<{ nom: string; annee: number } | undefined> {
  return trx
    .selectFrom('taxe as t')
    .innerJoin('application as a', 'a.taxe_id', 't.id')
    .select(['t.nom', 'a.annee'])
    .where('t.entite_id', '=', values.entite)
    .where('t.enabled', '=', true)
    .where('t.id', 'is distinct from', exceptId)
    .where((eb) =>
      eb.or([
        eb('t.nature_activite_id', '=', values.natureActivite),
        eb('t.type_equipement_id', '=', values.typeEquipement),
      ]),
    )
    .where('a.annee', '=', anyOf(annees))
    .where((eb) =>
      eb.exists(
        eb
          .selectFrom('application_precision as ap')
          .innerJoin('precision_taxe as p', 'p.id', 'ap.precision_id')
          .select('p.id')
          .whereRef('ap.application_id', '=', 'a.id')
          .where('p.seuil', 'is', null),
      ),
    )
    .orderBy('a.annee')
    .orderBy('t.id')
    .limit(1)
    .executeTakeFirst();
}

export async function taxeExists(queries: Queries, entiteId: number, taxeId: number): Promise<boolean> {
  const taxe = await queries
    .selectFrom('taxe')
    .select('id')
    .where('entite_id', '=', entiteId)
    .where('id', '=', taxeId)
    .executeTakeFirst();
  return taxe !== undefined;
}

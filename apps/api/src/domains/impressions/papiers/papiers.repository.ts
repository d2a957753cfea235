/** Texts and crests of the official papers of collectivités. */
import {
  type BlocPaiement,
  type Papier,
  papierParDefaut,
  type PapierRecord,
  type PapierTextes,
} from '@octroi/contract';
import { entiteCondition, type Scope } from '#src/platform/access/person.ts';
import type { OpenTransaction, Queries } from '#src/platform/database/database.ts';
import { anyOf, jsonb, now } from '#src/platform/database/expressions.ts';

/** Maximum number of payment blocks on a notice. */
const MAX_BLOCS = 3;

const record = (queries: Queries) =>
  queries
    .selectFrom('entite as ent')
    .innerJoin('ville as v', 'v.id', 'ent.ville_id')
    .leftJoin('papier as p', 'p.entite_id', 'ent.id')
    .select((eb) => [
      'ent.id',
      'ent.nom',
      'v.nom as lieu',
      eb.ref('p.textes').$castTo<Partial<PapierTextes> | null>().as('textes'),
      'p.ecusson',
      'p.version',
    ]);
type Row = Awaited<ReturnType<ReturnType<typeof record>['executeTakeFirstOrThrow']>>;

const toRecord = ({ id, nom, lieu, textes, ecusson, version }: Row): PapierRecord => ({
  ...papierParDefaut(lieu),
  ...textes,
  entite: { id, nom },
  ecusson,
  version: version ?? 0,
});

/** Undefined if the collectivité is out of scope. */
export async function findPapier(
  queries: Queries,
  scope: Scope,
  entiteId: number,
): Promise<PapierRecord | undefined> {
  const row = await record(queries)
    .where('ent.id', '=', entiteId)
    .where((eb) => entiteCondition(scope, eb.ref('ent.id')))
    .executeTakeFirst();
  return row && toRecord(row);
}

interface Papiers {
  papiers: Map<number, Papier>;
  /** PNG images by name. */
  ecussons: Map<string, Buffer>;
}

/** Present texts of papers by collectivité: of one, or of all. */
export async function readPapiers(queries: Queries, entiteId?: number): Promise<Papiers> {
  const rows = await record(queries)
    .$if(entiteId !== undefined, (query) => query.where('ent.id', '=', entiteId as number))
    .execute();
  const blocs = await readPaiement(
    queries,
    rows.map(({ id }) => id),
  );
  const papiers = new Map(
    rows.map((row) => {
      const { entite, version: _version, ...papier } = toRecord(row);
      return [entite.id, { ...papier, paiement: blocs.get(entite.id) ?? [] }];
    }),
  );
  const names = rows.flatMap(({ ecusson }) => ecusson ?? []);
  return { papiers, ecussons: await readEcussons(queries, [...new Set(names)]) };
}

export async function readPapier(queries: Queries, entiteId: number): Promise<Papier> {
  return (await readPapiers(queries, entiteId)).papiers.get(entiteId) as Papier;
}

/** The texts with the crest. */
export async function readPapierDessine(
  queries: Queries,
  entiteId: number,
): Promise<{ papier: Papier; ecusson: Buffer | undefined }> {
  const { papiers, ecussons } = await readPapiers(queries, entiteId);
  const papier = papiers.get(entiteId) as Papier;
  return { papier, ecusson: papier.ecusson === null ? undefined : ecussons.get(papier.ecusson) };
}

/** Name of a collectivité; undefined if it does not exist. */
export async function findNom(queries: Queries, entiteId: number): Promise<string | undefined> {
  const row = await queries.selectFrom('entite').select('nom').where('id', '=', entiteId).executeTakeFirst();
  return row?.nom;
}

/** Where, when and how the taxpayers of collectivités pay, in the order of entry. */
async function readPaiement(
  queries: Queries,
  entites: readonly number[],
): Promise<Map<number, BlocPaiement[]>> {
  const rows = await queries
    .selectFrom('modalite_paiement')
    .select(['entite_id', 'nom', 'code', 'horaires', 'reference', 'description'])
    .where('entite_id', '=', anyOf(entites))
    .where('enabled', '=', true)
    .orderBy('id')
    .execute();
  const blocs = new Map<number, BlocPaiement[]>();
  for (const { entite_id: entiteId, nom, code, horaires, reference, description } of rows) {
    const lignes = [
      code && `Composez ${code}`,
      horaires,
      description,
      reference && `Référence : ${reference}`,
    ].filter((line): line is string => !!line);
    const bloc = { titre: nom, lignes };
    blocs.set(entiteId, [...(blocs.get(entiteId) ?? []), bloc].slice(0, MAX_BLOCS));
  }
  return blocs;
}

/** Locks the papers of a collectivité until the transaction ends. */
export async function lockPapier(trx: OpenTransaction, entiteId: number): Promise<void> {
  await trx.selectFrom('entite').select('id').where('id', '=', entiteId).forNoKeyUpdate().execute();
}

export async function savePapier(
  trx: OpenTransaction,
  entiteId: number,
  { ecusson, ...textes }: PapierTextes & { ecusson: string | null },
): Promise<void> {
  const values = { textes: jsonb(textes), ecusson };
  await trx
    .insertInto('papier')
    .values({ entite_id: entiteId, ...values })
    .onConflict((conflict) =>
      conflict
        .column('entite_id')
        .doUpdateSet((eb) => ({ ...values, updated_at: now, version: eb('papier.version', '+', 1) })),
    )
    .execute();
}

/** Crests are never deleted: reprints need the former one. */
export async function keepEcusson(trx: OpenTransaction, empreinte: string, image: Buffer): Promise<void> {
  await trx
    .insertInto('ecusson')
    .values({ empreinte, image })
    .onConflict((conflict) => conflict.column('empreinte').doNothing())
    .execute();
}

/** PNG images by name; all of them if no names are given. */
export async function readEcussons(
  queries: Queries,
  empreintes?: readonly string[],
): Promise<Map<string, Buffer>> {
  const rows = await queries
    .selectFrom('ecusson')
    .select(['empreinte', 'image'])
    .$if(empreintes !== undefined, (query) =>
      query.where('empreinte', '=', anyOf(empreintes as readonly string[])),
    )
    .execute();
  return new Map(rows.map(({ empreinte, image }) => [empreinte, image]));
}

/** What stands on the official papers of collectivités, and their crests. */
import {
  type BlocPaiement,
  type Papier,
  papierParDefaut,
  type PapierRecord,
  type PapierTextes,
} from '@octroi/contract';
import { entiteCondition, type Scope } from '#src/platform/access/person.ts';
import type { Queries } from '#src/platform/database/database.ts';
import { anyOf, jsonb, now } from '#src/platform/database/expressions.ts';

/** What a notice has room for. */
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

/** Undefined where the scope holds no such collectivité. */
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

/** As papers of a collectivité are printed now. */
export async function readPapier(queries: Queries, entiteId: number): Promise<Papier> {
  const row = await record(queries).where('ent.id', '=', entiteId).executeTakeFirstOrThrow();
  const { entite: _entite, version: _version, ...papier } = toRecord(row);
  return { ...papier, paiement: await readPaiement(queries, entiteId) };
}

/** Where, when and how the collectivité's taxpayers pay, in the order in which it was entered. */
async function readPaiement(queries: Queries, entiteId: number): Promise<BlocPaiement[]> {
  const rows = await queries
    .selectFrom('modalite_paiement')
    .select(['nom', 'code', 'horaires', 'reference', 'description'])
    .where('entite_id', '=', entiteId)
    .where('enabled', '=', true)
    .orderBy('id')
    .limit(MAX_BLOCS)
    .execute();
  return rows.map(({ nom, code, horaires, reference, description }) => ({
    titre: nom,
    lignes: [
      code && `Composez ${code}`,
      horaires,
      description,
      reference && `Référence : ${reference}`,
    ].filter((line): line is string => !!line),
  }));
}

/** Lets nobody else change the papers of a collectivité until the transaction ends. */
export async function lockPapier(queries: Queries, entiteId: number): Promise<void> {
  await queries.selectFrom('entite').select('id').where('id', '=', entiteId).forNoKeyUpdate().execute();
}

export async function savePapier(
  queries: Queries,
  entiteId: number,
  { ecusson, ...textes }: PapierTextes & { ecusson: string | null },
): Promise<void> {
  const values = { textes: jsonb(textes), ecusson };
  await queries
    .insertInto('papier')
    .values({ entite_id: entiteId, ...values })
    .onConflict((conflict) =>
      conflict
        .column('entite_id')
        .doUpdateSet((eb) => ({ ...values, updated_at: now, version: eb('papier.version', '+', 1) })),
    )
    .execute();
}

/** A crest is kept for good: what was printed with it is printed with it again. */
export async function keepEcusson(queries: Queries, empreinte: string, image: Buffer): Promise<void> {
  await queries
    .insertInto('ecusson')
    .values({ empreinte, image })
    .onConflict((conflict) => conflict.column('empreinte').doNothing())
    .execute();
}

/** PNG pictures by their names. */
export async function readEcussons(
  queries: Queries,
  empreintes: readonly string[],
): Promise<Map<string, Buffer>> {
  const rows = await queries
    .selectFrom('ecusson')
    .select(['empreinte', 'image'])
    .where('empreinte', '=', anyOf(empreintes))
    .execute();
  return new Map(rows.map(({ empreinte, image }) => [empreinte, image]));
}

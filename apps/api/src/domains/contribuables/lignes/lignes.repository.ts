/** Lines of taxpayers, with the equipment that some of them tax. */
import type { Ligne, LigneRow } from '@octroi/contract';
import { type RawBuilder, sql } from 'kysely';
import {
  type OpenTransaction,
  PREPARED,
  type Queries,
  opaqueArray,
} from '#src/platform/database/database.ts';
import { anyOf, now } from '#src/platform/database/expressions.ts';
import type { ChangedLigne } from './lignes.rules.ts';
import { reserveIds } from '../saisie/saisie.repository.ts';

/** The open lines of a taxpayer, the oldest first. */
export async function readLignes(
  queries: Queries,
  entiteId: number,
  contribuableId: number,
): Promise<LigneRow[]> {
  const { rows } = await sql<LigneRow>`
    select l.id,
      case when q.id is not null then json_build_object('id', q.id, 'photo', q.photo, 'enabled', q.enabled) end as equipement,
      case when te.id is not null then json_build_object('id', te.id, 'nom', te.nom) end as "typeEquipement",
      case when na.id is not null then json_build_object('id', na.id, 'nom', na.nom) end as "natureActivite",
      coalesce(nullif(l.variation, ''), q.precision) as precision, coalesce(te.unite, na.unite) as unite, l.quantite,
      l.latitude, l.longitude, l.created_at as "createdAt"
    from enrollement l
    left join equipement q on q.entite_id = l.entite_id and q.id = l.equipement_id
    left join type_equipement te on te.id = q.type_equipement_id
    left join nature_activite na on na.id = l.nature_activite_id
    where l.entite_id = ${entiteId} and l.contribuable_id = ${contribuableId} and l.closed_at is null
    order by l.id`.execute(queries);
  return rows;
}

interface NewLigne extends Omit<Ligne, 'id' | 'correction' | 'uneFois'> {
  /** Whether it owes the taxes collected once; true if absent. */
  uneFois?: boolean | undefined;
  contribuable: number;
  /** Place of its equipment. */
  ramification: number;
  /** Instant of the enrolment; now when null. */
  createdAt: string | null;
  /** For lines added one by one: an existing equipment, and the client's key of the line. */
  equipement?: number;
  cle?: string | null;
}

/** @returns the ids of the inserted lines; lines whose key was used before are not inserted */
export async function insertLignes(
  trx: OpenTransaction,
  entiteId: number,
  utilisateurId: number,
  lignes: readonly NewLigne[],
): Promise<number[]> {
  if (lignes.length === 0) return [];
  const contribuables = [...new Set(lignes.map(({ contribuable }) => contribuable))];
  await sql`select retenir_enrolements(${entiteId}, ${contribuables}::bigint[])`.execute(trx);
  const ids = await reserveIds(
    trx,
    'equipement',
    lignes.filter(({ typeEquipement }) => typeEquipement !== null).length,
  );
  const rows = lignes.map((ligne) => ({
    ...ligne,
    neuf: ligne.typeEquipement !== null,
    equipement: ligne.typeEquipement === null ? (ligne.equipement ?? null) : ids.shift(),
  }));
  const input = sql`jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r (
    contribuable bigint, neuf boolean, equipement bigint, cle text, "typeEquipement" int, "natureActivite" int, precision text,
    quantite numeric, "uneFois" boolean, ramification int, latitude double precision, longitude double precision, "createdAt" timestamptz)`;
  await sql`
    insert into equipement (entite_id, id, contribuable_id, type_equipement_id, ramification_id, precision,
      latitude, longitude, created_at, created_by_id)
    select ${entiteId}::int, r.equipement, r.contribuable, r."typeEquipement", r.ramification, r.precision,
      r.latitude, r.longitude, coalesce(r."createdAt", now()), ${utilisateurId}::int
    from ${input} where r.neuf`.execute(trx);
  const { rows: written } = await sql<{ id: number }>`
    insert into enrollement (entite_id, contribuable_id, equipement_id, nature_activite_id, variation, quantite, une_fois,
      latitude, longitude, created_at, created_by_id, cle_idempotence)
    select ${entiteId}::int, r.contribuable, r.equipement, r."natureActivite", r.precision, r.quantite, coalesce(r."uneFois", true),
      r.latitude, r.longitude, coalesce(r."createdAt", now()), ${utilisateurId}::int, r.cle
    from ${input}
    on conflict (entite_id, cle_idempotence) where cle_idempotence is not null do nothing
    returning id`.execute(trx);
  return written.map(({ id }) => id);
}

/** Updates lines that stay, and their equipment. */
export async function updateLignes(
  trx: OpenTransaction,
  entiteId: number,
  lignes: readonly ChangedLigne[],
): Promise<void> {
  if (lignes.length === 0) return;
  const input = sql`jsonb_to_recordset(${JSON.stringify(lignes)}::jsonb) as r (
    id bigint, precision text, quantite numeric, latitude double precision, longitude double precision)`;
  await sql`
    update enrollement l set variation = r.precision, quantite = r.quantite, latitude = r.latitude, longitude = r.longitude
    from ${input} where l.entite_id = ${entiteId} and l.id = r.id`.execute(trx);
  await sql`
    update equipement q set precision = r.precision, latitude = r.latitude, longitude = r.longitude
    from ${input} join enrollement l on l.id = r.id
    where l.entite_id = ${entiteId} and q.entite_id = l.entite_id and q.id = l.equipement_id`.execute(trx);
}

/** Dues of lines from a year on, without those of closed years. */
export async function duesOfLignes(
  queries: Queries,
  entiteId: number,
  ids: readonly number[],
  annee: number,
): Promise<number[]> {
  const rows = await queries
    .selectFrom('echeance as x')
    .select('x.id')
    .where('x.entite_id', '=', entiteId)
    .where('x.enrollement_id', '=', anyOf(ids))
    .where('x.annee', '>=', annee)
    .where((eb) =>
      eb.not(
        eb.exists(
          eb
            .selectFrom('annee_close as a')
            .select('a.annee')
            .whereRef('a.entite_id', '=', 'x.entite_id')
            .whereRef('a.annee', '=', 'x.annee'),
        ),
      ),
    )
    .orderBy('x.id')
    .execute();
  return rows.map(({ id }) => id);
}

/** Locks the totals of the taxpayers of these lines before their dues change, in the order common to all writers. */
export async function retainLignes(
  trx: OpenTransaction,
  entiteId: number,
  ids: readonly number[],
): Promise<void> {
  await sql`
    select retenir_enrolements(${entiteId}, array(
      select distinct contribuable_id from enrollement where entite_id = ${entiteId} and id = any(${ids}::bigint[])))`.execute(
    trx,
  );
}

/**
 * Deletes lines after their dues are settled. A line with remaining dues is closed; any other goes with its equipment.
 */
export async function deleteLignes(
  trx: OpenTransaction,
  entiteId: number,
  ids: readonly number[],
): Promise<void> {
  const gone = await trx
    .deleteFrom('enrollement as l')
    .where('l.entite_id', '=', entiteId)
    .where('l.id', '=', anyOf(ids))
    .where((eb) =>
      eb.not(
        eb.exists(
          eb
            .selectFrom('echeance as x')
            .select('x.id')
            .whereRef('x.entite_id', '=', 'l.entite_id')
            .whereRef('x.enrollement_id', '=', 'l.id'),
        ),
      ),
    )
    .returning('l.equipement_id as equipement')
    .execute();
  await trx
    .deleteFrom('equipement as q')
    .where('q.entite_id', '=', entiteId)
    .where('q.id', '=', anyOf(gone.flatMap(({ equipement }) => equipement ?? [])))
    .where((eb) =>
      eb.not(
        eb.exists(
          eb
            .selectFrom('enrollement as l')
            .select('l.id')
            .whereRef('l.entite_id', '=', 'q.entite_id')
            .whereRef('l.equipement_id', '=', 'q.id'),
        ),
      ),
    )
    .execute();
  await trx
    .updateTable('enrollement')
    .set({ closed_at: now })
    .where('entite_id', '=', entiteId)
    .where('id', '=', anyOf(ids))
    .where('closed_at', 'is', null)
    .execute();
}

/** What a taxpayer paid of a tax collected once, for lines that are removed. */
interface Percue {
  typeEquipement: number | null;
  natureActivite: number | null;
  taxe: string;
  /** Francs. */
  paye: number;
}

/** @param removed open lines that count as removed */
export async function readPercues(
  queries: Queries,
  entiteId: number,
  contribuableId: number,
  removed: readonly number[],
): Promise<Percue[]> {
  const { rows } = await sql<Percue>`
    select t.type_equipement_id as "typeEquipement", t.nature_activite_id as "natureActivite", t.nom as taxe,
      sum(x.paye)::bigint as paye
    from echeance x
    join taxe t on t.entite_id = x.entite_id and t.id = x.taxe_id and t.enabled
    join enrollement l on l.entite_id = x.entite_id and l.id = x.enrollement_id
    where x.entite_id = ${entiteId} and x.contribuable_id = ${contribuableId} and x.unique_fois and x.paye > 0
      and (l.closed_at is not null or l.id = any(${removed}::bigint[]))
    group by t.id order by t.nom`.execute(queries);
  return rows;
}

/** An equipment type or activity, as lines are checked against it. */
export interface Target {
  nature: boolean;
  id: number;
  unite: string | null;
  uniteDecimales: number;
  /** Highest rate by the unit in any place and year. */
  tarifMax: number | null;
}

/** The given equipment types and activities that exist in the collectivité. */
export async function knownTargets(
  queries: Queries,
  entiteId: number,
  { types, natures }: { types: readonly number[]; natures: readonly number[] },
): Promise<{ types: Map<number, Target>; natures: Map<number, Target> }> {
  const tarifMax = (
    base: RawBuilder<unknown>,
  ): RawBuilder<unknown> => sql`case when b.unite is not null then (
    select max(coalesce(p.tarif, a.tarif)) from taxe t
    join application a on a.entite_id = t.entite_id and a.taxe_id = t.id
    left join application_precision ap on ap.application_id = a.id
    left join precision_taxe p on p.id = ap.precision_id
    where t.entite_id = b.entite_id and ${base} = b.id and coalesce(p.par_unite, a.par_unite)) end as "tarifMax"`;
  const { rows } = await sql<Target>`${sql.raw(PREPARED)}
    select false as nature, b.id, b.unite, b.unite_decimales as "uniteDecimales", ${tarifMax(sql`t.type_equipement_id`)}
    from type_equipement b where b.entite_id = ${entiteId} and b.id = any(${opaqueArray(types, 'int')}::int[])
    union all
    select true, b.id, b.unite, b.unite_decimales, ${tarifMax(sql`t.nature_activite_id`)}
    from nature_activite b where b.entite_id = ${entiteId} and b.id = any(${opaqueArray(natures, 'int')}::int[])`.execute(
    queries,
  );
  const found = (nature: boolean) =>
    new Map(rows.filter((row) => row.nature === nature).map((row) => [row.id, row]));
  return { types: found(false), natures: found(true) };
}

/** Francs due from taxpayers, from a year on. */
export async function duesFrom(
  queries: Queries,
  entiteId: number,
  contribuables: readonly number[],
  annee: number,
): Promise<number> {
  const { rows } = await sql<{ total: number }>`
    select coalesce(sum(montant), 0)::bigint as total from echeance
    where entite_id = ${entiteId} and contribuable_id = any(${contribuables}::bigint[]) and annee >= ${annee}`.execute(
    queries,
  );
  return rows[0]?.total ?? 0;
}

/** Whether a taxpayer has lines, closed ones included. */
export async function hasLignes(
  queries: Queries,
  entiteId: number,
  contribuableId: number,
): Promise<boolean> {
  const ligne = await queries
    .selectFrom('enrollement')
    .select('id')
    .where('entite_id', '=', entiteId)
    .where('contribuable_id', '=', contribuableId)
    .limit(1)
    .executeTakeFirst();
  return ligne !== undefined;
}

/** Renames précisions and the lines that refer to them by label. */
import { sql } from 'kysely';
import type { OpenTransaction, Queries } from '#src/platform/database/database.ts';

/** New labels by old ones. */
export type Renames = ReadonlyMap<string, string>;

const pairs = (renames: Renames) => sql`
  unnest(${[...renames.keys()]}::text[], ${[...renames.values()]}::text[]) as r (avant, apres)`;

/** Précisions of open years of some taxes with one of these labels. */
export async function precisionsNamed(
  queries: Queries,
  taxes: readonly number[],
  libelles: readonly string[],
): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select distinct p.id from precision_taxe p
    join application_precision ap on ap.precision_id = p.id
    join application a on a.id = ap.application_id
    where a.taxe_id = any(${taxes}::int[]) and p.libelle = any(${libelles}::text[])
      and not exists (select from annee_close c where c.entite_id = a.entite_id and c.annee = a.annee)
    order by 1`.execute(queries);
  return rows.map(({ id }) => id);
}

/** Taxes with one of these précisions. */
export async function taxesOfPrecisions(queries: Queries, ids: readonly number[]): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select distinct a.taxe_id as id from application_precision ap join application a on a.id = ap.application_id
    where ap.precision_id = any(${ids}::int[]) and a.taxe_id is not null order by 1`.execute(queries);
  return rows.map(({ id }) => id);
}

export async function renamePrecisions(
  trx: OpenTransaction,
  ids: readonly number[],
  renames: Renames,
): Promise<void> {
  await sql`
    update precision_taxe p set libelle = r.apres from ${pairs(renames)}
    where p.id = any(${ids}::int[]) and p.libelle = r.avant`.execute(trx);
}

/** A label that occurs twice in one application of these taxes. */
export async function findDouble(queries: Queries, taxes: readonly number[]): Promise<string | undefined> {
  const { rows } = await sql<{ libelle: string }>`
    select min(p.libelle) as libelle from application a
    join application_precision ap on ap.application_id = a.id join precision_taxe p on p.id = ap.precision_id
    where a.taxe_id = any(${taxes}::int[]) group by a.id, texte_compare(p.libelle) having count(*) > 1 limit 1`.execute(
    queries,
  );
  return rows[0]?.libelle;
}

/**
 * Renames précisions on the lines of some taxes, on their equipment and in what is billed for them in open years. Their
 * taxpayers are locked first, as by all writers of lines.
 */
export async function renameLignes(
  trx: OpenTransaction,
  taxes: readonly number[],
  renames: Renames,
): Promise<void> {
  const { rows } = await sql<{ id: number }>`
    select l.id from enrollement l
    join contribuable c on c.entite_id = l.entite_id and c.id = l.contribuable_id
    left join equipement q on q.entite_id = l.entite_id and q.id = l.equipement_id
    where l.closed_at is null and coalesce(nullif(l.variation, ''), q.precision) = any(${[...renames.keys()]}::text[])
      and exists (select from taxe t where t.id = any(${taxes}::int[]) and t.entite_id = l.entite_id
        and (t.type_equipement_id = q.type_equipement_id or t.nature_activite_id = l.nature_activite_id))
    order by c.id, l.id
    for no key update of c`.execute(trx);
  if (rows.length === 0) return;
  const ids = rows.map(({ id }) => id);
  await sql`
    update equipement q set precision = r.apres from enrollement l, ${pairs(renames)}
    where l.id = any(${ids}::bigint[]) and q.entite_id = l.entite_id and q.id = l.equipement_id and q.precision = r.avant`.execute(
    trx,
  );
  await sql`
    update enrollement l set variation = r.apres from ${pairs(renames)}
    where l.id = any(${ids}::bigint[]) and l.variation = r.avant`.execute(trx);
  await sql`
    update echeance x set precision = r.apres, updated_at = now() from enrollement l, ${pairs(renames)}
    where l.id = any(${ids}::bigint[]) and x.entite_id = l.entite_id and x.enrollement_id = l.id and x.precision = r.avant
      and not exists (select from annee_close c where c.entite_id = x.entite_id and c.annee = x.annee)`.execute(
    trx,
  );
}

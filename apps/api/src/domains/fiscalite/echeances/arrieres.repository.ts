/** Inserts unpaid dues from before Octroi. */
import { sql } from 'kysely';
import type { OpenTransaction, Queries } from '#src/platform/database/database.ts';

export interface Arriere {
  contribuable: number;
  taxe: number;
  annee: number;
  /** Whole francs, above 0. */
  montant: number;
}

/** Each becomes one échéance of its year, due on 1 January, on the taxpayer's first line that the tax applies to. */
export async function insertArrieres(
  trx: OpenTransaction,
  entiteId: number,
  arrieres: readonly Arriere[],
): Promise<void> {
  if (arrieres.length === 0) return;
  await sql`
    insert into echeance (entite_id, contribuable_id, enrollement_id, taxe_id, annee, periode, montant, exigible_le, ramification_id,
      origine)
    select c.entite_id, c.id, ligne.id, r.taxe, r.annee, 1, r.montant, make_date(r.annee, 1, 1), c.ramification_id,
      'reprise'
    from jsonb_to_recordset(${JSON.stringify(arrieres)}::jsonb) as r (contribuable bigint, taxe int, annee int, montant bigint)
    join contribuable c on c.entite_id = ${entiteId} and c.id = r.contribuable
    join taxe t on t.entite_id = c.entite_id and t.id = r.taxe
    cross join lateral (
      select min(l.id) as id from enrollement l left join equipement q on q.entite_id = l.entite_id and q.id = l.equipement_id
      where l.entite_id = c.entite_id and l.contribuable_id = c.id
        and (l.nature_activite_id = t.nature_activite_id or q.type_equipement_id = t.type_equipement_id)) ligne
    order by c.id, r.annee`.execute(trx);
}

/** What is due of a tax and year, as it was imported (reprise) and as it was computed. */
export interface DuAnterieur {
  contribuable: number;
  taxe: number;
  annee: number;
  /** Null if nothing was imported. */
  reprise: number | null;
  /** Paid of what was imported. */
  paye: number;
  calcule: number | null;
}

/** Dues of earlier years, by taxpayer, tax and year. */
export async function readArrieres(
  queries: Queries,
  entiteId: number,
  contribuables: readonly number[],
  annees: readonly number[],
): Promise<DuAnterieur[]> {
  if (contribuables.length === 0 || annees.length === 0) return [];
  const { rows } = await sql<DuAnterieur>`
    select contribuable_id as contribuable, taxe_id as taxe, annee,
      sum(montant) filter (where origine = 'reprise') as reprise,
      coalesce(sum(paye) filter (where origine = 'reprise'), 0) as paye,
      sum(montant) filter (where origine = 'calculée' and closed_at is null) as calcule
    from echeance
    where entite_id = ${entiteId} and contribuable_id = any(${contribuables}::bigint[]) and annee = any(${annees}::int[])
    group by 1, 2, 3`.execute(queries);
  return rows;
}

/** Gives imported dues another amount, not below what was paid of them. One échéance stands for each tax and year. */
export async function correctArrieres(
  trx: OpenTransaction,
  entiteId: number,
  arrieres: readonly Arriere[],
): Promise<void> {
  if (arrieres.length === 0) return;
  await sql`
    update echeance x set montant = r.montant
    from jsonb_to_recordset(${JSON.stringify(arrieres)}::jsonb) as r (contribuable bigint, taxe int, annee int, montant bigint)
    where x.entite_id = ${entiteId} and x.contribuable_id = r.contribuable and x.taxe_id = r.taxe and x.annee = r.annee
      and x.origine = 'reprise' and x.paye <= r.montant and x.montant <> r.montant`.execute(trx);
}

/** Inserts unpaid dues from before Octroi. */
import { sql } from 'kysely';
import type { OpenTransaction } from '#src/platform/database/database.ts';

interface Arriere {
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

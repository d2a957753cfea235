/** Compares stored values of the database with its base rows. */
import { DU_CHECK, ENVELOPPE_CHECK, SEJOUR_CHECKS } from '#src/verification/checks.ts';
import { queryRows, type Connection } from '../books.ts';

/**
 * All differences from the base rows: of stored totals (a row of zeros equals a missing row), of the paid amount of
 * échéances, of stored dues, of outlines, and of the places given by stays.
 */
export async function drift(on: Connection, entites?: readonly number[]): Promise<Record<string, unknown>[]> {
  const totals = await queryRows<{ nom: string; lecture: string; cles: string[]; sommes: string[] }>(
    on,
    'select * from totaux_tenus()',
  );
  const condition = entites ? 'where entite_id = any($1)' : 'where $1::int[] is null';
  const found: Record<string, unknown>[] = [];
  for (const { nom, lecture, cles, sommes } of totals) {
    const keys = cles.join(', ');
    const different = sommes.map((name) => `coalesce(t.${name}, 0) <> coalesce(c.${name}, 0)`).join(' or ');
    const rows = await queryRows(
      on,
      `select '${nom}' as total, ${keys}, ${sommes.map((name) => `t.${name} as tenu_${name}, c.${name} as juste_${name}`).join(', ')}
       from (select ${keys}, ${sommes.map((name) => `sum(${name}) as ${name}`).join(', ')} from ${lecture} ${condition} group by ${keys}) t full join (select * from calcul_${nom} ${condition}) c using (${keys}) where ${different}`,
      [entites ?? null],
    );
    found.push(...rows);
  }
  const paid = await queryRows(
    on,
    `select 'echeance.paye' as total, e.id, e.paye as tenu, coalesce(i.paye, 0) as juste
     from (select * from echeance ${condition}) e
     left join (select echeance_id, sum(montant) as paye from imputation group by 1) i on i.echeance_id = e.id
     where e.paye <> coalesce(i.paye, 0)`,
    [entites ?? null],
  );
  for (const { name, sql } of [...SEJOUR_CHECKS, DU_CHECK, ENVELOPPE_CHECK])
    for (const { difference } of await queryRows<{ difference: string }>(on, sql))
      found.push({ total: name, difference });
  return [...found, ...paid];
}

/** Compares what the database keeps with what its base rows say. */
import { DU_CHECK, ENVELOPPE_CHECK, SEJOUR_CHECKS } from '#src/verification/checks.ts';
import { ask, type Asker } from '../books.ts';

/**
 * Every difference between a stored total and what its base rows say, a row of zeros being the same as none; and every
 * échéance whose paid amount is not the sum of its imputations; what somebody owes is not what
 * the échéances say; an outline is not around its taxpayers; and whoever, or whatever is due of it, is not where its stays say.
 */
export async function drift(on: Asker, entites?: readonly number[]): Promise<Record<string, unknown>[]> {
  const totals = await ask<{ nom: string; lecture: string; cles: string[]; sommes: string[] }>(
    on,
    'select * from totaux_tenus()',
  );
  const condition = entites ? 'where entite_id = any($1)' : 'where $1::int[] is null';
  const found: Record<string, unknown>[] = [];
  for (const { nom, lecture, cles, sommes } of totals) {
    const keys = cles.join(', ');
    const different = sommes.map((name) => `coalesce(t.${name}, 0) <> coalesce(c.${name}, 0)`).join(' or ');
    const rows = await ask(
      on,
      `select '${nom}' as total, ${keys}, ${sommes.map((name) => `t.${name} as tenu_${name}, c.${name} as juste_${name}`).join(', ')}
       from (select ${keys}, ${sommes.map((name) => `sum(${name}) as ${name}`).join(', ')} from ${lecture} ${condition} group by ${keys}) t full join (select * from calcul_${nom} ${condition}) c using (${keys}) where ${different}`,
      [entites ?? null],
    );
    found.push(...rows);
  }
  const paid = await ask(
    on,
    `select 'echeance.paye' as total, e.id, e.paye as tenu, coalesce(i.paye, 0) as juste
     from (select * from echeance ${condition}) e
     left join (select echeance_id, sum(montant) as paye from imputation group by 1) i on i.echeance_id = e.id
     where e.paye <> coalesce(i.paye, 0)`,
    [entites ?? null],
  );
  for (const { name, sql } of [...SEJOUR_CHECKS, DU_CHECK, ENVELOPPE_CHECK])
    for (const { difference } of await ask<{ difference: string }>(on, sql))
      found.push({ total: name, difference });
  return [...found, ...paid];
}

/** Thresholds above which a command waits, and what passed below them on one person's word. */
import {
  GROUPE,
  JOURS_DE_CUMUL,
  NATURES_APPROBATION,
  type NatureApprobation,
  type PartApprobation,
  TYPE_UTILISATEUR,
} from '@octroi/contract';
import { type Expression, type RawBuilder, sql } from 'kysely';
import type { OpenTransaction, Queries } from '#src/platform/database/database.ts';

/** The navigation entry of a nature, as SQL. */
const screenOf = (nature: Expression<unknown>): RawBuilder<string> =>
  sql`(${JSON.stringify(
    Object.fromEntries(Object.entries(NATURES_APPROBATION).map(([name, { screen }]) => [name, screen])),
  )}::jsonb ->> ${nature})`;

/** How many people could approve commands of a nature in a collectivité: attached to it as a whole, and with the right. */
const approversOf = (
  entiteId: Expression<unknown>,
  nature: Expression<unknown>,
  except?: number,
): RawBuilder<number> => sql`(
  select count(*)::int from utilisateur u join groupe g on g.id = u.groupe_id and g.enabled
  where u.enabled and u.type_id = ${TYPE_UTILISATEUR.utilisateur}${except === undefined ? sql`` : sql` and u.id <> ${except}`}
    and (g.nom = ${GROUPE.superAdmin}
      or (exists (select from utilisateur_entite e where e.utilisateur_id = u.id and e.entite_id = ${entiteId})
        and exists (select from permission p join navigation n on n.id = p.navigation_id
          where p.groupe_id = g.id and p.nom = 'Approuver' and n.cle = ${screenOf(nature)}))))`;

/** With fewer than two, the requester might be the only one who could approve. */
const LEAST_APPROVERS = 2;

/** Derived fields of a threshold: how many people could approve, and whether it has any effect. */
export function seuilExpressions(alias: string): Record<'approbateurs' | 'effet', RawBuilder<unknown>> {
  const own = (column: string) => sql.ref(`${alias}.${column}`);
  const approbateurs = approversOf(own('entite_id'), own('nature'));
  return {
    approbateurs,
    effet: sql`case when not ${own('enabled')} then 'Désactivé'
      when ${approbateurs} < ${LEAST_APPROVERS} then 'Sans effet : moins de deux personnes pourraient approuver'
      else 'En vigueur' end`,
  };
}

interface Seuil {
  seuil: number;
  delai: number;
}

/**
 * The threshold in force, locked until the transaction ends: two commands at the same moment see one another's sums.
 * @returns undefined where nothing has to wait
 */
export async function lockSeuil(
  trx: OpenTransaction,
  entiteId: number,
  nature: NatureApprobation,
): Promise<Seuil | undefined> {
  const { rows } = await sql<Seuil & { approbateurs: number }>`
    select s.seuil, s.delai, ${approversOf(sql.ref('s.entite_id'), sql.ref('s.nature'))} as approbateurs
    from seuil_approbation s where s.entite_id = ${entiteId} and s.nature = ${nature} and s.enabled
    for no key update of s`.execute(trx);
  const [row] = rows;
  return row && row.approbateurs >= LEAST_APPROVERS ? row : undefined;
}

/** Whether somebody other than a person could approve commands of a nature in a collectivité. */
export async function hasOtherApprover(
  queries: Queries,
  entiteId: number,
  nature: NatureApprobation,
  personId: number,
): Promise<boolean> {
  const { rows } = await sql<{ approbateurs: number }>`
    select ${approversOf(sql.val(entiteId), sql`${nature}::text`, personId)} as approbateurs`.execute(
    queries,
  );
  return (rows[0]?.approbateurs ?? 0) > 0;
}

/** Whether a threshold is in force in one of the collectivités. */
export async function hasSeuil(
  queries: Queries,
  nature: NatureApprobation,
  entites: readonly number[],
): Promise<boolean> {
  const { rows } = await sql`
    select from seuil_approbation s where s.entite_id = any(${entites}::int[]) and s.nature = ${nature} and s.enabled
      and ${approversOf(sql.ref('s.entite_id'), sql.ref('s.nature'))} >= ${LEAST_APPROVERS} limit 1`.execute(
    queries,
  );
  return rows.length > 0;
}

/** Sums of what passed without approval lately: of this requester, and of each taxpayer whoever the requester was. */
export async function sumsDispensed(
  queries: Queries,
  { entiteId, nature, demandeurId }: { entiteId: number; nature: NatureApprobation; demandeurId: number },
  contribuables: readonly number[],
): Promise<{ demandeur: number; parContribuable: ReadonlyMap<number, number> }> {
  const lately = sql`created_at > now() - make_interval(days => ${JOURS_DE_CUMUL})`;
  const { rows } = await sql<{ contribuable: number | null; montant: number }>`
    select null::bigint as contribuable, coalesce(sum(montant), 0)::bigint as montant from commande_dispensee
    where entite_id = ${entiteId} and nature = ${nature} and demandeur_id = ${demandeurId} and ${lately}
    union all
    select contribuable_id, sum(montant)::bigint from commande_dispensee
    where entite_id = ${entiteId} and nature = ${nature} and contribuable_id = any(${contribuables}::bigint[]) and ${lately}
    group by 1`.execute(queries);
  return {
    demandeur: rows.find(({ contribuable }) => contribuable === null)?.montant ?? 0,
    parContribuable: new Map(
      rows.flatMap(({ contribuable, montant }) =>
        contribuable === null ? [] : [[contribuable, montant] as const],
      ),
    ),
  };
}

/** Notes what passed without approval, below the threshold. */
export async function writeDispensed(
  trx: OpenTransaction,
  { entiteId, nature, demandeurId }: { entiteId: number; nature: NatureApprobation; demandeurId: number },
  parts: readonly PartApprobation[],
): Promise<void> {
  await trx
    .insertInto('commande_dispensee')
    .values(
      parts.map(({ contribuable, montant }) => ({
        entite_id: entiteId,
        nature,
        demandeur_id: demandeurId,
        contribuable_id: contribuable,
        montant,
      })),
    )
    .execute();
}

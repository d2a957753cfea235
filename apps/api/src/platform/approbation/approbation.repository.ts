/** Approvals, thresholds, and what passed below them. */
import {
  GROUPE,
  JOURS_DE_CUMUL,
  type Laisse,
  NATURES_APPROBATION,
  type NatureApprobation,
  TYPE_UTILISATEUR,
} from '@octroi/contract';
import { type Expression, type RawBuilder, sql } from 'kysely';
import type { OpenTransaction, Queries } from '#src/platform/database/database.ts';

/** The navigation entry of a nature, as SQL. */
const screenOf = (nature: Expression<unknown>): RawBuilder<string> =>
  sql`(${JSON.stringify(
    Object.fromEntries(Object.entries(NATURES_APPROBATION).map(([name, { screen }]) => [name, screen])),
  )}::jsonb ->> ${nature})`;

/** How many people could approve commands of a nature in a collectivité: tied to it as a whole, and with the right. */
export const approversOf = (
  entiteId: Expression<unknown>,
  nature: Expression<unknown>,
): RawBuilder<number> => sql`(
  select count(*)::int from utilisateur u join groupe g on g.id = u.groupe_id and g.enabled
  where u.enabled and u.type_id = ${TYPE_UTILISATEUR.utilisateur}
    and (g.nom = ${GROUPE.superAdmin}
      or (exists (select from utilisateur_entite e where e.utilisateur_id = u.id and e.entite_id = ${entiteId})
        and exists (select from permission p join navigation n on n.id = p.navigation_id
          where p.groupe_id = g.id and p.nom = 'Approuver' and n.cle = ${screenOf(nature)}))))`;

/** Fewer than two: whoever asks might be the only one, and everything would stand still. */
export const LEAST_APPROVERS = 2;

/** What a threshold's record tells beside what it says: who could approve, and whether anything waits for that. */
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

export interface Seuil {
  seuil: number;
  delai: number;
}

/**
 * The threshold in force, held until the transaction ends: two commands of one moment see one another's sums.
 * @returns undefined where nothing has to wait
 */
export async function holdSeuil(
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

/** Francs of one taxpayer in a command. */
export interface Part {
  contribuable: number;
  montant: number;
}

/** What has passed on one person's word lately: of that person, and of each of the taxpayers whoever asked. */
export async function sumsAlone(
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

/** Notes what passed below the threshold. */
export async function writeAlone(
  trx: OpenTransaction,
  { entiteId, nature, demandeurId }: { entiteId: number; nature: NatureApprobation; demandeurId: number },
  parts: readonly Part[],
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

export interface NewApprobation {
  entiteId: number;
  nature: NatureApprobation;
  commande: string;
  corps: unknown;
  objet: string;
  ressource: string | null;
  enregistrement: number | null;
  contribuable: number | null;
  montant: number | null;
  motif: string | null;
  avant: unknown;
  apres: unknown;
  vise: unknown;
  contexte: unknown;
  demandeurId: number;
}

/** The same command of the same person that waits already: asked for twice, it waits once. */
export async function findSame(queries: Queries, asked: NewApprobation): Promise<number | undefined> {
  const { rows } = await sql<{ id: number }>`
    select id from approbation where entite_id = ${asked.entiteId} and nature = ${asked.nature} and statut = 'attente'
      and expire_le > now() and demandeur_id = ${asked.demandeurId} and commande = ${asked.commande}
      and corps = ${JSON.stringify(asked.corps)}::jsonb`.execute(queries);
  return rows[0]?.id;
}

/** @param delai days */
export async function insertApprobation(
  trx: OpenTransaction,
  asked: NewApprobation,
  delai: number,
): Promise<number> {
  const json = (value: unknown) =>
    sql`${value === undefined || value === null ? null : JSON.stringify(value)}::jsonb`;
  const { rows } = await sql<{ id: number }>`
    insert into approbation (entite_id, nature, commande, corps, objet, ressource, enregistrement_id, contribuable_id,
      montant, motif, avant, apres, vise, contexte, demandeur_id, expire_le)
    values (${asked.entiteId}, ${asked.nature}, ${asked.commande}, ${json(asked.corps)}, ${asked.objet},
      ${asked.ressource}, ${asked.enregistrement}, ${asked.contribuable}, ${asked.montant}, ${asked.motif},
      ${json(asked.avant)}, ${json(asked.apres)}, ${json(asked.vise)}, ${json(asked.contexte)},
      ${asked.demandeurId}, now() + make_interval(days => ${delai}))
    returning id`.execute(trx);
  return (rows[0] as { id: number }).id;
}

export interface StoredApprobation {
  id: number;
  entiteId: number;
  nature: NatureApprobation;
  commande: string;
  corps: unknown;
  objet: string;
  ressource: string | null;
  enregistrement: number | null;
  montant: number | null;
  avant: unknown;
  apres: unknown;
  vise: unknown;
  demandeurId: number;
  demandeur: string;
  statut: string;
  expired: boolean;
}

/** The approval, held: of two who decide at once the second finds it decided. */
export async function lockApprobation(
  trx: OpenTransaction,
  id: number,
): Promise<StoredApprobation | undefined> {
  const { rows } = await sql<StoredApprobation>`
    select a.id, a.entite_id as "entiteId", a.nature, a.commande, a.corps, a.objet, a.ressource,
      a.enregistrement_id as enregistrement, a.montant, a.avant, a.apres, a.vise, a.demandeur_id as "demandeurId",
      btrim(u.prenom || ' ' || u.nom) as demandeur, a.statut, a.expire_le <= clock_timestamp() as expired
    from approbation a join utilisateur u on u.id = a.demandeur_id where a.id = ${id} for update of a`.execute(
    trx,
  );
  return rows[0];
}

export interface Decision {
  statut: 'approuvée' | 'refusée' | 'échouée';
  decideurId: number;
  reponse: string | null;
  laisses?: readonly Laisse[];
}

export async function writeDecision(
  trx: OpenTransaction,
  { entiteId, id }: Pick<StoredApprobation, 'entiteId' | 'id'>,
  { statut, decideurId, reponse, laisses = [] }: Decision,
): Promise<void> {
  await trx
    .updateTable('approbation')
    .set({
      statut,
      decideur_id: decideurId,
      decide_le: sql<string>`now()`,
      reponse,
      laisses: laisses.length > 0 ? JSON.stringify(laisses) : null,
    })
    .where('entite_id', '=', entiteId)
    .where('id', '=', id)
    .execute();
}

/** The file that was laid with it. */
export async function pieceOf(queries: Queries, id: number): Promise<string | null> {
  const row = await queries.selectFrom('approbation').select('piece').where('id', '=', id).executeTakeFirst();
  return row?.piece ?? null;
}

export async function layPiece(
  trx: OpenTransaction,
  { entiteId, id }: Pick<StoredApprobation, 'entiteId' | 'id'>,
  piece: string,
): Promise<void> {
  await trx
    .updateTable('approbation')
    .set({ piece })
    .where('entite_id', '=', entiteId)
    .where('id', '=', id)
    .execute();
}

/** What the database checks at the end of a transaction is checked now. */
export async function checkNow(trx: OpenTransaction): Promise<void> {
  await sql`set constraints all immediate`.execute(trx);
}

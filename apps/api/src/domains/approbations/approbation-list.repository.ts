/** The list of approvals, and who sees which. */
import {
  approbationList,
  type Approbation,
  type ApprobationRow,
  MAX_VISES,
  may,
  NATURES,
  NATURES_APPROBATION,
  approbationRowSchema,
} from '@octroi/contract';
import { type RawBuilder, sql } from 'kysely';
import type { FactCondition } from '#src/platform/access/facts.repository.ts';
import { entiteCondition, type Person, scopeOf } from '#src/platform/access/person.ts';
import type { Queries } from '#src/platform/database/database.ts';
import { type ListSource, sqlColumns } from '#src/platform/listing/listing.ts';
import { nameColumn } from '#src/platform/listing/person-name.ts';
import { instant } from '#src/platform/listing/row.ts';
import { nested, taxpayer, agent } from '#src/platform/listing/nested.ts';

const STATUT = sql`case when appro.statut = 'attente' and appro.expire_le <= now() then 'expirée' else appro.statut end`;

/**
 * Rows of the natures that a person may approve, in the collectivités attached to that person as a whole.
 * @param alias of a table with `nature` and `entite_id`
 */
function ofApprover(person: Person, alias = 'appro'): RawBuilder<boolean> {
  const scope = scopeOf(person);
  const natures = NATURES.filter((nature) =>
    may(person.grants, NATURES_APPROBATION[nature].screen, 'Approuver'),
  );
  if (scope.kind === 'ramifications' || natures.length === 0) return sql<boolean>`false`;
  return sql<boolean>`(${sql.ref(`${alias}.nature`)} = any(${natures}::text[]) and ${entiteCondition(scope, sql.ref(`${alias}.entite_id`))})`;
}

/** A person sees what it requested and what it may decide. */
export const approbationVisible = (person: Person): RawBuilder<boolean> =>
  sql<boolean>`(appro.demandeur_id = ${person.id} or ${ofApprover(person)})`;

/** The person decides where a threshold is in force, or sees a request. */
export const hasApprobations: FactCondition = (person) =>
  sql<boolean>`(exists (select from seuil_approbation seuil where seuil.enabled and ${ofApprover(person, 'seuil')})
    or exists (select from approbation appro where ${approbationVisible(person)}))`;

const toDecide = (person: Person): RawBuilder<boolean> =>
  sql<boolean>`(appro.statut = 'attente' and appro.expire_le > now() and appro.demandeur_id <> ${person.id}
    and ${ofApprover(person)})`;

export const approbationSource = (person: Person): ListSource<ApprobationRow> => ({
  alias: 'appro',
  from: sql`approbation as appro`,
  key: sql.ref('appro.id'),
  joins: {
    ent: { sql: sql`join entite as ent on ent.id = appro.entite_id` },
    dem: { sql: sql`join utilisateur as dem on dem.id = appro.demandeur_id` },
    dec: { sql: sql`left join utilisateur as dec on dec.id = appro.decideur_id` },
    contrib: {
      sql: sql`left join contribuable as contrib on contrib.entite_id = appro.entite_id and contrib.id = appro.contribuable_id`,
    },
  },
  columns: sqlColumns(
    approbationList.fields,
    {
      'appro.createdAt': { sql: sql.ref('appro.created_at') },
      'appro.nature': { sql: sql.ref('appro.nature') },
      'appro.objet': { sql: sql.ref('appro.objet') },
      'appro.montant': { sql: sql.ref('appro.montant'), nullable: true },
      'appro.statut': { sql: STATUT },
      'appro.expireLe': { sql: sql.ref('appro.expire_le') },
      'appro.aDecider': { sql: toDecide(person) },
      'dem.nom': { ...nameColumn('dem'), join: 'dem' },
      'dem.id': { sql: sql.ref('appro.demandeur_id') },
      'ent.id': { sql: sql.ref('appro.entite_id') },
      'ent.nom': { sql: sql.ref('ent.nom'), join: 'ent' },
    },
    {},
  ),
  order: { column: 'appro.createdAt', direction: 'desc' },
  pageSize: 50,
  schema: approbationRowSchema,
  row: {
    id: sql.ref('appro.id'),
    nature: sql.ref('appro.nature'),
    objet: sql.ref('appro.objet'),
    montant: sql.ref('appro.montant'),
    motif: sql.ref('appro.motif'),
    reponse: sql.ref('appro.reponse'),
    ressource: sql.ref('appro.ressource'),
    enregistrement: sql.ref('appro.enregistrement_id'),
    statut: STATUT,
    createdAt: instant('appro.created_at'),
    expireLe: instant('appro.expire_le'),
    decideLe: instant('appro.decide_le'),
    entite: nested('ent'),
    demandeur: agent('dem'),
    decideur: agent('dec'),
    contribuable: taxpayer('contrib'),
    aDecider: toDecide(person),
  },
});

/** What the command changes, before and after, and the kind of the attached file. */
export const readChange = (
  queries: Queries,
  id: number,
): Promise<Pick<Approbation, 'avant' | 'apres' | 'vise' | 'nombreVise' | 'contexte' | 'laisses' | 'piece'>> =>
  queries
    .selectFrom('approbation')
    .select([
      'avant',
      'apres',
      sql<
        Approbation['vise']
      >`coalesce(jsonb_path_query_array(vise, ${`$[0 to ${MAX_VISES - 1}]`}::jsonpath), '[]')`.as('vise'),
      sql<number>`coalesce(jsonb_array_length(vise), 0)`.as('nombreVise'),
      sql<Approbation['contexte']>`contexte`.as('contexte'),
      sql<Approbation['laisses']>`coalesce(laisses, '[]')`.as('laisses'),
      sql<
        Approbation['piece']
      >`case when piece like '%.pdf' then 'pdf' when piece is not null then 'photo' end`.as('piece'),
    ])
    .where('id', '=', id)
    .executeTakeFirstOrThrow();

export async function countToDecide(queries: Queries, person: Person): Promise<number> {
  const { rows } = await sql<{ nombre: number }>`
    select count(*)::int as nombre from approbation appro where ${toDecide(person)}`.execute(queries);
  return rows[0]?.nombre ?? 0;
}

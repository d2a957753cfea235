/** The list of approvals, and who sees which. */
import {
  approbationList,
  type Approbation,
  type ApprobationRow,
  MAX_VISES,
  may,
  NATURES,
  NATURES_APPROBATION,
} from '@octroi/contract';
import { type RawBuilder, sql } from 'kysely';
import { entiteCondition, type Person, scopeOf } from '#src/platform/access/person.ts';
import type { Queries } from '#src/platform/database/database.ts';
import { type ListSource, sqlColumns } from '#src/platform/listing/listing.ts';
import { nameColumn, personName } from '#src/platform/listing/person-name.ts';

const STATUT = sql`case when appro.statut = 'attente' and appro.expire_le <= now() then 'expirée' else appro.statut end`;
const PERSON = (alias: string) => sql`json_build_object('id', ${sql.ref(`${alias}.id`)},
  'username', ${sql.ref(`${alias}.username`)},
  'fullName', ${personName(alias)})`;

/** What a person may decide in, whoever asked: of natures that it may approve, in collectivités that it has as a whole. */
function ofApprover(person: Person): RawBuilder<boolean> {
  const scope = scopeOf(person);
  const natures = NATURES.filter((nature) =>
    may(person.grants, NATURES_APPROBATION[nature].screen, 'Approuver'),
  );
  if (scope.kind === 'ramifications' || natures.length === 0) return sql<boolean>`false`;
  return sql<boolean>`(appro.nature = any(${natures}::text[]) and ${entiteCondition(scope, sql.ref('appro.entite_id'))})`;
}

/** What somebody asked for, and what somebody may decide. */
export const approbationVisible = (person: Person): RawBuilder<boolean> =>
  sql<boolean>`(appro.demandeur_id = ${person.id} or ${ofApprover(person)})`;

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
  select: sql`appro.id, appro.nature, appro.objet, appro.montant, appro.motif, appro.reponse, appro.ressource,
    appro.enregistrement_id as enregistrement, ${STATUT} as statut,
    appro.created_at as "createdAt", appro.expire_le as "expireLe", appro.decide_le as "decideLe",
    json_build_object('id', ent.id, 'nom', ent.nom) as entite, ${PERSON('dem')} as demandeur,
    case when dec.id is not null then ${PERSON('dec')} end as decideur,
    case when contrib.id is not null then json_build_object('id', contrib.id, 'numKlis', contrib.num_klis,
      'fullName', contrib.nom_complet) end as contribuable,
    ${toDecide(person)} as "aDecider"`,
  toRow: (raw) => raw as unknown as ApprobationRow,
});

/** What changes, before and after, and what was laid with it. */
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

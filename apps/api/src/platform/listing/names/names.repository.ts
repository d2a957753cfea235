/** Places, accounts and payment methods as rows show them, in JSON by their ids. */
import { agentSchema, nestedSchema, placeSchema } from '@octroi/contract';
import { type RawBuilder, sql } from 'kysely';
import type { z } from 'zod';
import type { Queries } from '#src/platform/database/database.ts';
import { personName } from '../person-name.ts';

/** The kinds of record that a row may hold the id of. */
export type NameKind = 'agent' | 'moyenPaiement' | 'ramification';

interface NameSql {
  from: RawBuilder<unknown>;
  id: RawBuilder<number>;
  json: RawBuilder<unknown>;
}

const SQL: Record<NameKind, NameSql> = {
  agent: {
    from: sql`utilisateur as agent`,
    id: sql.ref('agent.id'),
    json: sql`json_build_object('id', agent.id, 'username', agent.username, 'fullName', ${personName('agent')})`,
  },
  moyenPaiement: {
    from: sql`moyen_paiement as m`,
    id: sql.ref('m.id'),
    json: sql`json_build_object('id', m.id, 'nom', m.nom)`,
  },
  ramification: {
    from: sql`ramification as r join entite as e on e.id = r.entite_id left join ramification as parent on parent.id = r.parent_id`,
    id: sql.ref('r.id'),
    json: sql`json_build_object('id', r.id, 'nom', r.nom,
      'parent', case when parent.id is not null then json_build_object('id', parent.id, 'nom', parent.nom) end,
      'entite', json_build_object('id', e.id, 'nom', e.nom), 'chemin', r.chemin)`,
  },
};
export const NAME_KINDS = Object.keys(SQL) as NameKind[];
/** The schema of each name's JSON. */
export const NAME_SCHEMAS: Readonly<Record<NameKind, z.ZodObject>> = {
  agent: agentSchema,
  moyenPaiement: nestedSchema,
  ramification: placeSchema,
};

/** The JSON of one name, as an expression. */
export const nameOf = (kind: NameKind, id: RawBuilder<unknown>): RawBuilder<unknown> =>
  sql`(select ${SQL[kind].json} from ${SQL[kind].from} where ${SQL[kind].id} = ${id})`;

/** The version of all names, which a change of any of them raises. */
export const VERSION = sql<number>`(select n from version_noms)`;

export interface NameRow {
  kind: NameKind;
  id: number;
  text: string;
  version: number;
}

/** Names by their ids, all of one version. */
export async function readNames(
  queries: Queries,
  wanted: ReadonlyMap<NameKind, ReadonlySet<number>>,
): Promise<NameRow[]> {
  const parts = [...wanted].map(
    ([kind, ids]) => sql`
      select ${kind} as kind, ${SQL[kind].id} as id, (${SQL[kind].json})::text as text, ${VERSION} as version
      from ${SQL[kind].from} where ${SQL[kind].id} = any(${[...ids]}::integer[])`,
  );
  const { rows } = await sql<NameRow>`${sql.join(parts, sql` union all `)}`.execute(queries);
  return rows;
}

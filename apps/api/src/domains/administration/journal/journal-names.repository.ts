/** Names of the records that journal documents refer to, within the reader's scope. */
import { type RawBuilder, sql } from 'kysely';
import { entiteCondition, placeCondition, type Scope } from '#src/platform/access/person.ts';
import type { DB, Queries } from '#src/platform/database/database.ts';
import { userVisible } from '../accounts/people.repository.ts';

type Table = keyof DB & string;

interface Named {
  /** Table alias in the conditions. */
  alias?: string;
  name: RawBuilder<unknown>;
  visible: (scope: Scope) => RawBuilder<boolean>;
}

const everybody = (): RawBuilder<boolean> => sql<boolean>`true`;
const own = (column: string): RawBuilder<unknown> => sql.ref(`cible.${column}`);
const ofEntite = (scope: Scope): RawBuilder<boolean> => entiteCondition(scope, own('entite_id'));
const ofPlace = (scope: Scope): RawBuilder<boolean> =>
  placeCondition(scope, own('entite_id'), own('ramification_id'));
const nom = own('nom');
const typeEquipement = sql`(select t.nom from type_equipement t where t.id = cible.type_equipement_id)`;

/** How to name the records of each table; other tables have no names for people. */
const NAMED: Partial<Record<Table, Named>> = {
  entite: { name: nom, visible: (scope) => entiteCondition(scope, own('id')) },
  ramification: {
    name: sql`array_to_string(cible.chemin, ' › ')`,
    visible: (scope) => placeCondition(scope, own('entite_id'), own('id')),
  },
  utilisateur: {
    alias: 'user',
    name: sql`btrim("user".prenom || ' ' || "user".nom)`,
    visible: userVisible,
  },
  // the members and rights of a group are visible only to readers of groups
  groupe: { name: nom, visible: ({ kind }) => sql<boolean>`${kind === 'all'}::boolean` },
  contribuable: { name: own('nom_complet'), visible: ofPlace },
  equipement: { name: typeEquipement, visible: ofPlace },
  transaction: { name: own('no_transaction'), visible: ofPlace },
  categorie_activite: { name: nom, visible: ofEntite },
  categorie_taxe: {
    name: nom,
    visible: (scope) => sql<boolean>`(cible.entite_id is null or ${ofEntite(scope)})`,
  },
  categorie_valeur: { name: nom, visible: ofEntite },
  nature_activite: { name: nom, visible: ofEntite },
  type_equipement: { name: nom, visible: ofEntite },
  modalite_paiement: { name: nom, visible: ofEntite },
  precision_taxe: { name: own('libelle'), visible: ofEntite },
  regie: { name: nom, visible: ofEntite },
  taxe: { name: nom, visible: ofEntite },
  frequence: { name: nom, visible: everybody },
  moyen_paiement: { name: nom, visible: everybody },
  navigation: { name: nom, visible: everybody },
  type_entite: { name: nom, visible: everybody },
  type_ramification: { name: nom, visible: everybody },
  type_utilisateur: { name: nom, visible: everybody },
  ville: { name: nom, visible: everybody },
};

export const hasNames = (table: string): boolean => Object.hasOwn(NAMED, table);

/** A column, and the table that its ids refer to. */
export interface Pointer {
  child: string;
  column: string;
  target: string;
}

/** References declared by the foreign keys: `contribuable.ramification_id` refers to `ramification`. */
export async function readPointers(queries: Queries): Promise<Pointer[]> {
  const { rows } = await sql<Pointer>`
    select distinct c.conrelid::regclass::text as child, a.attname::text as "column", c.confrelid::regclass::text as target
    from pg_constraint c
    cross join lateral unnest(c.conkey, c.confkey) as pair (from_number, to_number)
    join pg_attribute a on a.attrelid = c.conrelid and a.attnum = pair.from_number
    join pg_attribute b on b.attrelid = c.confrelid and b.attnum = pair.to_number
    where c.contype = 'f' and c.conparentid = 0 and b.attname = 'id' and a.attname <> 'id'`.execute(queries);
  return rows;
}

/** @returns by table, names by id; absent if out of scope or deleted */
export async function readNames(
  queries: Queries,
  scope: Scope,
  ids: ReadonlyMap<string, ReadonlySet<number>>,
): Promise<Map<string, Map<number, string>>> {
  const names = new Map<string, Map<number, string>>();
  const parts = [...ids].flatMap(([table, idsOfTable]) => {
    const named = NAMED[table as Table];
    if (!named || idsOfTable.size === 0) return [];
    names.set(table, new Map());
    const alias = named.alias ?? 'cible';
    return [
      sql`select ${table}::text as "table", ${sql.ref(`${alias}.id`)}::bigint as id, (${named.name})::text as nom
        from ${sql.table(table)} as ${sql.id(alias)}
        where ${sql.ref(`${alias}.id`)} = any(${[...idsOfTable]}::bigint[]) and ${named.visible(scope)}`,
    ];
  });
  if (parts.length === 0) return names;
  const { rows } = await sql<{ table: string; id: number; nom: string | null }>`${sql.join(
    parts,
    sql` union all `,
  )}`.execute(queries);
  for (const { table, id, nom: name } of rows) if (name) names.get(table)?.set(Number(id), name);
  return names;
}

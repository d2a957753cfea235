/** What the register says of the people, places and bases that the rows of a file name. */
import type { Fiche, TaxeImport } from '@octroi/contract';
import { sql } from 'kysely';
import { placeCondition, type Scope } from '#src/platform/access/person.ts';
import type { Queries } from '#src/platform/database/database.ts';
import { anyOf } from '#src/platform/database/expressions.ts';

/** Those of these taxpayers who are in the collectivité and within the scope. */
export async function findChosen(
  queries: Queries,
  scope: Scope,
  entiteId: number,
  ids: readonly number[],
): Promise<Set<number>> {
  if (ids.length === 0) return new Set();
  const { rows } = await sql<{ id: number }>`
    select c.id from contribuable c where c.entite_id = ${entiteId} and c.id = ${anyOf(ids)} and not c.systeme
      and ${placeCondition(scope, sql.ref('c.entite_id'), sql.ref('c.ramification_id'))}`.execute(queries);
  return new Set(rows.map(({ id }) => id));
}

/** A line of the register. */
interface StoredLigne {
  typeEquipement: number | null;
  natureActivite: number | null;
  precision: string | null;
  quantite: number | null;
}

/** A taxpayer of the register, as far as a file may differ from it. */
export interface Existing {
  id: number;
  numKlis: string;
  lieu: string;
  /** The file of the portrait. */
  photo: string | null;
  fiche: Omit<Fiche, 'type' | 'enabled' | 'moyenPaiementPrefere'>;
  lignes: StoredLigne[];
}

/** What the register says of taxpayers, to compare rows with. */
export async function readExisting(
  queries: Queries,
  entiteId: number,
  ids: readonly number[],
): Promise<Map<number, Existing>> {
  if (ids.length === 0) return new Map();
  const { rows } = await sql<Existing>`
    select c.id, c.num_klis as "numKlis", array_to_string(ram.chemin, ' > ') as lieu, c.photo,
      json_build_object('nom', c.nom, 'prenom', c.prenom, 'raisonSociale', c.raison_sociale, 'nif', c.nif, 'age', c.age,
        'lieuNaissance', c.lieu_naissance, 'telephone', c.telephone, 'adresse', c.adresse,
        'typePieceIdentite', c.type_piece_identite, 'numeroPieceIdentite', c.numero_piece_identite,
        'latitude', c.latitude, 'longitude', c.longitude, 'nbreBetail', c.nbre_betail, 'ramification', c.ramification_id) as fiche,
      coalesce((select json_agg(json_build_object('typeEquipement', q.type_equipement_id, 'natureActivite', l.nature_activite_id,
          'precision', coalesce(nullif(l.variation, ''), q.precision), 'quantite', l.quantite) order by l.id)
        from enrollement l left join equipement q on q.entite_id = l.entite_id and q.id = l.equipement_id
        where l.entite_id = c.entite_id and l.contribuable_id = c.id and l.closed_at is null), '[]') as lignes
    from contribuable c join ramification ram on ram.id = c.ramification_id
    where c.entite_id = ${entiteId} and c.id = ${anyOf(ids)}`.execute(queries);
  return new Map(rows.map((row) => [row.id, row]));
}

export interface NamedPlace {
  id: number;
  nom: string;
  code: string | null;
  /** Names from the highest sub-entity down to this one. */
  chemin: string[];
}

/** The sub-entities of a collectivité within a scope. */
export async function readPlaces(queries: Queries, entiteId: number, scope: Scope): Promise<NamedPlace[]> {
  const { rows } = await sql<NamedPlace>`
    with recursive arbre as (
      select id, nom, code, array[nom::text] as chemin from ramification
      where entite_id = ${entiteId} and parent_id is null and not technique
      union all
      select r.id, r.nom, r.code, arbre.chemin || r.nom::text from ramification r join arbre on r.parent_id = arbre.id)
    select id, nom, code, chemin from arbre
    where ${placeCondition(scope, sql`${entiteId}::int`, sql.ref('arbre.id'))}`.execute(queries);
  return rows;
}

export interface NamedBase {
  nom: string;
  typeEquipement: number | null;
  natureActivite: number | null;
  /** Ids of the enabled taxes on it. */
  taxes: number[];
  unite: string | null;
  uniteDecimales: number;
}

/** Everything a collectivité may tax. */
export async function readBases(queries: Queries, entiteId: number): Promise<NamedBase[]> {
  const { rows } = await sql<NamedBase>`
    select te.nom, te.id as "typeEquipement", null::int as "natureActivite",
      array(select t.id from taxe t where t.entite_id = te.entite_id and t.type_equipement_id = te.id and t.enabled order by 1) as taxes,
      te.unite, te.unite_decimales as "uniteDecimales"
    from type_equipement te where te.entite_id = ${entiteId}
    union all
    select na.nom, null, na.id,
      array(select t.id from taxe t where t.entite_id = na.entite_id and t.nature_activite_id = na.id and t.enabled order by 1),
      na.unite, na.unite_decimales
    from nature_activite na where na.entite_id = ${entiteId}`.execute(queries);
  return rows;
}

/** The rows whose number belongs to a taxpayer already, whether the author sees that taxpayer or not. */
export async function usedNumbers(
  queries: Queries,
  entiteId: number,
  rows: readonly { rang: number; numero: string }[],
): Promise<Set<number>> {
  if (rows.length === 0) return new Set();
  const { rows: used } = await sql<{ rang: number }>`
    select r.rang from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r (rang int, numero text)
    where exists (select from contribuable c where c.entite_id = ${entiteId} and c.num_klis = r.numero)`.execute(
    queries,
  );
  return new Set(used.map(({ rang }) => rang));
}

/** The enabled taxes of a collectivité. */
export async function readTaxes(queries: Queries, entiteId: number): Promise<TaxeImport[]> {
  return queries
    .selectFrom('taxe')
    .select(['id', 'nom'])
    .where('entite_id', '=', entiteId)
    .where('enabled', '=', true)
    .orderBy('id')
    .execute();
}

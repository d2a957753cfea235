/** Reads models of taxes: another collectivité's taxes, and what the copying collectivité has already. */
import { sql } from 'kysely';
import type { Terme } from '@octroi/contract';
import type { Person } from '#src/platform/access/person.ts';
import type { Queries } from '#src/platform/database/database.ts';
import { taxeVisible } from './taxes.repository.ts';

/** A tax that another collectivité may copy. */
export interface Source extends Terme {
  cle: string;
  nom: string;
  categorie: string;
  descriptionCategorie: string | null;
  /** Name of the taxed object, whether it is an equipment, its code, and its category of activities. */
  objet: string;
  equipement: boolean;
  code: string | null;
  activite: string | null;
  occurrences: number;
  tarifs: { libelle: string | null; tarif: number; parUnite: boolean; seuil: number | null }[];
  /** Unit of its base, and the rules of a rate by that unit. */
  unite: string | null;
  uniteDecimales: number;
  regles: { franchise: number | null; minimum: number | null; maximum: number | null; arrondi: number };
}

/**
 * Active taxes of a collectivité, with the rates of its highest sub-entity in the latest year up to the given one.
 * @param only ids; all taxes if absent
 */
export async function readSources(
  queries: Queries,
  person: Person,
  { annee, entite, only }: { annee: number; entite?: number; only?: readonly number[] },
): Promise<Source[]> {
  const { rows } = await sql<Source>`
    select 'taxe:' || t.id as cle, t.nom, ct.nom as categorie, ct.description as "descriptionCategorie",
      coalesce(na.nom, teq.nom) as objet, teq.id is not null as equipement, teq.code, ca.nom as activite, f.occurrences,
      t.limite, t.delai,
      coalesce((
        select json_agg(json_build_object('libelle', p.libelle, 'tarif', coalesce(p.tarif, a.tarif),
          'parUnite', coalesce(p.par_unite, a.par_unite), 'seuil', p.seuil) order by ap.rang, p.tarif, p.libelle)
        from (select 1) un
        left join application_precision ap on ap.application_id = a.id
        left join precision_taxe p on p.id = ap.precision_id
        where a.id is not null), '[]') as tarifs,
      coalesce(na.unite, teq.unite) as unite, coalesce(na.unite_decimales, teq.unite_decimales) as "uniteDecimales",
      json_build_object('franchise', a.franchise, 'minimum', a.minimum, 'maximum', a.maximum,
        'arrondi', coalesce(a.arrondi, 1)) as regles
    from taxe t
    left join lateral (
      select a.id, a.tarif, a.par_unite, a.franchise, a.minimum, a.maximum, a.arrondi from application a
      join ramification r on r.id = a.ramification_id join type_ramification tr on tr.id = r.type_id
      where a.taxe_id = t.id and not a.exclue and a.annee <= ${annee}
      order by a.annee desc, tr.niveau, r.nom, a.depuis desc nulls last, a.id limit 1) a on true
    join categorie_taxe ct on ct.id = t.categorie_id
    join frequence f on f.id = t.frequence_id
    left join nature_activite na on na.id = t.nature_activite_id
    left join type_equipement teq on teq.id = t.type_equipement_id
    left join categorie_activite ca on ca.id = coalesce(na.categorie_id, teq.categorie_id)
    where t.enabled and ${taxeVisible(person)}
      and ${entite === undefined ? sql`true` : sql`t.entite_id = ${entite}`}
      and ${only === undefined ? sql`true` : sql`t.id = any(${only}::int[])`}
    order by t.nom, t.id`.execute(queries);
  return rows;
}

/** Active taxes of a collectivité by the compared name of their object. */
export async function taxedThings(queries: Queries, entiteId: number): Promise<Map<string, string>> {
  const { rows } = await sql<{ objet: string; nom: string }>`
    select (teq.id is not null)::text || ' ' || (f.occurrences = 0)::text || ' ' || texte_compare(coalesce(na.nom, teq.nom)) as objet, t.nom
    from taxe t
    join frequence f on f.id = t.frequence_id
    left join nature_activite na on na.id = t.nature_activite_id
    left join type_equipement teq on teq.id = t.type_equipement_id
    where t.enabled and t.entite_id = ${entiteId} order by t.id desc`.execute(queries);
  return new Map(rows.map(({ objet, nom }) => [objet, nom]));
}

/** Active frequencies by periods per year; the first one of several. */
export async function readFrequences(queries: Queries): Promise<Map<number, { id: number; nom: string }>> {
  const rows = await queries
    .selectFrom('frequence')
    .select(['id', 'nom', 'occurrences'])
    .where('enabled', '=', true)
    .orderBy('id', 'desc')
    .execute();
  return new Map(rows.map(({ occurrences, id, nom }) => [occurrences, { id, nom }]));
}

type Named = 'categorie_taxe' | 'categorie_activite' | 'nature_activite' | 'type_equipement';

/** A record of the collectivité or of the platform by name, and whether it is active. */
export async function findNamed(
  queries: Queries,
  table: Named,
  entiteId: number,
  nom: string,
): Promise<{ id: number; enabled: boolean } | undefined> {
  const { rows } = await sql<{ id: number; enabled: boolean }>`
    select id, enabled from ${sql.table(table)}
    where (entite_id = ${entiteId} or entite_id is null) and texte_compare(nom) = texte_compare(${nom})
    order by entite_id nulls last limit 1`.execute(queries);
  return rows[0];
}

/** The sub-entities without a parent. */
export async function highestPlaces(queries: Queries, entiteId: number): Promise<number[]> {
  const rows = await queries
    .selectFrom('ramification')
    .select('id')
    .where('entite_id', '=', entiteId)
    .where('parent_id', 'is', null)
    .where('technique', '=', false)
    .orderBy('id')
    .execute();
  return rows.map(({ id }) => id);
}

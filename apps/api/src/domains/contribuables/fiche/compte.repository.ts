/** A taxpayer's account: years, échéances, balance (docs/regles-de-calcul.md, « Le compte »). */
import { type Compte, type Echec, type ExerciceCompte, exerciceVide, soldeOf } from '@octroi/contract';
import { type RawBuilder, sql } from 'kysely';
import type { Queries } from '#src/platform/database/database.ts';
import { readAttentes } from './attentes.repository.ts';

/** A taxpayer's key: ids are unique within a collectivité. */
export interface ContribuableKey {
  entiteId: number;
  id: number;
}

/** The order in which payments pay échéances; the same as in `imputePayments`. */
const DANS_L_ORDRE_DES_PAIEMENTS = sql`d.annee, d.periode, d.id`;
/** The order of a record: the latest year first, each base together. */
export const PAR_BASE = sql`d.annee desc, base, d.enrollement_id, d.periode`;

/** A row with the taxpayer it belongs to. */
type Of<Row> = Row & { contribuable: number };

async function readEcheancesOf(
  queries: Queries,
  entiteId: number,
  ids: readonly number[],
  order: RawBuilder<unknown>,
): Promise<Of<Echec>[]> {
  const { rows } = await sql<Of<Echec>>`
    select d.contribuable_id as contribuable, d.id, d.annee, d.periode,
      periodes_de(d.annee, l.created_at, f.occurrences) as periodes,
      coalesce(na.nom, teq.nom) as base, d.precision, json_build_object('id', t.id, 'nom', t.nom) as taxe,
      d.montant, d.paye, d.exigible_le as "exigibleLe"
    from echeance d
    join taxe t on t.entite_id = d.entite_id and t.id = d.taxe_id
    join frequence f on f.id = t.frequence_id
    join enrollement l on l.entite_id = d.entite_id and l.id = d.enrollement_id
    left join equipement q on q.entite_id = l.entite_id and q.id = l.equipement_id
    left join type_equipement teq on teq.id = q.type_equipement_id
    left join nature_activite na on na.id = l.nature_activite_id
    where d.entite_id = ${entiteId} and d.contribuable_id = any(${ids}::bigint[]) and (d.closed_at is null or d.montant > 0)
    order by ${order}`.execute(queries);
  return rows;
}

export async function readEcheances(
  queries: Queries,
  { entiteId, id }: ContribuableKey,
  order: RawBuilder<unknown>,
): Promise<Echec[]> {
  const rows = await readEcheancesOf(queries, entiteId, [id], order);
  return rows.map(({ contribuable: _, ...row }) => row);
}

async function readExercices(
  queries: Queries,
  entiteId: number,
  ids: readonly number[],
): Promise<Of<ExerciceCompte>[]> {
  const { rows } = await sql<Of<ExerciceCompte>>`
    select t.contribuable_id as contribuable, t.annee, t.prevu, t.paye, coalesce(a.avance, 0)::bigint as avance, t.prevu - t.paye as restant
    from total_contribuable t
    left join (
      select contribuable_id, annee, sum(montant) as avance from imputation
      where entite_id = ${entiteId} and contribuable_id = any(${ids}::bigint[]) and echeance_id is null group by 1, 2) a
      on a.contribuable_id = t.contribuable_id and a.annee = t.annee
    where t.entite_id = ${entiteId} and t.contribuable_id = any(${ids}::bigint[]) and (t.prevu <> 0 or t.paye <> 0)
    order by t.annee`.execute(queries);
  return rows;
}

/** Groups rows by taxpayer and keeps their order. */
function grouped<Row>(rows: readonly Of<Row>[]): ReadonlyMap<number, Row[]> {
  const groups = new Map<number, Row[]>();
  for (const { contribuable, ...row } of rows) {
    const group = groups.get(contribuable) ?? [];
    group.push(row as Row);
    groups.set(contribuable, group);
  }
  return groups;
}

/**
 * Present accounts of taxpayers of one collectivité, by taxpayer. To read other data at the same instant, use `inSnapshot`.
 * @param annee fiscal year of the balance
 * @param jour day that separates what is due from what is not yet
 */
export async function readComptes(
  queries: Queries,
  { entiteId, ids }: { entiteId: number; ids: readonly number[] },
  annee: number,
  jour: string,
): Promise<ReadonlyMap<number, Compte>> {
  const found = grouped(await readExercices(queries, entiteId, ids));
  const waiting = await readAttentes(queries, entiteId, ids);
  const echeancesById = grouped(await readEcheancesOf(queries, entiteId, ids, DANS_L_ORDRE_DES_PAIEMENTS));
  return new Map(
    ids.map((id) => {
      const years = found.get(id) ?? [];
      const echeances = echeancesById.get(id) ?? [];
      const exercices = years.some((each) => each.annee === annee)
        ? years
        : [...years, exerciceVide(annee)].toSorted((a, b) => a.annee - b.annee);
      const attentes = waiting.get(id) ?? [];
      return [
        id,
        { jour, annee, exercices, echeances, attentes, solde: soldeOf(exercices, echeances, annee, jour) },
      ];
    }),
  );
}

/** One account, as by `readComptes`. */
export async function readCompte(
  queries: Queries,
  { entiteId, id }: ContribuableKey,
  annee: number,
  jour: string,
): Promise<Compte> {
  return (await readComptes(queries, { entiteId, ids: [id] }, annee, jour)).get(id) as Compte;
}

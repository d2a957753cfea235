/** A taxpayer's account: years, échéances, balance (docs/regles-de-calcul.md, « Le compte »). */
import { type Compte, type Echec, type ExerciceCompte, exerciceVide, soldeOf } from '@octroi/contract';
import { type RawBuilder, sql } from 'kysely';
import type { Queries } from '#src/platform/database/database.ts';
import { readAttentes } from './attentes.repository.ts';

/** A taxpayer by its whole key. */
export interface ContribuableKey {
  entiteId: number;
  id: number;
}

/** In the order in which payments pay them: `imputePayments` has the same. */
const DANS_L_ORDRE_DES_PAIEMENTS = sql`d.annee, d.periode, d.id`;
/** As a record shows them: the latest year first, each base together. */
export const PAR_BASE = sql`d.annee desc, base, d.enrollement_id, d.periode`;

/** What is said of one of several taxpayers. */
type Of<Said> = Said & { contribuable: number };

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

/** By taxpayer, in the order in which they are read. */
function grouped<Said>(rows: readonly Of<Said>[]): ReadonlyMap<number, Said[]> {
  const groups = new Map<number, Said[]>();
  for (const { contribuable, ...row } of rows) {
    const group = groups.get(contribuable) ?? [];
    group.push(row as Said);
    groups.set(contribuable, group);
  }
  return groups;
}

/**
 * Accounts of one collectivité as they stand, by taxpayer; whoever reads more beside them reads all at one instant (`atOnce`).
 * @param annee fiscal year that is looked at
 * @param jour the day by which something is due or not yet
 */
export async function readComptes(
  queries: Queries,
  { entiteId, ids }: { entiteId: number; ids: readonly number[] },
  annee: number,
  jour: string,
): Promise<ReadonlyMap<number, Compte>> {
  const found = grouped(await readExercices(queries, entiteId, ids));
  const waiting = await readAttentes(queries, entiteId, ids);
  const due = grouped(await readEcheancesOf(queries, entiteId, ids, DANS_L_ORDRE_DES_PAIEMENTS));
  return new Map(
    ids.map((id) => {
      const known = found.get(id) ?? [];
      const echeances = due.get(id) ?? [];
      const exercices = known.some((each) => each.annee === annee)
        ? known
        : [...known, exerciceVide(annee)].toSorted((a, b) => a.annee - b.annee);
      const attentes = waiting.get(id) ?? [];
      return [
        id,
        { jour, annee, exercices, echeances, attentes, solde: soldeOf(exercices, echeances, annee, jour) },
      ];
    }),
  );
}

/** One account: `readComptes`. */
export async function readCompte(
  queries: Queries,
  { entiteId, id }: ContribuableKey,
  annee: number,
  jour: string,
): Promise<Compte> {
  return (await readComptes(queries, { entiteId, ids: [id] }, annee, jour)).get(id) as Compte;
}

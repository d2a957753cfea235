/** A taxpayer's account: years, échéances, balance (docs/regles-de-calcul.md, « Le compte »). */
import { type Compte, type Echec, type ExerciceCompte, exerciceVide, soldeOf } from '@octroi/contract';
import { type RawBuilder, sql } from 'kysely';
import type { Queries } from '#src/platform/database/database.ts';

/** A taxpayer by its whole key. */
export interface ContribuableKey {
  entiteId: number;
  id: number;
}

/** In the order in which payments pay them: `imputePayments` has the same. */
export const DANS_L_ORDRE_DES_PAIEMENTS = sql`d.annee, d.periode, d.id`;
/** As a record shows them: the latest year first, each base together. */
export const PAR_BASE = sql`d.annee desc, base, d.enrollement_id, d.periode`;

export async function readEcheances(
  queries: Queries,
  { entiteId, id }: ContribuableKey,
  order: RawBuilder<unknown>,
): Promise<Echec[]> {
  const { rows } = await sql<Echec>`
    select d.id, d.annee, d.periode, max(d.periode) over (partition by d.enrollement_id, d.taxe_id, d.annee) as periodes,
      coalesce(na.nom, teq.nom) as base, d.precision, json_build_object('id', t.id, 'nom', t.nom) as taxe,
      d.montant, d.paye, d.exigible_le as "exigibleLe"
    from echeance d
    join taxe t on t.entite_id = d.entite_id and t.id = d.taxe_id
    join enrollement l on l.entite_id = d.entite_id and l.id = d.enrollement_id
    left join equipement q on q.entite_id = l.entite_id and q.id = l.equipement_id
    left join type_equipement teq on teq.id = q.type_equipement_id
    left join nature_activite na on na.id = l.nature_activite_id
    where d.entite_id = ${entiteId} and d.contribuable_id = ${id}
    order by ${order}`.execute(queries);
  return rows;
}

async function readExercices(queries: Queries, { entiteId, id }: ContribuableKey): Promise<ExerciceCompte[]> {
  const { rows } = await sql<ExerciceCompte>`
    select t.annee, t.prevu, t.paye, coalesce(a.avance, 0)::bigint as avance, t.prevu - t.paye as restant
    from total_contribuable t
    left join (
      select annee, sum(montant) as avance from imputation
      where entite_id = ${entiteId} and contribuable_id = ${id} and echeance_id is null group by 1) a on a.annee = t.annee
    where t.entite_id = ${entiteId} and t.contribuable_id = ${id} and (t.prevu <> 0 or t.paye <> 0)
    order by t.annee`.execute(queries);
  return rows;
}

/**
 * The account as it stands; whoever reads more beside it reads both at one instant (`atOnce`).
 * @param annee fiscal year that is looked at
 * @param jour the day by which something is due or not yet
 */
export async function readCompte(
  queries: Queries,
  key: ContribuableKey,
  annee: number,
  jour: string,
): Promise<Compte> {
  const found = await readExercices(queries, key);
  const echeances = await readEcheances(queries, key, DANS_L_ORDRE_DES_PAIEMENTS);
  const exercices = found.some((each) => each.annee === annee)
    ? found
    : [...found, exerciceVide(annee)].toSorted((a, b) => a.annee - b.annee);
  return { jour, annee, exercices, echeances, solde: soldeOf(exercices, echeances, annee, jour) };
}

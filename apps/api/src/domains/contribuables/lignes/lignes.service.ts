/** What a line may say where its taxpayer is. */
import type { Ligne } from '@octroi/contract';
import { closeDues, type DuesPayments, readTarifs } from '#src/domains/fiscalite/index.ts';
import type { OpenTransaction, Queries } from '#src/platform/database/database.ts';
import { AppError, type FieldError } from '#src/platform/http/problem.ts';
import { precisionFaults } from './lignes.rules.ts';
import { deleteLignes, duesOfLignes, knownTargets, retainLignes } from './lignes.repository.ts';

/** A line with its place in what a caller gave. */
type RankedLigne = Pick<Ligne, 'typeEquipement' | 'natureActivite' | 'precision'> & { rank: number };

/**
 * Refuses lines of equipment types or activities that the collectivité does not have, and précisions that the rate of the
 * place does not know.
 * @param pathOf what stands before the field of a line at fault, by its place in what was given
 * @param billed whether something is due for them, so that they need a précision where the rate has some
 * @throws AppError 400, one error a line at fault
 */
export async function demandLignes(
  queries: Queries,
  place: { entiteId: number; ramificationId: number; annee: number },
  lignes: readonly RankedLigne[],
  pathOf: (rank: number) => string = (rank) => `lignes.${rank}.`,
  billed = true,
): Promise<void> {
  if (lignes.length === 0) return;
  const known = await knownTargets(queries, place.entiteId, {
    types: lignes.flatMap(({ typeEquipement }) => typeEquipement ?? []),
    natures: lignes.flatMap(({ natureActivite }) => natureActivite ?? []),
  });
  const errors: FieldError[] = lignes.flatMap(({ typeEquipement, natureActivite, rank }) => {
    if (typeEquipement !== null && !known.types.has(typeEquipement))
      return [
        {
          field: `${pathOf(rank)}typeEquipement`,
          message: "Ce type d'équipement n'est pas de cette collectivité.",
        },
      ];
    if (natureActivite !== null && !known.natures.has(natureActivite))
      return [
        {
          field: `${pathOf(rank)}natureActivite`,
          message: "Cette activité n'est pas de cette collectivité.",
        },
      ];
    return [];
  });
  const priced = lignes.filter(
    ({ typeEquipement, precision }) => typeEquipement !== null && (billed || precision !== null),
  );
  if (priced.length > 0) errors.push(...precisionFaults(priced, await readTarifs(queries, place), pathOf));
  if (errors[0]) throw new AppError('requete.invalide', errors[0].message, errors);
}

/**
 * Takes lines away (docs/regles-de-calcul.md): from the given year on nothing is due for them any more but what was paid,
 * and what they had taken from advances is an advance again; what earlier years left stays due.
 * @param annee first year whose dues go; closed years keep theirs
 */
export async function removeLignes(
  trx: OpenTransaction,
  payments: DuesPayments,
  { entiteId, annee }: { entiteId: number; annee: number },
  ids: readonly number[],
): Promise<void> {
  if (ids.length === 0) return;
  await retainLignes(trx, entiteId, ids);
  await closeDues(trx, payments, entiteId, await duesOfLignes(trx, entiteId, ids, annee), true);
  await deleteLignes(trx, entiteId, ids);
}

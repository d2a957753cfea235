/** Validates and removes lines. */
import {
  FORFAIT,
  formatFrancs,
  type Ligne,
  prixDemesure,
  QUANTITE_MESSAGES,
  quantiteFault,
} from '@octroi/contract';
import { closeDues, type DuesPayments, readTarifs } from '#src/domains/fiscalite/index.ts';
import type { OpenTransaction, Queries } from '#src/platform/database/database.ts';
import { AppError, type FieldError } from '#src/platform/http/problem.ts';
import { precisionFaults } from './lignes.rules.ts';
import {
  deleteLignes,
  duesOfLignes,
  knownTargets,
  readPercues,
  retainLignes,
  type Target,
} from './lignes.repository.ts';

/** A line with its rank in the request. */
type RankedLigne = Pick<Ligne, 'typeEquipement' | 'natureActivite' | 'precision'> & {
  rank: number;
  /** Absent: not checked. */
  quantite?: number | null | undefined;
};

/** The error of the quantity of a line at the highest rate of its base. */
function quantiteError(quantite: number | null, target: Target): string | undefined {
  const { unite, uniteDecimales, tarifMax } = target;
  const fault = quantiteFault(quantite, unite === null ? null : { unite, uniteDecimales });
  if (fault !== undefined || tarifMax === null) return fault;
  return prixDemesure({ ...FORFAIT, tarif: tarifMax, parUnite: true }, quantite)
    ? QUANTITE_MESSAGES.prix
    : undefined;
}

/**
 * Refuses lines whose equipment type or activity the collectivité does not have, and précisions without a rate at the
 * place.
 * @param pathOf prefix of the field name in errors, by the rank of the line
 * @param billed whether the line is billed now, so that it needs a précision if the rate has some
 * @throws AppError 400, one error per line
 */
export async function demandLignes(
  queries: Queries,
  place: { entiteId: number; ramificationId: number; annee: number },
  lignes: readonly RankedLigne[],
  pathOf: (rank: number) => string = (rank) => `lignes.${rank}.`,
  billed = true,
): Promise<void> {
  if (lignes.length === 0) return;
  const targets = await knownTargets(queries, place.entiteId, {
    types: lignes.flatMap(({ typeEquipement }) => typeEquipement ?? []),
    natures: lignes.flatMap(({ natureActivite }) => natureActivite ?? []),
  });
  const errors: FieldError[] = lignes.flatMap(({ typeEquipement, natureActivite, quantite, rank }) => {
    if (typeEquipement !== null && !targets.types.has(typeEquipement))
      return [
        {
          field: `${pathOf(rank)}typeEquipement`,
          message: "Ce type d'équipement n'est pas de cette collectivité.",
        },
      ];
    if (natureActivite !== null && !targets.natures.has(natureActivite))
      return [
        {
          field: `${pathOf(rank)}natureActivite`,
          message: "Cette activité n'est pas de cette collectivité.",
        },
      ];
    const target = targets.types.get(typeEquipement ?? 0) ?? targets.natures.get(natureActivite ?? 0);
    const message = target && quantite !== undefined ? quantiteError(quantite, target) : undefined;
    return message === undefined ? [] : [{ field: `${pathOf(rank)}quantite`, message }];
  });
  const priced = lignes.filter(
    ({ typeEquipement, precision }) => typeEquipement !== null && (billed || precision !== null),
  );
  if (priced.length > 0) errors.push(...precisionFaults(priced, await readTarifs(queries, place), pathOf));
  if (errors[0]) throw new AppError('requete.invalide', errors[0].message, errors);
}

/**
 * Asks whether a base enrolled again owes once more a tax collected once, which the taxpayer paid for an earlier line.
 * @param removed open lines that the same edit removes
 * @throws AppError 409 with each added line that does not say so
 */
export async function demandUneFois(
  queries: Queries,
  { entiteId, contribuable }: { entiteId: number; contribuable: number },
  added: readonly (Pick<Ligne, 'typeEquipement' | 'natureActivite' | 'uneFois'> & { rank: number })[],
  removed: readonly number[],
  pathOf: (rank: number) => string = (rank) => `lignes.${rank}.`,
): Promise<void> {
  const silent = added.filter(({ uneFois }) => uneFois === undefined);
  if (silent.length === 0) return;
  const percues = await readPercues(queries, entiteId, contribuable, removed);
  const errors = silent.flatMap(({ rank, typeEquipement, natureActivite }): FieldError[] => {
    const same = percues.filter(
      (percue) => percue.typeEquipement === typeEquipement && percue.natureActivite === natureActivite,
    );
    if (same.length === 0) return [];
    const paid = same.map(({ taxe, paye }) => `« ${taxe} » (${formatFrancs(paye)})`).join(' et ');
    const message = `${paid} : déjà payé pour une ligne retirée. Dites si c’est dû à nouveau.`;
    return [{ field: `${pathOf(rank)}uneFois`, message }];
  });
  if (errors[0]) throw new AppError('conflit.percue', errors[0].message, errors);
}

/**
 * Removes lines (docs/regles-de-calcul.md). From the given year on only what was paid remains due, and advances used by
 * these lines become advances again. Dues of earlier years remain.
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

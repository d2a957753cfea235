/**
 * Compares a taxpayer's lines before and after an edit. A line that stays keeps its id, and so its dues and payments.
 */
import type { FieldError } from '#src/platform/http/problem.ts';
import {
  auChoix,
  type Correction,
  type Ligne,
  type LigneRow,
  SAISIE_MESSAGES,
  type TarifLieu,
} from '@octroi/contract';

/** New values of a line that stays. */
export type ChangedLigne = Pick<LigneRow, 'id' | 'precision' | 'quantite' | 'latitude' | 'longitude'>;

/** A line that stays and whose quantity changes. */
export interface QuantiteChange {
  ligne: LigneRow;
  quantite: number | null;
  correction: Correction;
  rank: number;
}

export interface LignesChange {
  changed: ChangedLigne[];
  quantites: QuantiteChange[];
  added: (Ligne & { rank: number })[];
  /** Ids of removed lines. */
  removed: number[];
}

const sameTarget = (stored: LigneRow, given: Ligne): boolean =>
  (stored.typeEquipement?.id ?? null) === given.typeEquipement &&
  (stored.natureActivite?.id ?? null) === given.natureActivite;

/**
 * Whether an edited line stays the same line. Another type or activity makes it another line. So does removing the
 * précision: without a price, its dues must go.
 */
const stays = (stored: LigneRow, given: Ligne): boolean =>
  sameTarget(stored, given) && (given.precision !== null || stored.precision === null);

/** Compares the stored lines with the requested ones, by id. Lines sent without an id are matched by what they tax. */
export function compareLignes(stored: readonly LigneRow[], given: readonly Ligne[]): LignesChange {
  const left = new Map(stored.map((ligne) => [ligne.id, ligne]));
  const matches = new Map<number, LigneRow>();
  const match = (rank: number, found: LigneRow | undefined): void => {
    if (!found) return;
    matches.set(rank, found);
    left.delete(found.id);
  };
  for (const [rank, ligne] of given.entries()) {
    const named = ligne.id === undefined ? undefined : left.get(ligne.id);
    if (named && stays(named, ligne)) match(rank, named);
  }
  for (const [rank, ligne] of given.entries())
    if (ligne.id === undefined)
      match(
        rank,
        [...left.values()].find((one) => sameTarget(one, ligne) && one.precision === ligne.precision),
      );
  const change: LignesChange = { changed: [], quantites: [], added: [], removed: [...left.keys()] };
  for (const [rank, ligne] of given.entries()) {
    const found = matches.get(rank);
    if (!found) {
      change.added.push({ ...ligne, rank });
      continue;
    }
    const { id, precision, quantite, latitude, longitude } = found;
    const after = {
      id,
      precision: ligne.precision,
      quantite: ligne.quantite === undefined ? quantite : ligne.quantite,
      latitude: ligne.latitude === undefined ? latitude : ligne.latitude,
      longitude: ligne.longitude === undefined ? longitude : ligne.longitude,
    };
    if (after.quantite !== quantite)
      change.quantites.push({
        ligne: found,
        quantite: after.quantite,
        correction: ligne.correction ?? { motif: 'erreur' },
        rank,
      });
    if (
      after.quantite !== quantite ||
      after.precision !== precision ||
      after.latitude !== latitude ||
      after.longitude !== longitude
    )
      change.changed.push(after);
  }
  return change;
}

export const changesAny = ({ changed, added, removed }: LignesChange): boolean =>
  changed.length + added.length + removed.length > 0;

/**
 * Finds lines whose précision has no rate at their place, or lines without one where the rate has précisions: nothing
 * would be due for them. Errors are indexed by the rank of the line in the request.
 */
export function precisionFaults(
  lignes: readonly (Pick<Ligne, 'typeEquipement' | 'precision'> & { rank: number })[],
  tarifs: readonly TarifLieu[],
  pathOf: (rank: number) => string,
): FieldError[] {
  return lignes.flatMap(({ typeEquipement, precision, rank }) => {
    if (typeEquipement === null) return [];
    const labels = tarifs
      .filter((tarif) => tarif.typeEquipement?.id === typeEquipement)
      .flatMap(({ precisions }) => auChoix(precisions).map(({ libelle }) => libelle));
    if (labels.length === 0 || (precision !== null && labels.includes(precision))) return [];
    const message =
      precision === null
        ? `${SAISIE_MESSAGES.precision} : ${labels.join(', ')}`
        : `« ${precision} » n'est pas au tarif de cet endroit. Au choix : ${labels.join(', ')}`;
    return [{ field: `${pathOf(rank)}precision`, message }];
  });
}

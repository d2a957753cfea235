/** What an edit does to the lines of a taxpayer: what stays keeps its id, and so its dues and payments. */
import type { FieldError } from '#src/platform/http/problem.ts';
import { type Ligne, type LigneRow, SAISIE_MESSAGES, type TarifLieu } from '@octroi/contract';

/** What a line that stays says from now on. */
export type ChangedLigne = Pick<LigneRow, 'id' | 'precision' | 'latitude' | 'longitude'>;

export interface LignesChange {
  changed: ChangedLigne[];
  added: (Ligne & { rank: number })[];
  /** Ids of lines that go. */
  removed: number[];
}

const sameTarget = (stored: LigneRow, given: Ligne): boolean =>
  (stored.typeEquipement?.id ?? null) === given.typeEquipement &&
  (stored.natureActivite?.id ?? null) === given.natureActivite;

/**
 * Whether a line may stay what it is: of another type or activity it is another line; and one whose précision is taken
 * away has no price any more, so that what stood due for it must go.
 */
const stays = (stored: LigneRow, given: Ligne): boolean =>
  sameTarget(stored, given) && (given.precision !== null || stored.precision === null);

/**
 * Compares the lines of a taxpayer with those that it shall have: by id, then, since some clients send lines without
 * one, by what they are.
 */
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
  const change: LignesChange = { changed: [], added: [], removed: [...left.keys()] };
  for (const [rank, ligne] of given.entries()) {
    const found = matches.get(rank);
    if (!found) {
      change.added.push({ ...ligne, rank });
      continue;
    }
    const { id, precision, latitude, longitude } = found;
    const after = {
      id,
      precision: ligne.precision,
      latitude: ligne.latitude === undefined ? latitude : ligne.latitude,
      longitude: ligne.longitude === undefined ? longitude : ligne.longitude,
    };
    if (after.precision !== precision || after.latitude !== latitude || after.longitude !== longitude)
      change.changed.push(after);
  }
  return change;
}

export const changesAny = ({ changed, added, removed }: LignesChange): boolean =>
  changed.length + added.length + removed.length > 0;

/**
 * Lines whose précision the rate of their place does not know, or that have none where the rate has some: nothing would be
 * due for them. By their rank in what was given.
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
      .flatMap(({ precisions }) => precisions.map(({ libelle }) => libelle));
    if (labels.length === 0 || (precision !== null && labels.includes(precision))) return [];
    const message =
      precision === null
        ? `${SAISIE_MESSAGES.precision} : ${labels.join(', ')}`
        : `« ${precision} » n'est pas au tarif de cet endroit. Au choix : ${labels.join(', ')}`;
    return [{ field: `${pathOf(rank)}precision`, message }];
  });
}

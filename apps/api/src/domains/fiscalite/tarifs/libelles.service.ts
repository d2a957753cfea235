/**
 * Renames précisions. Lines refer to a précision by label in every year, so a label changes in all open years and in
 * all taxes on the same activity or equipment, and the lines follow.
 */
import type { ApplicationBody } from '@octroi/contract';
import type { OpenTransaction } from '#src/platform/database/database.ts';
import { invalid } from '#src/platform/http/problem.ts';
import type { StoredApplication } from './applications.repository.ts';
import {
  findDouble,
  precisionsNamed,
  renameLignes,
  renamePrecisions,
  type Renames,
  taxesOfPrecisions,
} from './libelles.repository.ts';
import type { ApplicationInput } from '../taxes/taxes-rates.service.ts';
import { namesakesOf } from '../taxes/taxes.repository.ts';

const precisionsOf = (applications: readonly ApplicationInput[]) =>
  applications.flatMap((one) =>
    typeof one === 'number'
      ? []
      : one.precisione.flatMap((precision) =>
          typeof precision === 'number' || precision.id === undefined
            ? []
            : [{ ...precision, id: precision.id, annee: one.annee }],
        ),
  );

/**
 * The labels changed by a request: précisions given by id with another label everywhere.
 * @throws AppError 400 for an id that the tax does not have in that year, and for two new labels of one
 */
export function renamesOf(
  before: readonly StoredApplication[],
  applications: readonly ApplicationInput[],
): Map<string, string> {
  const stored = new Map(
    before.flatMap(({ annee, precisione }) =>
      precisione.map(({ id, libelle }) => [id, { annee, libelle }] as const),
    ),
  );
  const renames = new Map<string, string>();
  for (const [id, requested] of Map.groupBy(precisionsOf(applications), (one) => one.id)) {
    const was = stored.get(id);
    if (!was || requested.some(({ annee }) => annee !== was.annee))
      throw invalid('precisione', `La précision d'identifiant ${id} n'est pas de cette taxe cette année-là.`);
    const [libelle = was.libelle, ...others] = new Set(requested.map((one) => one.libelle));
    if (others.length > 0 || libelle === was.libelle) continue;
    const other = renames.get(was.libelle);
    if (other !== undefined && other !== libelle)
      throw invalid(
        'precisione',
        `« ${was.libelle} » a deux nouveaux libellés : « ${other} » et « ${libelle} ». Donnez-lui le même partout.`,
      );
    renames.set(was.libelle, libelle);
  }
  return renames;
}

/** The request with new labels for précisions given by id. */
const relabelled = (
  applications: readonly ApplicationInput[],
  label: (id: number, libelle: string) => string,
): ApplicationInput[] =>
  applications.map((one) =>
    typeof one === 'number'
      ? one
      : {
          ...one,
          precisione: one.precisione.map((precision): ApplicationBody['precisione'][number] =>
            typeof precision === 'number' || precision.id === undefined
              ? precision
              : { ...precision, libelle: label(precision.id, precision.libelle) },
          ),
        },
  );

const labelsOf = (applications: readonly StoredApplication[]): Map<number, string> =>
  new Map(applications.flatMap(({ precisione }) => precisione.map(({ id, libelle }) => [id, libelle])));

/**
 * The request with new labels in place of old ones that it still contains, for précisions given by id.
 * @param renamed the stored applications after the renaming: those of closed years keep their labels
 */
export function withRenames(
  applications: readonly ApplicationInput[],
  renamed: readonly StoredApplication[],
  renames: Renames,
): ApplicationInput[] {
  const present = labelsOf(renamed);
  return relabelled(applications, (id, libelle) => {
    const label = renames.get(libelle);
    return label !== undefined && present.get(id) === label ? label : libelle;
  });
}

/** The request with the stored labels in place of the new ones. */
export function withoutRenames(
  applications: readonly ApplicationInput[],
  before: readonly StoredApplication[],
  renames: Renames,
): ApplicationInput[] {
  const stored = labelsOf(before);
  return relabelled(applications, (id, libelle) => {
    const was = stored.get(id);
    return was !== undefined && renames.get(was) === libelle ? was : libelle;
  });
}

/** The taxes in which a label is renamed: those on the same base, or with the same précisions. */
async function concerned(
  trx: OpenTransaction,
  taxes: readonly number[],
  libelles: readonly string[],
): Promise<{ taxes: number[]; precisions: number[] }> {
  let found = await namesakesOf(trx, taxes);
  for (;;) {
    const precisions = await precisionsNamed(trx, found, libelles);
    const wider = await namesakesOf(trx, [...found, ...(await taxesOfPrecisions(trx, precisions))]);
    if (wider.length === found.length) return { taxes: found, precisions };
    found = wider;
  }
}

/**
 * Renames labels of taxes and of the lines that use them.
 * @param written the tax whose rates are written next, and checked then
 * @throws AppError 400 if an application would have a label twice
 */
export async function rename(
  trx: OpenTransaction,
  taxes: readonly number[],
  renames: Renames,
  written?: number,
): Promise<void> {
  if (renames.size === 0) return;
  const found = await concerned(trx, taxes, [...renames.keys()]);
  await renamePrecisions(trx, found.precisions, renames);
  const double = await findDouble(
    trx,
    found.taxes.filter((id) => id !== written),
  );
  if (double !== undefined) throw invalid('libelle', `Le libellé « ${double} » apparaît deux fois`);
  await renameLignes(trx, found.taxes, renames);
}

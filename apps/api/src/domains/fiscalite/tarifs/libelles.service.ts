/**
 * A précision keeps its lines under another label. Lines name one by its label, whatever the year: so a label changes in
 * all open years, and in all taxes on the same activity or equipment, and the lines follow.
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
import type { GivenApplication } from '../taxes/taxes-rates.service.ts';
import { namesakesOf } from '../taxes/taxes.repository.ts';

const precisionsOf = (given: readonly GivenApplication[]) =>
  given.flatMap((one) =>
    typeof one === 'number'
      ? []
      : one.precisione.flatMap((asked) =>
          typeof asked === 'number' || asked.id === undefined
            ? []
            : [{ ...asked, id: asked.id, annee: one.annee }],
        ),
  );

/**
 * The labels that a body changes: of the précisions that it names by their ids, those that have one other label all over.
 * @throws AppError 400 for an id that is not the tax's in that year, and for two new labels in place of one
 */
export function renamesOf(
  before: readonly StoredApplication[],
  given: readonly GivenApplication[],
): Map<string, string> {
  const known = new Map(
    before.flatMap(({ annee, precisione }) =>
      precisione.map(({ id, libelle }) => [id, { annee, libelle }] as const),
    ),
  );
  const renames = new Map<string, string>();
  for (const [id, asked] of Map.groupBy(precisionsOf(given), (one) => one.id)) {
    const was = known.get(id);
    if (!was || asked.some(({ annee }) => annee !== was.annee))
      throw invalid('precisione', `La précision d'identifiant ${id} n'est pas de cette taxe cette année-là.`);
    const [libelle = was.libelle, ...others] = new Set(asked.map((one) => one.libelle));
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

/** The body with another label in place of those of the précisions that it names by their ids. */
const relabelled = (
  given: readonly GivenApplication[],
  label: (id: number, libelle: string) => string,
): GivenApplication[] =>
  given.map((one) =>
    typeof one === 'number'
      ? one
      : {
          ...one,
          precisione: one.precisione.map((asked): ApplicationBody['precisione'][number] =>
            typeof asked === 'number' || asked.id === undefined
              ? asked
              : { ...asked, libelle: label(asked.id, asked.libelle) },
          ),
        },
  );

const labelsOf = (applications: readonly StoredApplication[]): Map<number, string> =>
  new Map(applications.flatMap(({ precisione }) => precisione.map(({ id, libelle }) => [id, libelle])));

/**
 * The body with the new label also where it still has the old one, of a précision that it names by its id.
 * @param renamed the applications once they were renamed: those of closed years keep their labels
 */
export function withRenames(
  given: readonly GivenApplication[],
  renamed: readonly StoredApplication[],
  renames: Renames,
): GivenApplication[] {
  const present = labelsOf(renamed);
  return relabelled(given, (id, libelle) => {
    const label = renames.get(libelle);
    return label !== undefined && present.get(id) === label ? label : libelle;
  });
}

/** The body with the labels of before in place of those that it renames them to. */
export function withoutRenames(
  given: readonly GivenApplication[],
  before: readonly StoredApplication[],
  renames: Renames,
): GivenApplication[] {
  const stored = labelsOf(before);
  return relabelled(given, (id, libelle) => {
    const was = stored.get(id);
    return was !== undefined && renames.get(was) === libelle ? was : libelle;
  });
}

/** The taxes that a label is renamed in: on the same base, or with the same précisions. */
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
 * Renames labels of taxes, and lets the lines follow.
 * @param written the tax whose rates are written next, and checked then
 * @throws AppError 400 where an application would have a label twice
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

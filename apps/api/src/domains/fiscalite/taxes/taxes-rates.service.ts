/** Writes the rates of a tax: resolves the request, checks it, then writes the difference. */
import {
  type ApplicationBody,
  type Bareme,
  BAREME_MESSAGES,
  countsUnits,
  FORFAIT,
  parTranche,
  prixDemesure,
  quantiteText,
  rivalMessage,
  TAXE_MESSAGES,
} from '@octroi/contract';
import type { Person } from '#src/platform/access/person.ts';
import type { OpenTransaction, Queries } from '#src/platform/database/database.ts';
import { AppError, invalid } from '#src/platform/http/problem.ts';
import {
  deleteApplications,
  insertApplications,
  linkPrecisions,
  lockLoneApplications,
  type StoredApplication,
  updateApplications,
} from '../tarifs/applications.repository.ts';
import {
  deleteLoosePrecisions,
  insertPrecisions,
  precisionKey,
  type StoredPrecision,
  takeablePrecisions,
} from '../tarifs/precisions.repository.ts';
import {
  baremeOf,
  demandRates,
  type DesiredApplication,
  placeKey,
  type WantedPrecision,
  yearsOf,
} from './taxes.rules.ts';
import { occurrencesOf } from '../tarifs/simulation.repository.ts';
import { compteOf } from './unites.repository.ts';
import { yearsAndPlacesOf, findRival, type StoredTaxe, touchTaxes } from './taxes.repository.ts';

/** An application by id, or in full. */
export type ApplicationInput = number | ApplicationBody;

const asWanted = (stored: StoredApplication): DesiredApplication => stored;

/** The précisions that requests refer to by id. @throws AppError 400 for one out of scope or of another year */
async function namedPrecisions(
  trx: OpenTransaction,
  person: Person,
  entiteId: number,
  bodies: readonly ApplicationBody[],
): Promise<Map<number, StoredPrecision>> {
  const ids = bodies.flatMap(({ precisione }) => precisione.filter((one) => typeof one === 'number'));
  if (ids.length === 0) return new Map();
  const found = await takeablePrecisions(trx, person, entiteId, [...new Set(ids)]);
  const byId = new Map(found.map((one) => [one.id, one]));
  for (const { annee, precisione } of bodies)
    for (const id of precisione) {
      if (typeof id !== 'number') continue;
      const one = byId.get(id);
      if (!one)
        throw invalid(
          'precisione',
          `La précision d'identifiant ${id} n'existe pas, ou n'est pas dans votre périmètre.`,
        );
      if (one.annee !== annee)
        throw invalid(
          'precisione',
          `La précision d'identifiant ${id} est de l'année ${one.annee}, non de ${annee}.`,
        );
    }
  return byId;
}

/**
 * The requested applications with the ids of existing records: the tax's own by place and year, others by the given
 * ids.
 */
export async function resolveApplications(
  trx: OpenTransaction,
  person: Person,
  entiteId: number,
  before: readonly StoredApplication[],
  inputs: readonly ApplicationInput[],
): Promise<DesiredApplication[]> {
  const bodies = inputs.filter((one) => typeof one !== 'number');
  const precisions = await namedPrecisions(trx, person, entiteId, bodies);
  const own = new Map(before.map((one) => [one.id, one]));
  const ids = inputs.filter((one) => typeof one === 'number');
  const lone = await lockLoneApplications(
    trx,
    entiteId,
    ids.filter((id) => !own.has(id)),
  );
  const byId = new Map([...own, ...lone.map((one) => [one.id, one] as const)]);
  const byPlace = new Map(before.map((one) => [placeKey(one), one]));
  return inputs.map((one): DesiredApplication => {
    if (typeof one === 'number') {
      const found = byId.get(one);
      if (!found)
        throw invalid(
          'applications',
          `L'application d'identifiant ${one} n'existe pas, ou n'est pas libre dans cette collectivité.`,
        );
      return asWanted(found);
    }
    const depuis = one.depuis === `${one.annee}-01-01` ? null : (one.depuis ?? null);
    const same = byPlace.get(placeKey({ ...one, depuis }));
    const bareme = baremeFor(one, same);
    const precisione = one.precisione.map((precision): WantedPrecision => {
      if (typeof precision === 'number') return precisions.get(precision) as StoredPrecision;
      const { libelle, tarif } = precision;
      const named = same?.precisione.find((stored) => stored.libelle === libelle);
      const { parUnite = named?.parUnite ?? false, seuil = named?.seuil ?? null } = precision;
      const existing = same?.precisione.find(
        (stored) =>
          stored.libelle === libelle &&
          stored.tarif === tarif &&
          stored.parUnite === parUnite &&
          stored.seuil === seuil,
      );
      return existing ?? { id: null, libelle, tarif, parUnite, seuil };
    });
    return { ...one, ...bareme, depuis, id: same?.id ?? null, precisione };
  });
}

/** What a requested application counts: absent fields are as stored; an excluded place counts nothing. */
function baremeFor(
  { exclue, tarif, parUnite, franchise, minimum, maximum, arrondi }: ApplicationBody,
  stored: StoredApplication | undefined,
): Omit<Bareme, 'tarif'> {
  if (exclue) return FORFAIT;
  const before = stored ?? FORFAIT;
  return {
    parUnite: parUnite ?? (tarif !== null && before.parUnite),
    franchise: franchise === undefined ? before.franchise : franchise,
    minimum: minimum === undefined ? before.minimum : minimum,
    maximum: maximum === undefined ? before.maximum : maximum,
    arrondi: arrondi ?? before.arrondi,
  };
}

/** Gives every précision an id; those that say the same are one record. */
export async function settlePrecisions(
  trx: OpenTransaction,
  person: Person,
  before: readonly StoredApplication[],
  desired: readonly DesiredApplication[],
): Promise<(application: DesiredApplication) => number[]> {
  const pool = new Map<string, number>();
  const stored = before.flatMap(({ annee, precisione }) => precisione.map((one) => ({ ...one, annee })));
  for (const one of stored) pool.set(precisionKey(one), one.id);
  const missing = new Map(
    desired
      .flatMap(({ annee, precisione }) => precisione.map((one) => ({ ...one, annee })))
      .filter((one) => one.id === null && !pool.has(precisionKey(one)))
      .map((one) => [precisionKey(one), one]),
  );
  for (const one of await insertPrecisions(trx, person.id, [...missing.values()]))
    pool.set(precisionKey(one), one.id);
  return ({ annee, precisione }) =>
    precisione.map((one) => one.id ?? (pool.get(precisionKey({ ...one, annee })) as number));
}

const sameIds = (left: readonly number[], right: readonly number[]): boolean =>
  left.length === right.length && left.every((id, rang) => id === right[rang]);

/** Writes the difference between stored and desired rates. @returns whether anything changed */
async function writeDifference(
  trx: OpenTransaction,
  person: Person,
  taxe: StoredTaxe,
  desired: readonly DesiredApplication[],
): Promise<boolean> {
  const { applications: before } = taxe;
  const precisionsOf = await settlePrecisions(trx, person, before, desired);
  const own = new Map(before.map((one) => [one.id, one]));
  const staying = new Set(desired.map(({ id }) => id));
  const gone = before.filter(({ id }) => !staying.has(id));
  const changed = desired.filter((one) => {
    const stored = one.id === null ? undefined : own.get(one.id);
    return !(
      stored &&
      stored.ramification === one.ramification &&
      stored.annee === one.annee &&
      stored.depuis === one.depuis &&
      stored.tarif === one.tarif &&
      stored.exclue === one.exclue &&
      JSON.stringify(baremeOf(stored)) === JSON.stringify(baremeOf(one)) &&
      sameIds(
        stored.precisione.map(({ id }) => id),
        precisionsOf(one),
      )
    );
  });
  if (gone.length === 0 && changed.length === 0) return false;

  await deleteApplications(
    trx,
    gone.map(({ id }) => id),
  );
  const existing = changed.flatMap((one) =>
    one.id === null ? [] : [{ ...one, id: one.id, precisione: [] as StoredPrecision[] }],
  );
  await updateApplications(trx, taxe.id, existing);
  const inserted = await insertApplications(
    trx,
    taxe.entite,
    taxe.id,
    changed.filter(({ id }) => id === null),
  );
  const ids = new Map(inserted.map((one) => [placeKey(one), one.id]));
  await linkPrecisions(
    trx,
    changed.map((one) => ({
      application: one.id ?? (ids.get(placeKey(one)) as number),
      precisions: precisionsOf(one),
    })),
  );
  await deleteLoosePrecisions(
    trx,
    before.flatMap(({ precisione }) => precisione.map(({ id }) => id)),
  );
  return true;
}

/**
 * Refuses rates that count units of a base without one, and rates that make the price of its largest line too large.
 * @throws AppError 400
 */
export async function demandUnite(
  queries: Queries,
  base: Pick<StoredTaxe, 'natureActivite' | 'typeEquipement'>,
  desired: readonly DesiredApplication[],
): Promise<void> {
  const counts = (one: DesiredApplication): boolean => countsUnits({ ...one, precisions: one.precisione });
  if (!desired.some(counts)) return;
  const { unite, quantiteMax } = await compteOf(queries, base);
  const refuse = (index: number, field: string, message: string): AppError =>
    new AppError('requete.invalide', message, [{ field: `applications.${index}.${field}`, message }]);
  for (const [index, one] of desired.entries()) {
    if (!counts(one)) continue;
    if (unite === null) throw refuse(index, one.parUnite ? 'parUnite' : 'precisione', BAREME_MESSAGES.unite);
    const tarif = Math.max(
      one.parUnite ? (one.tarif ?? 0) : 0,
      ...one.precisione.flatMap((precision) => (precision.parUnite ? precision.tarif : [])),
    );
    if (prixDemesure({ ...one, tarif, parUnite: true }, quantiteMax))
      throw refuse(
        index,
        'tarif',
        `À ce tarif, la plus grande ligne (${quantiteText(quantiteMax ?? 0, unite)}) dépasse 1 000 milliards de francs.`,
      );
  }
}

/**
 * Replaces the applications of a tax. The caller has locked its collectivité.
 * @throws AppError 400 or 409 if they are not valid rates
 */
export async function writeRates(
  trx: OpenTransaction,
  person: Person,
  taxe: StoredTaxe,
  desired: readonly DesiredApplication[],
): Promise<void> {
  demandRates(taxe.applications, desired, await yearsAndPlacesOf(trx, taxe.entite));
  if (await writeDifference(trx, person, taxe, desired)) await touchTaxes(trx, [taxe.id]);
}

/** Whether the précision of a line decides its rate. */
const asksPrecision = ({ precisione }: StoredApplication): boolean =>
  precisione.length > 0 && !parTranche(precisione);

/** @throws AppError 409 if another enabled tax of the base asks for a précision in the same year */
async function demandNoRival(trx: OpenTransaction, taxe: StoredTaxe): Promise<void> {
  if (!taxe.enabled) return;
  const rival = await findRival(trx, taxe, yearsOf(taxe.applications.filter(asksPrecision)), taxe.id);
  if (!rival) return;
  const field = taxe.natureActivite === null ? 'typeEquipement' : 'natureActivite';
  const message = rivalMessage(rival.nom, field, rival.annee);
  throw new AppError('conflit.doublon', message, [{ field, message }]);
}

/** @throws AppError 400 if some précisions of a tax are tranches, and others are chosen */
function demandOneKind({ applications }: StoredTaxe): void {
  const precisions = applications.flatMap(({ precisione }) => precisione);
  if (parTranche(precisions) && precisions.some(({ seuil }) => seuil === null))
    throw invalid('precisione', BAREME_MESSAGES.seuils);
}

/** @throws AppError 400 if a rate of a tax collected once begins within its year: the month of the enrolment has one rate */
async function demandWholeYears(
  trx: OpenTransaction,
  { frequence, applications }: StoredTaxe,
): Promise<void> {
  const index = applications.findIndex(({ depuis }) => depuis !== null);
  if (index >= 0 && (await occurrencesOf(trx, frequence)) === 0)
    throw invalid(`applications.${index}.depuis`, TAXE_MESSAGES.uneFois);
}

/** Refuses a written tax whose rates do not fit its base, or the other taxes of its base. @throws AppError 400, 409 */
export async function demandSound(trx: OpenTransaction, taxe: StoredTaxe): Promise<void> {
  demandOneKind(taxe);
  await demandWholeYears(trx, taxe);
  await demandUnite(trx, taxe, taxe.applications);
  await demandNoRival(trx, taxe);
}

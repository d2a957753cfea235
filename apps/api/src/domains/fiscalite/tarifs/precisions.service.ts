/** Single précisions: named rates for applications (specification 1 sections 3 and 7). */
import { precisions, wholeRateFault } from '@octroi/contract';
import { demand, demandEntite, type Person, scopeOf } from '#src/platform/access/person.ts';
import {
  type Database,
  inTransaction,
  type OpenTransaction,
  type Queries,
} from '#src/platform/database/database.ts';
import { refuseLinked } from '#src/platform/database/links.repository.ts';
import { invalid, notFound, refused } from '#src/platform/http/problem.ts';
import { type Acte, writeJournal } from '#src/platform/journal/journal.repository.ts';
import { findRow } from '#src/platform/listing/listing.ts';
import { demandVersion, type ResourceService } from '#src/platform/resource/resource.service.ts';
import { rename } from './libelles.service.ts';
import { taxesOfPrecisions } from './libelles.repository.ts';
import {
  deletePrecision,
  insertPrecisions,
  libelleUsed,
  lockPrecision,
  type LockedPrecision,
  precisionList,
  precisionVisible,
  type PrecisionValues,
  readHolders,
  updatePrecision,
} from './precisions.repository.ts';
import { tarifCommandes, type Tarification } from './tarif-commandes.ts';
import { demandOpenYears } from '../taxes/taxes.rules.ts';
import { demandSound } from '../taxes/taxes-rates.service.ts';
import {
  yearsAndPlacesOf,
  lockEntite,
  lockTaxe,
  presentYear,
  type StoredTaxe,
  touchTaxes,
} from '../taxes/taxes.repository.ts';
import { taxResourceService } from './tax-resource.service.ts';

/** A person with only a part of a collectivité may read its configuration, not edit it. */
function demandSomeEntite(person: Person): void {
  if (scopeOf(person).kind === 'ramifications') throw refused();
}

async function read(queries: Queries, person: Person, id: number) {
  const row = await findRow(queries, precisionList, id, { conditions: [precisionVisible(person)] });
  if (!row) throw notFound();
  return row;
}

async function journal(
  trx: OpenTransaction,
  person: Person,
  requestId: string,
  acte: Acte,
  { avant, apres }: { avant?: LockedPrecision; apres?: LockedPrecision | undefined },
): Promise<void> {
  const { id, entites } = (apres ?? avant) as LockedPrecision;
  await writeJournal(trx, {
    entiteId: entites[0] ?? null,
    utilisateurId: person.id,
    acte,
    domaine: 'fiscalite',
    ressource: precisions.path,
    id,
    avant,
    apres,
    requestId,
  });
}

/** Runs an act on a précision if the person may edit all its collectivités. */
async function onPrecision(
  db: Database | OpenTransaction,
  person: Person,
  id: number,
  work: (trx: OpenTransaction, stored: LockedPrecision) => Promise<void>,
): Promise<void> {
  await read(db, person, id);
  await inTransaction(db, async (trx) => {
    const holders = await readHolders(trx, id);
    for (const entite of holders) await lockEntite(trx, entite);
    const stored = await lockPrecision(trx, id);
    if (!stored) throw notFound();
    demandSomeEntite(person);
    for (const entite of stored.entites) demandEntite(person, entite);
    await work(trx, stored);
  });
}

async function remove(
  db: Database | OpenTransaction,
  person: Person,
  id: number,
  requestId: string,
): Promise<void> {
  demand(person, 'taxes', 'Supprimer');
  await read(db, person, id);
  await refuseLinked(db, 'precision_taxe', id, () =>
    onPrecision(db, person, id, async (trx, avant) => {
      await deletePrecision(trx, id);
      await journal(trx, person, requestId, 'supprimer', { avant });
    }),
  );
}

async function create(
  db: Database,
  person: Person,
  values: PrecisionValues,
  requestId: string,
): Promise<number> {
  demand(person, 'taxes', 'Créer');
  demandSomeEntite(person);
  return db.transaction().execute(async (trx) => {
    demandOpenYears([values.annee], { annee: await presentYear(trx), closes: [] });
    const [created] = await insertPrecisions(trx, person.id, [values]);
    const precisionId = (created as { id: number }).id;
    await journal(trx, person, requestId, 'créer', { apres: await lockPrecision(trx, precisionId) });
    return precisionId;
  });
}

/** What a précision counts must fit the rates of its tax. @throws AppError 400 */
async function demandWhole(trx: OpenTransaction, taxe: StoredTaxe): Promise<void> {
  for (const application of taxe.applications) {
    const fault = wholeRateFault(application);
    if (fault) throw invalid(fault.field === 'precisione' ? 'seuil' : 'parUnite', fault.message);
  }
  await demandSound(trx, taxe);
}

async function patch(
  trx: OpenTransaction,
  person: Person,
  id: number,
  changes: Partial<PrecisionValues>,
  version: number | null,
  requestId: string,
): Promise<void> {
  demand(person, 'taxes', 'Modifier');
  await onPrecision(trx, person, id, async (trx, avant) => {
    demandVersion(version, avant);
    const next: PrecisionValues = {
      annee: changes.annee ?? avant.annee,
      libelle: changes.libelle ?? avant.libelle,
      tarif: changes.tarif ?? avant.tarif,
      parUnite: changes.parUnite ?? avant.parUnite,
      seuil: changes.seuil === undefined ? avant.seuil : changes.seuil,
    };
    if (avant.entites.length > 0 && next.annee !== avant.annee)
      throw invalid('annee', 'Des applications portent cette précision : son année ne change plus.');
    if (await libelleUsed(trx, id, next.libelle))
      throw invalid('libelle', `Le libellé « ${next.libelle} » apparaît deux fois`);
    if (next.libelle !== avant.libelle)
      await rename(trx, avant.taxes, new Map([[avant.libelle, next.libelle]]));
    await updatePrecision(trx, id, next);
    const apres = (await lockPrecision(trx, id)) as LockedPrecision;
    if (apres.version === avant.version) return;
    for (const entite of avant.entites) demandOpenYears([next.annee], await yearsAndPlacesOf(trx, entite));
    if (avant.entites.length === 0)
      demandOpenYears([next.annee], { annee: await presentYear(trx), closes: [] });
    for (const taxe of avant.taxes) await demandWhole(trx, (await lockTaxe(trx, taxe)) as StoredTaxe);
    await touchTaxes(trx, avant.taxes);
    await journal(trx, person, requestId, 'modifier', { avant, apres });
  });
}

export function precisionService(db: Database, tarification: Tarification): ResourceService {
  // a précision in use cannot be deleted, and one not in use charges nobody
  const change = tarifCommandes(tarification)<
    { id: number; values: Partial<PrecisionValues>; version: number | null },
    void
  >({
    nom: 'precision.modifier',
    right: 'Modifier',
    entites: (trx, { id }) => readHolders(trx, id),
    taxes: (trx, { id }) => taxesOfPrecisions(trx, [id]),
    run: (trx, person, { id, values, version }, requestId) =>
      patch(trx, person, id, values, version, requestId),
  });
  return taxResourceService(db, {
    list: precisionList,
    visible: precisionVisible,
    read,
    create: (person, values, requestId) =>
      create(db, person, values as unknown as PrecisionValues, requestId),
    change,
    // a précision in use cannot be deleted, so no amount gets lower
    remove: (person, { id }, requestId) => remove(db, person, id, requestId),
  });
}

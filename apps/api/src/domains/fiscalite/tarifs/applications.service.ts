/** Single applications: those not yet in a tax, and those of a tax (specification 1 section 7). */
import { type ApplicationBody, type ApplicationPatch, applications, wholeRateFault } from '@octroi/contract';
import { demand, demandEntite, type Person, scopeOf } from '#src/platform/access/person.ts';
import {
  type Database,
  inSavepoint,
  type OpenTransaction,
  type Queries,
} from '#src/platform/database/database.ts';
import { invalid, notFound } from '#src/platform/http/problem.ts';
import { type Acte, writeJournal } from '#src/platform/journal/journal.repository.ts';
import { findRow } from '#src/platform/listing/listing.ts';
import { demandVersion, type ResourceService } from '#src/platform/resource/resource.service.ts';
import {
  applicationList,
  applicationVisible,
  deleteApplications,
  entiteOfRamification,
  findApplication,
  insertApplications,
  linkPrecisions,
  lockApplication,
  type LoneApplication,
  updateApplications,
} from './applications.repository.ts';
import { rename, renamesOf, withRenames } from './libelles.service.ts';
import { deleteLoosePrecisions } from './precisions.repository.ts';
import {
  demandSound,
  resolveApplications,
  settlePrecisions,
  writeRates,
} from '../taxes/taxes-rates.service.ts';
import { tarifCommandes, type Tarification } from './tarif-commandes.ts';
import { demandOpenYears, type DesiredApplication } from '../taxes/taxes.rules.ts';
import { yearsAndPlacesOf, lockEntite, lockTaxe, type StoredTaxe } from '../taxes/taxes.repository.ts';
import { taxResourceService } from './tax-resource.service.ts';

const idsOf = ({ precisione }: LoneApplication): number[] => precisione.map(({ id }) => id);

/** Completes a partial change: setting one kind of rate clears the others, unless they are set too. */
function completed(stored: LoneApplication, given: ApplicationPatch): ApplicationBody {
  const rated = given.tarif !== undefined && given.tarif !== null;
  const named = given.precisione !== undefined && given.precisione.length > 0;
  return {
    ramification: given.ramification ?? stored.ramification,
    annee: given.annee ?? stored.annee,
    depuis: given.depuis === undefined ? stored.depuis : given.depuis,
    tarif: given.tarif !== undefined ? given.tarif : named || given.exclue ? null : stored.tarif,
    exclue: given.exclue ?? (rated || named ? false : stored.exclue),
    precisione: given.precisione ?? (rated || given.exclue ? [] : stored.precisione),
    parUnite: given.parUnite ?? (named || given.exclue ? false : stored.parUnite),
    franchise: given.franchise === undefined ? stored.franchise : given.franchise,
    minimum: given.minimum === undefined ? stored.minimum : given.minimum,
    maximum: given.maximum === undefined ? stored.maximum : given.maximum,
    arrondi: given.arrondi ?? stored.arrondi,
  };
}

/** The rates of the application's tax, with this application replaced or removed. */
async function rewriteTaxe(
  trx: OpenTransaction,
  person: Person,
  stored: LoneApplication,
  replacement: DesiredApplication | null,
): Promise<void> {
  const taxe = (await lockTaxe(trx, stored.taxe as number)) as StoredTaxe;
  const others = taxe.applications.flatMap((one): DesiredApplication[] =>
    one.id === stored.id ? (replacement ? [{ ...replacement, id: stored.id }] : []) : [one],
  );
  await writeRates(trx, person, taxe, others);
  await demandSound(trx, (await lockTaxe(trx, taxe.id)) as StoredTaxe);
}

async function read(queries: Queries, person: Person, id: number) {
  const row = await findRow(queries, applicationList, id, { conditions: [applicationVisible(person)] });
  if (!row) throw notFound();
  return row;
}

/** Checks a free application alone; all rates are checked when a tax takes it. */
async function settle(
  trx: OpenTransaction,
  person: Person,
  entite: number,
  body: ApplicationBody,
  stored?: LoneApplication,
): Promise<{ desired: DesiredApplication; precisions: number[] }> {
  const before = stored ? [stored] : [];
  const [desired] = (await resolveApplications(trx, person, entite, before, [body])) as [DesiredApplication];
  const fault = wholeRateFault(desired);
  if (fault) throw invalid(fault.field, fault.message);
  const precisionsOf = await settlePrecisions(trx, person, before, [desired]);
  return { desired, precisions: precisionsOf(desired) };
}

async function journal(
  trx: OpenTransaction,
  person: Person,
  requestId: string,
  acte: Acte,
  { avant, apres }: { avant?: LoneApplication; apres?: LoneApplication | undefined },
): Promise<void> {
  const { id, entite } = (apres ?? avant) as LoneApplication;
  await writeJournal(trx, {
    entiteId: entite,
    utilisateurId: person.id,
    acte,
    domaine: 'fiscalite',
    ressource: applications.path,
    id,
    avant,
    apres,
    requestId,
  });
}

async function onApplication(
  trx: OpenTransaction,
  person: Person,
  id: number,
  work: (trx: OpenTransaction, stored: LoneApplication) => Promise<void>,
): Promise<void> {
  await read(trx, person, id);
  const visible = await findApplication(trx, id);
  if (!visible) throw notFound();
  await inSavepoint(trx, async () => {
    await lockEntite(trx, visible.entite);
    const stored = await lockApplication(trx, id);
    if (!stored) throw notFound();
    demandEntite(person, stored.entite);
    await work(trx, stored);
  });
}

async function remove(trx: OpenTransaction, person: Person, id: number, requestId: string): Promise<void> {
  demand(person, 'taxes', 'Supprimer');
  await onApplication(trx, person, id, async (trx, avant) => {
    if (avant.taxe !== null) await rewriteTaxe(trx, person, avant, null);
    else {
      await deleteApplications(trx, [id]);
      await deleteLoosePrecisions(trx, idsOf(avant));
    }
    await journal(trx, person, requestId, 'supprimer', { avant });
  });
}

async function demandPlace(trx: OpenTransaction, person: Person, ramification: number): Promise<number> {
  const entite = await entiteOfRamification(trx, ramification);
  const scope = scopeOf(person);
  if (entite === undefined || (scope.kind !== 'all' && !scope.entites.includes(entite)))
    throw invalid('ramification', "Cette sous-entité n'existe pas, ou n'est pas dans votre périmètre.");
  demandEntite(person, entite);
  return entite;
}

async function create(
  db: Database,
  person: Person,
  body: ApplicationBody,
  requestId: string,
): Promise<number> {
  demand(person, 'taxes', 'Créer');
  return db.transaction().execute(async (trx) => {
    const entite = await demandPlace(trx, person, body.ramification);
    demandOpenYears([body.annee], await yearsAndPlacesOf(trx, entite));
    const { desired, precisions } = await settle(trx, person, entite, body);
    const [created] = await insertApplications(trx, entite, null, [desired]);
    const application = (created as { id: number }).id;
    await linkPrecisions(trx, [{ application, precisions }]);
    await journal(trx, person, requestId, 'créer', { apres: await findApplication(trx, application) });
    return application;
  });
}

async function patch(
  trx: OpenTransaction,
  person: Person,
  id: number,
  changes: ApplicationPatch,
  version: number | null,
  requestId: string,
): Promise<void> {
  demand(person, 'taxes', 'Modifier');
  await onApplication(trx, person, id, async (trx, avant) => {
    demandVersion(version, avant);
    const body = completed(avant, changes);
    if ((await entiteOfRamification(trx, body.ramification)) !== avant.entite)
      throw invalid('ramification', "Cette sous-entité n'est pas de la collectivité de l'application.");
    if (avant.taxe !== null) {
      const renames = renamesOf([avant], changes.precisione ? [body] : []);
      await rename(trx, [avant.taxe], renames, avant.taxe);
      const stored = (await findApplication(trx, id)) as LoneApplication;
      const bodies = withRenames([body], [stored], renames);
      const [desired] = await resolveApplications(trx, person, avant.entite, [stored], bodies);
      await rewriteTaxe(trx, person, avant, desired as DesiredApplication);
    } else {
      demandOpenYears([body.annee], await yearsAndPlacesOf(trx, avant.entite));
      const { desired: resolved, precisions } = await settle(trx, person, avant.entite, body, avant);
      await updateApplications(trx, null, [{ ...resolved, id, precisione: [] }]);
      await linkPrecisions(trx, [{ application: id, precisions }]);
      await deleteLoosePrecisions(trx, idsOf(avant));
    }
    const apres = (await findApplication(trx, id)) as LoneApplication;
    if (JSON.stringify(apres) !== JSON.stringify(avant))
      await journal(trx, person, requestId, 'modifier', { avant, apres });
  });
}

/** Commands on applications, which may need a second person; one without a tax charges nobody. */
function commandesOf(tarification: Tarification) {
  const commande = tarifCommandes(tarification);
  const own = async (trx: OpenTransaction, { id }: { id: number }) => [
    (await findApplication(trx, id))?.entite,
  ];
  const taxes = async (trx: OpenTransaction, { id }: { id: number }) => {
    const taxe = (await findApplication(trx, id))?.taxe;
    return taxe ? [taxe] : [];
  };
  return {
    change: commande<{ id: number; values: ApplicationPatch; version: number | null }, void>({
      nom: 'application.modifier',
      right: 'Modifier',
      entites: own,
      taxes,
      run: (trx, person, { id, values, version }, requestId) =>
        patch(trx, person, id, values, version, requestId),
    }),
    remove: commande<{ id: number }, void>({
      nom: 'application.supprimer',
      right: 'Supprimer',
      entites: own,
      taxes,
      run: (trx, person, { id }, requestId) => remove(trx, person, id, requestId),
    }),
  };
}

export function applicationService(db: Database, tarification: Tarification): ResourceService {
  const { change, remove: removal } = commandesOf(tarification);
  return taxResourceService(db, {
    list: applicationList,
    visible: applicationVisible,
    read,
    create: (person, values, requestId) =>
      create(db, person, values as unknown as ApplicationBody, requestId),
    change,
    remove: removal,
  });
}

/** Acts on taxes (specification 1 sections 2 to 5): right, scope, rules, write and journal in one transaction. */
import { objetFaults, taxes, termeFault } from '@octroi/contract';
import { demand, demandEntite, type Person } from '#src/platform/access/person.ts';
import {
  type Database,
  inSavepoint,
  type OpenTransaction,
  type Queries,
} from '#src/platform/database/database.ts';
import { refuseLinked } from '#src/platform/database/links.repository.ts';
import { AppError, type Duplicates, duplicateAs, invalid, notFound } from '#src/platform/http/problem.ts';
import { type Acte, writeJournal } from '#src/platform/journal/journal.repository.ts';
import { findRow } from '#src/platform/listing/listing.ts';
import { demandVersion, type ResourceService } from '#src/platform/resource/resource.service.ts';
import { rename, renamesOf, withRenames } from '../tarifs/libelles.service.ts';
import { deleteLoosePrecisions } from '../tarifs/precisions.repository.ts';
import {
  demandSound,
  type ApplicationInput,
  resolveApplications,
  writeRates,
} from './taxes-rates.service.ts';
import { occurrencesOf } from '../tarifs/simulation.repository.ts';
import { tarifCommandes, type Tarification } from '../tarifs/tarif-commandes.ts';
import { demandOpenYears, yearsOf } from './taxes.rules.ts';
import {
  deleteTaxe,
  entiteOfTaxe,
  yearsAndPlacesOf,
  hasEcheances,
  insertTaxe,
  lockEntite,
  lockTaxe,
  referencesOf,
  type StoredTaxe,
  taxeList,
  taxeVisible,
  touchTaxes,
  type TaxeValues,
  updateTaxe,
  fullTaxe,
} from './taxes.repository.ts';
import { taxResourceService } from '../tarifs/tax-resource.service.ts';

type Body = Partial<TaxeValues> & { applications?: ApplicationInput[] };

const REFERENCES = {
  categorie: 'Cette catégorie',
  natureActivite: 'Cette activité',
  typeEquipement: 'Cet équipement',
  frequence: 'Cette fréquence',
} as const;
type Referenced = keyof typeof REFERENCES;
/** Fields that échéances depend on. */
const FIXED_BY_ECHEANCES = ['frequence', 'natureActivite', 'typeEquipement'] as const;

/** Picking an activity clears the equipment and the reverse (specification 1 section 4); another frequency clears the day. */
function cleared(
  { natureActivite, typeEquipement, frequence }: Body,
  before: TaxeValues,
): Partial<TaxeValues> {
  return {
    ...(natureActivite && typeEquipement === undefined && { typeEquipement: null }),
    ...(typeEquipement && natureActivite === undefined && { natureActivite: null }),
    ...(frequence !== undefined && frequence !== before.frequence && { limite: null, delai: null }),
  };
}

const nameUsed = (nom: string): Duplicates => ({
  taxe_nom_unique: { field: 'nom', message: `Une taxe de cette collectivité s’appelle déjà « ${nom} ».` },
});

function demandObjet({ natureActivite, typeEquipement }: TaxeValues): void {
  const faults = objetFaults(natureActivite, typeEquipement);
  if (faults[0]) throw new AppError('requete.invalide', faults[0].message, faults);
}

/** Newly set references must be active, and of the tax's collectivité or common. @throws AppError 400 */
async function demandReferences(
  trx: OpenTransaction,
  values: TaxeValues,
  before?: TaxeValues,
): Promise<void> {
  const found = await referencesOf(trx, values);
  for (const field of Object.keys(REFERENCES) as Referenced[]) {
    const id = values[field];
    if (id === null || id === before?.[field]) continue;
    const one = found[field];
    const common = field === 'categorie' || field === 'frequence' ? null : values.entite;
    if (!one || (one.entite !== values.entite && one.entite !== common))
      throw invalid(field, `${REFERENCES[field]} n'existe pas dans cette collectivité.`);
    if (!one.enabled) throw invalid(field, `${REFERENCES[field]} n'est pas active.`);
  }
}

/** @throws AppError 400 if the day or the delay does not go with the frequency */
async function demandTerme(trx: OpenTransaction, values: TaxeValues): Promise<void> {
  const fault = termeFault(values, (await occurrencesOf(trx, values.frequence)) ?? 0);
  if (fault) throw invalid(fault.field, fault.message);
}

/** @throws AppError 409 if échéances depend on a changed field */
async function demandFreeOfEcheances(
  trx: OpenTransaction,
  before: StoredTaxe,
  after: TaxeValues,
): Promise<void> {
  const changed = FIXED_BY_ECHEANCES.filter((field) => before[field] !== after[field]);
  if (changed.length === 0 || !(await hasEcheances(trx, before.entite, before.id))) return;
  const message =
    'Des échéances reposent sur cette taxe : sa fréquence et son activité ou équipement ne changent plus. Désactivez-la et créez-en une autre.';
  throw new AppError(
    'conflit.regle',
    message,
    changed.map((field) => ({ field, message })),
  );
}

async function read(queries: Queries, person: Person, id: number) {
  const row = await findRow(queries, fullTaxe, id, { conditions: [taxeVisible(person)] });
  if (!row) throw notFound();
  return row;
}

const journal = (
  trx: OpenTransaction,
  person: Person,
  requestId: string,
  acte: Acte,
  { avant, apres }: { avant?: StoredTaxe; apres?: StoredTaxe },
): Promise<void> => {
  const { id, entite } = (apres ?? avant) as StoredTaxe;
  return writeJournal(trx, {
    entiteId: entite,
    utilisateurId: person.id,
    acte,
    domaine: 'fiscalite',
    ressource: taxes.path,
    id,
    avant,
    apres,
    requestId,
  });
};

/** Runs an act on a tax that the person may edit, with the collectivité's taxes locked. */
async function onTaxe(
  trx: OpenTransaction,
  person: Person,
  id: number,
  work: (trx: OpenTransaction, before: StoredTaxe) => Promise<void>,
): Promise<void> {
  const { entite } = (await read(trx, person, id)) as unknown as { entite: { id: number } };
  await inSavepoint(trx, async () => {
    await lockEntite(trx, entite.id);
    const before = await lockTaxe(trx, id);
    if (!before) throw notFound();
    demandEntite(person, before.entite);
    await work(trx, before);
  });
}

async function remove(trx: OpenTransaction, person: Person, id: number, requestId: string): Promise<void> {
  demand(person, 'taxes', 'Supprimer');
  await read(trx, person, id);
  await refuseLinked(trx, 'taxe', id, () =>
    onTaxe(trx, person, id, async (trx, avant) => {
      await deleteTaxe(trx, id);
      demandOpenYears(yearsOf(avant.applications), await yearsAndPlacesOf(trx, avant.entite));
      await deleteLoosePrecisions(
        trx,
        avant.applications.flatMap(({ precisione }) => precisione.map((one) => one.id)),
      );
      await journal(trx, person, requestId, 'supprimer', { avant });
    }),
  );
}

/**
 * Creates a tax with its rates in the caller's transaction.
 * @returns its id
 * @throws AppError as the call would
 */
export async function createTaxe(
  trx: OpenTransaction,
  person: Person,
  body: Body,
  requestId: string,
): Promise<number> {
  demand(person, 'taxes', 'Créer');
  const { applications = [], ...fields } = body;
  const values = {
    natureActivite: null,
    typeEquipement: null,
    limite: null,
    delai: null,
    appartenance: null,
    ...fields,
  } as TaxeValues;
  demandEntite(person, values.entite);
  demandObjet(values);
  if (!(await lockEntite(trx, values.entite)))
    throw invalid('entite', "Cette collectivité n'existe pas, ou n'est pas dans votre périmètre.");
  await demandReferences(trx, values);
  await demandTerme(trx, values);
  const created = await duplicateAs(nameUsed(values.nom), () => insertTaxe(trx, values));
  const empty: StoredTaxe = { ...values, id: created, version: 1, applications: [] };
  const desired = await resolveApplications(trx, person, values.entite, [], applications);
  await writeRates(trx, person, empty, desired);
  const apres = (await lockTaxe(trx, created)) as StoredTaxe;
  await demandSound(trx, apres);
  await journal(trx, person, requestId, 'créer', { apres });
  return created;
}

/** Renames précisions, then writes the requested rates. */
async function patchRates(
  trx: OpenTransaction,
  person: Person,
  avant: StoredTaxe,
  inputs: readonly ApplicationInput[],
): Promise<void> {
  const renames = renamesOf(avant.applications, inputs);
  await rename(trx, [avant.id], renames, avant.id);
  const taxe = renames.size > 0 ? ((await lockTaxe(trx, avant.id)) as StoredTaxe) : avant;
  const bodies = withRenames(inputs, taxe.applications, renames);
  await writeRates(
    trx,
    person,
    taxe,
    await resolveApplications(trx, person, avant.entite, taxe.applications, bodies),
  );
  if (renames.size > 0) await touchTaxes(trx, [avant.id]);
}

async function patch(
  trx: OpenTransaction,
  person: Person,
  id: number,
  body: Body,
  version: number | null,
  requestId: string,
): Promise<void> {
  demand(person, 'taxes', 'Modifier');
  await onTaxe(trx, person, id, async (trx, avant) => {
    demandVersion(version, avant);
    const { applications, ...fields } = body;
    const changed = Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));
    const values: TaxeValues = { ...avant, ...cleared(fields, avant), ...changed };
    demandObjet(values);
    await demandFreeOfEcheances(trx, avant, values);
    await demandReferences(trx, values, avant);
    await demandTerme(trx, values);
    await duplicateAs(nameUsed(values.nom), () => updateTaxe(trx, id, values));
    if (applications) await patchRates(trx, person, avant, applications);
    const apres = (await lockTaxe(trx, id)) as StoredTaxe;
    if (apres.version === avant.version) return;
    await demandSound(trx, apres);
    await journal(trx, person, requestId, 'modifier', { avant, apres });
  });
}

/** Commands that write taxes; they may need a second person. */
function commandesOf(tarification: Tarification) {
  const commande = tarifCommandes(tarification);
  const own = async (trx: OpenTransaction, { id }: { id: number }) => [await entiteOfTaxe(trx, id)];
  return {
    create: commande<{ values: Body }, number>({
      nom: 'taxe.creer',
      right: 'Créer',
      entites: async (_trx, { values }) => [values.entite],
      run: (trx, person, { values }, requestId) => createTaxe(trx, person, values, requestId),
    }),
    change: commande<{ id: number; values: Body; version: number | null }, void>({
      nom: 'taxe.modifier',
      right: 'Modifier',
      entites: own,
      taxes: async (_trx, { id }) => [id],
      run: (trx, person, { id, values, version }, requestId) =>
        patch(trx, person, id, values, version, requestId),
    }),
    remove: commande<{ id: number }, void>({
      nom: 'taxe.supprimer',
      right: 'Supprimer',
      entites: own,
      run: (trx, person, { id }, requestId) => remove(trx, person, id, requestId),
    }),
  };
}

export function taxeService(db: Database, tarification: Tarification): ResourceService {
  const commandes = commandesOf(tarification);
  return taxResourceService(db, {
    list: taxeList,
    visible: taxeVisible,
    read,
    create: (person, values, requestId) => commandes.create(person, { values: values as Body }, requestId),
    change: (person, { values, ...change }, requestId) =>
      commandes.change(person, { values: values as Body, ...change }, requestId),
    // a tax with échéances cannot be deleted, so no amount gets lower
    remove: (person, { id }, requestId) => commandes.remove(person, { id }, requestId),
  });
}

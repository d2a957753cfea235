/** Equipment as a resource of its own (specification 2 section 2.12): listed, confirmed, and removed by Super Admin. */
import {
  type EquipementBody,
  type EquipementPatch,
  type EquipementRow,
  type EquipementListQuery,
  type Suppression,
  SAISIE_MESSAGES,
} from '@octroi/contract';
import { entiteOfPlace } from '#src/domains/territoire/index.ts';
import { demand, demandSuperAdmin, type Person, scopeOf } from '#src/platform/access/person.ts';
import type { Database, Queries } from '#src/platform/database/database.ts';
import { refuseLinked } from '#src/platform/database/links.repository.ts';
import { invalid, notFound } from '#src/platform/http/problem.ts';
import { type Acte, writeJournal } from '#src/platform/journal/journal.repository.ts';
import { narrowingOf, findRow } from '#src/platform/listing/listing.ts';
import { keptTo } from '#src/platform/listing/lieu.ts';
import { type NarrowedList, readerOf } from '#src/platform/listing/reader.ts';
import { removeAll, type TargetsOf } from '#src/platform/resource/removal.ts';
import { demandVersion } from '#src/platform/resource/resource.service.ts';
import {
  deleteEquipement,
  equipementConditions,
  equipementSource,
  findByNumber,
  insertEquipement,
  readEquipement,
  updateEquipement,
} from './listes.repository.ts';
import { applyEdit, asLigne } from '../saisie/edition.service.ts';
import { entiteOfOwner, keyUsed, findRepeat, type Sent, type Writing } from './enrollements.service.ts';
import type { Enrolling } from '../saisie/facturation.service.ts';
import { readLignes } from './lignes.repository.ts';
import { demandLignes } from './lignes.service.ts';
import { lockContribuable } from '../saisie/saisie.repository.ts';

/** Equipment within the person's scope. @throws AppError 403 */
export function narrowEquipements(person: Person, query: EquipementListQuery): NarrowedList<EquipementRow> {
  demand(person, 'equipements', 'Lister');
  return {
    source: keptTo(equipementSource, query),
    conditions: equipementConditions(scopeOf(person), query),
    ...narrowingOf(query),
  };
}

async function find(db: Database, person: Person, id: number): Promise<EquipementRow> {
  demand(person, 'equipements', 'Voir');
  const row = await findRow(db, equipementSource, id, {
    conditions: equipementConditions(scopeOf(person), {}),
  });
  if (!row) throw notFound();
  return row;
}

const journal = (person: Person, entiteId: number, acte: Acte, id: number, requestId: string) => ({
  entiteId,
  utilisateurId: person.id,
  acte,
  domaine: 'contribuables',
  ressource: 'equipements',
  id,
  requestId,
});

const readRow = (queries: Queries, id: number): Promise<EquipementRow | undefined> =>
  findRow(queries, equipementSource, id, { conditions: [] });

async function ownerOf(
  db: Database,
  person: Person,
  { contribuable, numKlis }: EquipementBody,
): Promise<number> {
  if (contribuable !== undefined) return contribuable;
  const [only, ...others] = await findByNumber(db, scopeOf(person), numKlis ?? '');
  if (only === undefined || others.length > 0)
    throw invalid('numKlis', 'Aucun contribuable de votre périmètre ne porte ce seul numéro.');
  return only;
}

/** Checks that the equipment's place is in its taxpayer's collectivité. @throws AppError 400 */
async function demandPlace(
  db: Database,
  person: Person,
  entiteId: number,
  ramification: number,
): Promise<void> {
  if ((await entiteOfPlace(db, scopeOf(person), ramification)) !== entiteId)
    throw invalid('ramification', "Ce secteur n'est pas de la collectivité du contribuable.");
}

async function remove(
  { db, enrolling }: Writing,
  person: Person,
  id: number,
  requestId: string,
): Promise<void> {
  demandSuperAdmin(person);
  const before = await find(db, person, id);
  const entiteId = before.ramification.entite.id;
  const owner = { person, entiteId, id: before.contribuable.id, version: null, requestId };
  await refuseLinked(db, 'equipement', id, () =>
    db.transaction().execute(async (trx) => {
      if (!(await lockContribuable(trx, entiteId, owner.id))) throw notFound();
      const lignes = await readLignes(trx, entiteId, owner.id);
      const remaining = lignes.filter(({ equipement }) => equipement?.id !== id);
      if (remaining.length < lignes.length)
        await applyEdit(trx, enrolling, owner, { lignes: remaining.map(asLigne) });
      await deleteEquipement(trx, entiteId, id);
      await writeJournal(trx, { ...journal(person, entiteId, 'supprimer', id, requestId), avant: before });
    }),
  );
}

async function create(
  { db, enrolling }: Writing,
  person: Person,
  body: EquipementBody,
  { header, requestId }: Sent,
): Promise<{ row: EquipementRow; nouveau: boolean }> {
  demand(person, 'equipements', 'Créer');
  const contribuable = await ownerOf(db, person, body);
  const entiteId = await entiteOfOwner(db, person, contribuable);
  const cle = header ?? body.reference ?? null;
  if (body.ramification) await demandPlace(db, person, entiteId, body.ramification);
  const { id, nouveau } = await db.transaction().execute(async (trx) => {
    const owner = await lockContribuable(trx, entiteId, contribuable);
    if (!owner) throw notFound();
    const before = await findRepeat(trx, 'equipement', entiteId, person, cle);
    if (before) return before;
    const place = {
      entiteId,
      ramificationId: owner.ramification,
      annee: Number(enrolling.today().slice(0, 4)),
    };
    const type = body.typeEquipement ?? body.type ?? 0;
    const precision = body.precision ?? null;
    const ligne = { typeEquipement: type, natureActivite: null, precision, rank: 0 };
    // the précision comes with the line
    await demandLignes(trx, place, [ligne], () => '', false);
    const equipementId = await insertEquipement(trx, entiteId, person.id, {
      contribuable,
      type,
      ramification: body.ramification ?? owner.ramification,
      precision,
      latitude: body.latitude ?? null,
      longitude: body.longitude ?? null,
      cle,
    });
    if (equipementId === undefined) throw keyUsed();
    const apres = await readRow(trx, equipementId);
    await writeJournal(trx, { ...journal(person, entiteId, 'créer', equipementId, requestId), apres });
    return { id: equipementId, nouveau: true };
  });
  return { row: await find(db, person, id), nouveau };
}

/** A changed précision also changes the line, which is billed again at once. */
async function patch(
  { db, enrolling }: Writing,
  person: Person,
  id: number,
  body: EquipementPatch,
  version: number | null,
  requestId: string,
): Promise<EquipementRow> {
  demand(person, 'equipements', 'Modifier');
  if (body.enabled !== undefined) demand(person, 'equipements', 'Valider');
  const before = await find(db, person, id);
  const entiteId = before.ramification.entite.id;
  if (body.ramification !== undefined) await demandPlace(db, person, entiteId, body.ramification);
  await db.transaction().execute(async (trx) => {
    if (!(await lockContribuable(trx, entiteId, before.contribuable.id))) throw notFound();
    const locked = await readEquipement(trx, entiteId, id);
    if (!locked) throw notFound();
    demandVersion(version, locked);
    const { precision, type, typeEquipement = type, ...others } = body;
    if (typeEquipement && typeEquipement !== before.type.id) throw invalid('type', SAISIE_MESSAGES.autreBase);
    if (precision !== undefined && precision !== locked.precision && locked.ligne !== null) {
      if (precision === null) throw invalid('precision', 'Veuillez choisir une précision.');
      const lignes = await readLignes(trx, entiteId, locked.contribuable);
      const owner = { person, entiteId, id: locked.contribuable, version: null, requestId };
      await applyEdit(trx, enrolling, owner, {
        lignes: lignes.map((ligne) => asLigne(ligne.id === locked.ligne ? { ...ligne, precision } : ligne)),
      });
      await updateEquipement(trx, entiteId, id, others);
    } else await updateEquipement(trx, entiteId, id, { ...others, precision });
    const apres = await readRow(trx, id);
    if (apres?.version !== before.version)
      await writeJournal(trx, {
        ...journal(person, entiteId, 'modifier', id, requestId),
        avant: before,
        apres,
      });
  });
  return find(db, person, id);
}

export function equipementService(db: Database, enrolling: Enrolling) {
  const writing = { db, enrolling };
  return {
    ...readerOf(db, narrowEquipements),
    find: (person: Person, id: number): Promise<EquipementRow> => find(db, person, id),
    create: (person: Person, body: EquipementBody, sent: Sent) => create(writing, person, body, sent),
    patch: (
      person: Person,
      id: number,
      body: EquipementPatch,
      version: number | null,
      requestId: string,
    ): Promise<EquipementRow> => patch(writing, person, id, body, version, requestId),
    remove: (person: Person, id: number, requestId: string): Promise<void> =>
      remove(writing, person, id, requestId),
    async removeMany(person: Person, targets: TargetsOf, requestId: string): Promise<Suppression> {
      demandSuperAdmin(person);
      return removeAll(targets, (id) => remove(writing, person, id, requestId));
    },
  };
}

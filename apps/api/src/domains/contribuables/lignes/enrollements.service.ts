/** Lines as a resource of their own: added by agents, removed by the back office. */
import {
  type Correction,
  type EnrollementBody,
  type EnrollementPatch,
  type EnrollementListQuery,
  type EnrollementRow,
  type FilterRow,
  type LigneRow,
  SAISIE_MESSAGES,
} from '@octroi/contract';
import { sumLines } from '#src/domains/pilotage/index.ts';
import { demand, type Person, scopeOf } from '#src/platform/access/person.ts';
import {
  inSnapshot,
  type Database,
  inTransaction,
  type OpenTransaction,
  type Queries,
} from '#src/platform/database/database.ts';
import { AppError, invalid, notFound } from '#src/platform/http/problem.ts';
import { narrowingOf, findRow, idsOfFilter } from '#src/platform/listing/listing.ts';
import { keptTo } from '#src/platform/listing/lieu.ts';
import { type NarrowedList, readerOf } from '#src/platform/listing/reader.ts';
import { demandVersion } from '#src/platform/resource/resource.service.ts';
import {
  countClosed,
  enrollementConditions,
  enrollementSource,
  findByCle,
  readEquipement,
} from './listes.repository.ts';
import { taxpayersOf } from '../systeme/systeme.service.ts';
import { applyEdit, asLigne, changeRecord } from '../saisie/edition.service.ts';
import type { Enrolling } from '../saisie/facturation.service.ts';
import { insertLignes, readLignes } from './lignes.repository.ts';
import { demandLignes, demandUneFois } from './lignes.service.ts';

/** Dependencies of the writes of lines and equipment. */
export interface Writing {
  db: Database;
  enrolling: Enrolling;
}

/** Request data of a new record besides its body. */
export interface Sent {
  /** The `Idempotency-Key` header; undefined if the body may carry the key. */
  header: string | undefined;
  requestId: string;
}

export const keyUsed = (): AppError =>
  new AppError('conflit.doublon', 'Cette clé a déjà servi à un autre enrôlement.');

/** The record that the person created before with the same key. @throws AppError 409 if somebody else used the key */
export async function findRepeat(
  queries: Queries,
  table: 'equipement' | 'enrollement',
  entiteId: number,
  person: Person,
  cle: string | null,
): Promise<{ id: number; nouveau: false } | undefined> {
  const existing = cle === null ? undefined : await findByCle(queries, table, entiteId, cle);
  if (!existing) return undefined;
  if (existing.createdBy !== person.id) throw keyUsed();
  return { id: existing.id, nouveau: false };
}

/** The collectivité of a taxpayer within the person's scope. @throws AppError 400 */
export async function entiteOfOwner(queries: Queries, person: Person, contribuable: number): Promise<number> {
  const [place] = await taxpayersOf(queries, scopeOf(person), [contribuable]);
  if (!place)
    throw invalid('contribuable', "Ce contribuable n'existe pas, ou n'est pas dans votre périmètre.");
  return place.entite;
}

/** Filters that stored totals can answer. */
interface CountedBases {
  /** Some equipment types or activities; all bases if absent. */
  only: { genre: 'e' | 'a'; ids: number[] } | undefined;
  /** Whether closed lines are included. */
  closed: boolean;
  /** Only lines whose quantity is not entered. */
  sansQuantite: boolean;
}

/** @returns undefined if the filters need anything else */
function countedBases(filters: readonly FilterRow[]): CountedBases | undefined {
  const isOpen = ({ column, operator }: FilterRow) =>
    column === 'enrollement.closedAt' && operator === 'is null';
  const isUncounted = ({ column, operator, x }: FilterRow) =>
    column === 'enrollement.sansQuantite' && operator === 'eq' && x === '1';
  const [base, ...more] = filters.filter((row) => !isOpen(row) && !isUncounted(row));
  if (more.length > 0 || filters.some(({ connector }) => connector === 'or')) return undefined;
  const chosen = { closed: !filters.some(isOpen), sansQuantite: filters.some(isUncounted) };
  if (chosen.closed && chosen.sansQuantite) return undefined;
  if (!base) return { only: undefined, ...chosen };
  const genre = ({ 'teq.id': 'e', 'na.id': 'a' } as const)[base.column];
  const ids = idsOfFilter(base);
  return genre && ids ? { only: { genre, ids }, ...chosen } : undefined;
}

/** Lists the lines of a place, of taxpayers enrolled in a period. */
export function enrollementReader(db: Database) {
  function narrow(person: Person, query: EnrollementListQuery): NarrowedList<EnrollementRow> {
    demand(person, 'enrollements', 'Lister');
    const scope = scopeOf(person);
    const { filters, words } = narrowingOf(query);
    // a line has its taxpayer's place: the taxpayer is joined only if a condition needs it
    const { ramification, ms, from, to, statut, betail } = query;
    const owned = scope.kind === 'ramifications' || ramification || ms || from || to || statut || betail;
    const bases = countedBases(filters);
    const narrowed = {
      conditions: enrollementConditions(scope, query),
      filters,
      words,
      joins: owned ? ['contrib'] : [],
    };
    const countOpen = async (queries: Queries): Promise<number> => {
      const lines = { ...query, betail: betail === undefined ? undefined : betail === '1' };
      const { total, corrige, valide, sansQuantite } = await sumLines(queries, scope, lines, bases?.only);
      if (bases?.sansQuantite) return sansQuantite;
      if (!statut) return total;
      return { Enrolé: total - corrige - valide, Corrigé: corrige, Validé: valide }[statut];
    };
    // one snapshot, so that a line closed meanwhile is counted once
    const countBoth = (): Promise<number> =>
      inSnapshot(db, async (queries) => (await countOpen(queries)) + (await countClosed(queries, narrowed)));
    const count = (): Promise<number> => (bases?.closed ? countBoth() : countOpen(db));
    // missing quantities are not counted by statut
    const counts = bases && !(bases.sansQuantite && statut) ? count : undefined;
    return { ...narrowed, source: keptTo(enrollementSource, query), count: counts };
  }
  return readerOf(db, narrow);
}

async function find(queries: Queries, person: Person, id: number): Promise<EnrollementRow> {
  demand(person, 'enrollements', 'Voir');
  const conditions = enrollementConditions(scopeOf(person), {});
  const row = await findRow(queries, enrollementSource, id, { conditions });
  if (!row) throw notFound();
  return row;
}

/** An error of an edit of all lines, with the fields of the call that changes one. */
const ofOneLine = ({ code, message, errors }: AppError, path: string): AppError =>
  new AppError(
    code,
    message,
    errors?.map(({ field, message: said }) => ({
      field: field.startsWith(path) ? field.slice(path.length) : field,
      message: said,
    })),
  );

/** All lines of the taxpayer, with one of them changed or removed. */
async function editLine(
  { db, enrolling }: Writing,
  person: Person,
  id: number,
  version: number | null,
  requestId: string,
  change: (ligne: LigneRow) => LigneRow | undefined,
  correction?: Correction,
): Promise<void> {
  const row = await find(db, person, id);
  demandVersion(version, row);
  const edition = {
    person,
    entiteId: row.ramification.entite.id,
    id: row.contribuable.id,
    version: null,
    requestId,
  };
  await db.transaction().execute(async (trx) => {
    const lignes = await readLignes(trx, edition.entiteId, edition.id);
    if (!lignes.some((ligne) => ligne.id === id))
      throw new AppError('conflit.regle', 'Cette ligne est close : elle ne change plus.');
    const after = lignes.flatMap((ligne) => (ligne.id === id ? (change(ligne) ?? []) : [ligne]));
    const path = `lignes.${after.findIndex((ligne) => ligne.id === id)}.`;
    await applyEdit(trx, enrolling, edition, {
      lignes: after.map((ligne) => ({ ...asLigne(ligne), ...(ligne.id === id && { correction }) })),
    }).catch((error: unknown) => {
      throw error instanceof AppError ? ofOneLine(error, path) : error;
    });
  });
}

/**
 * Adds a line, in its own transaction or in the caller's. An Enrolé taxpayer stays Enrolé; a Validé one becomes
 * Corrigé.
 */
export async function addEnrollement(
  db: Database | OpenTransaction,
  enrolling: Enrolling,
  person: Person,
  body: EnrollementBody,
  { header, requestId }: Sent,
): Promise<{ row: EnrollementRow; nouveau: boolean }> {
  demand(person, 'enrollements', 'Créer');
  const entiteId = await entiteOfOwner(db, person, body.contribuable);
  const cle = header ?? body.reference ?? null;
  const edition = { person, entiteId, id: body.contribuable, version: null, requestId };
  const { id, nouveau } = await inTransaction(db, async (trx) => {
    let created: { id: number; nouveau: boolean } | undefined;
    await changeRecord(trx, enrolling, edition, async (stored, _avant, annee) => {
      created = await findRepeat(trx, 'enrollement', entiteId, person, cle);
      if (created) return undefined;
      const owned = body.equipement ? await readEquipement(trx, entiteId, body.equipement) : undefined;
      if (body.equipement && (owned?.contribuable !== body.contribuable || owned.ligne !== null))
        throw invalid('equipement', "Cet équipement n'est pas de ce contribuable, ou a déjà sa ligne.");
      const ligne = {
        typeEquipement: body.equipement ? null : (body.typeEquipement ?? null),
        natureActivite: body.natureActivite ?? null,
        precision: body.precision ?? body.variation ?? owned?.precision ?? null,
        quantite: body.quantite ?? null,
        uneFois: body.uneFois,
        latitude: body.latitude ?? null,
        longitude: body.longitude ?? null,
      };
      const place = { entiteId, ramificationId: stored.ramification, annee };
      const typeEquipement = ligne.typeEquipement ?? owned?.typeEquipement ?? null;
      await demandLignes(trx, place, [{ ...ligne, typeEquipement, rank: 0 }], () => '');
      await demandUneFois(
        trx,
        { entiteId, contribuable: body.contribuable },
        [{ ...ligne, typeEquipement, rank: 0 }],
        [],
        () => '',
      );
      return {
        statut: stored.statut === 'Validé' ? 'Corrigé' : undefined,
        edited: true,
        write: async ({ ramification }) => {
          const [written] = await insertLignes(trx, entiteId, person.id, [
            {
              ...ligne,
              contribuable: body.contribuable,
              ramification,
              createdAt: null,
              cle,
              ...(body.equipement ? { equipement: body.equipement } : {}),
            },
          ]);
          if (written === undefined) throw keyUsed();
          created = { id: written, nouveau: true };
        },
      };
    });
    return created as { id: number; nouveau: boolean };
  });
  return { row: await find(db, person, id), nouveau };
}

async function patch(
  writing: Writing,
  person: Person,
  id: number,
  body: EnrollementPatch,
  version: number | null,
  requestId: string,
): Promise<EnrollementRow> {
  demand(person, 'enrollements', 'Modifier');
  const changed = (ligne: LigneRow): LigneRow => {
    const { precision = body.variation, quantite, latitude, longitude } = body;
    for (const target of ['typeEquipement', 'natureActivite'] as const)
      if (body[target] !== undefined && body[target] !== (ligne[target]?.id ?? null))
        throw invalid(target, SAISIE_MESSAGES.autreBase);
    if (precision === null && ligne.precision !== null)
      throw invalid('precision', 'Veuillez choisir une précision.');
    return {
      ...ligne,
      precision: precision === undefined ? ligne.precision : precision,
      quantite: quantite === undefined ? ligne.quantite : quantite,
      latitude: latitude === undefined ? ligne.latitude : latitude,
      longitude: longitude === undefined ? ligne.longitude : longitude,
    };
  };
  await editLine(writing, person, id, version, requestId, changed, body.correction);
  return find(writing.db, person, id);
}

/** Removes a line: a line with billed dues that must stay is closed, any other is deleted. */
async function remove(writing: Writing, person: Person, id: number, requestId: string): Promise<void> {
  demand(person, 'enrollements', 'Supprimer');
  await editLine(writing, person, id, null, requestId, () => undefined);
}

export function enrollementService(db: Database, enrolling: Enrolling) {
  const writing = { db, enrolling };
  return {
    find: (person: Person, id: number): Promise<EnrollementRow> => find(db, person, id),
    ...enrollementReader(db),
    create: (person: Person, body: EnrollementBody, sent: Sent) =>
      addEnrollement(db, enrolling, person, body, sent),
    patch: (
      person: Person,
      id: number,
      body: EnrollementPatch,
      version: number | null,
      requestId: string,
    ): Promise<EnrollementRow> => patch(writing, person, id, body, version, requestId),
    remove: (person: Person, id: number, requestId: string): Promise<void> =>
      remove(writing, person, id, requestId),
  };
}

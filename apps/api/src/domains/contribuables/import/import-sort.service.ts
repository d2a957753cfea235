/** Decides what becomes of each row of a batch: the same decisions in a trial as in an import. Writes nothing. */
import { setImmediate } from 'node:timers/promises';
import { type DecisionsImport, type QuestionImport, type SortLigne, type TarifLieu } from '@octroi/contract';
import { readArrieres, readTarifs } from '#src/domains/fiscalite/index.ts';
import type { Queries } from '#src/platform/database/database.ts';
import { precisionFaults } from '../lignes/lignes.rules.ts';
import { findDoublonsOfRows, type RowDoublon } from '../saisie/doublons.repository.ts';
import { findByKeys } from '../saisie/saisie.repository.ts';
import type { Reading } from './lecture/import-lecture.service.ts';
import { type Difference, differenceOf, isCorrectable } from './import-comparaison.rules.ts';
import type { PaiementsRepris } from './paiements-repris.ts';
import { plainPath } from './lecture/import-places.rules.ts';
import type { KeyedRow, RowFate } from './import-lignes.repository.ts';
import { findChosen, readExisting, usedNumbers } from './import-registre.repository.ts';
import { type Names, type Read, readRow } from './lecture/import.rules.ts';

/** Rows checked before other requests get a turn. */
const AT_ONCE = 20;

/** A row that can be read. */
interface ReadableRow extends Read {
  row: KeyedRow;
}

/** Payments made before Octroi, as a batch is judged: what was imported, and whether it may be taken back. */
export interface RepriseReading extends Pick<PaiementsRepris, 'read'> {
  obstacle: string | undefined;
}

export interface Judged {
  fates: RowFate[];
  /** Rows to enrol. */
  fresh: ReadableRow[];
  /** Taxpayers to correct, if the file's decision says so. */
  corrections: { contribuable: number; rang: number; difference: Difference }[];
  questions: Partial<Record<QuestionImport, { lignes: number; exemple: string }>>;
  /** Pictures of the rows that enrol or correct somebody. */
  photos: { rang: number; chemin: string }[];
  /** Rows whose picture is not found, or not usable. */
  sansPhoto: number;
}

/** Collects fates and questions of a batch. */
class Fates {
  readonly fates = new Map<number, RowFate>();
  readonly questions: Judged['questions'] = {};
  readonly photos: Judged['photos'] = [];
  sansPhoto = 0;

  set(rang: number, sort: SortLigne, details: string[] = [], more: Partial<RowFate> = {}): void {
    this.fates.set(rang, { rang, sort, details, contribuable: null, candidats: [], ...more });
  }

  ask(nature: QuestionImport, rang: number, what: string): void {
    const asked = (this.questions[nature] ??= { lignes: 0, exemple: `Ligne ${rang} : ${what}` });
    asked.lignes += 1;
  }

  /** @returns what is wrong with the picture of a row, as details of its fate */
  takePhoto({ row: { rang }, photo }: ReadableRow): string[] {
    if (!photo) return [];
    if ('photo' in photo) {
      this.photos.push({ rang, chemin: photo.photo.chemin });
      return [];
    }
    this.sansPhoto += 1;
    return [photo.fault];
  }

  /** Rows without a fate yet. */
  open<Row extends { row: { rang: number } }>(rows: readonly Row[]): Row[] {
    return rows.filter(({ row }) => !this.fates.has(row.rang));
  }
}

/** @param colonnes number of columns of the file @param reprise reads what was imported as paid */
export async function judgeRows(
  queries: Queries,
  reading: Reading,
  names: Names,
  staged: readonly KeyedRow[],
  { colonnes, reprise }: { colonnes: number; reprise: RepriseReading },
): Promise<Judged> {
  const fates = new Fates();
  const readable = await readAll(fates, reading, names, staged, colonnes);
  await refuseUnpriced(queries, reading, fates, readable);
  settleRepeated(reading, fates, readable);
  const matches = await matchRows(queries, reading, fates, fates.open(readable));
  const { fresh, same } = matches;
  await refuseUsedNumbers(queries, reading, fates, fresh);
  const corrections = await compareRows(queries, reading, names, fates, { rows: same, reprise });
  const enrolled = fates.open(fresh);
  for (const one of enrolled) {
    const { row } = one;
    const details = [...(row.jumellePar === 'homonyme' ? [homonymeOf(row)] : []), ...fates.takePhoto(one)];
    if (row.jumellePar === 'homonyme') fates.ask('homonymes', row.rang, homonymeOf(row));
    fates.set(row.rang, 'nouvelle', details);
  }
  const { questions, photos, sansPhoto } = fates;
  return { fates: [...fates.fates.values()], fresh: enrolled, corrections, questions, photos, sansPhoto };
}

const homonymeOf = ({ jumelle }: KeyedRow): string =>
  `même nom et même lieu que la ligne ${jumelle}, sans téléphone ni numéro : compté comme une autre personne`;

async function readAll(
  fates: Fates,
  { correspondance }: Reading,
  names: Names,
  staged: readonly KeyedRow[],
  colonnes: number,
): Promise<ReadableRow[]> {
  const readable: ReadableRow[] = [];
  for (const [index, row] of staged.entries()) {
    // lets other requests run
    if (index % AT_ONCE === 0) await setImmediate();
    const read = readRow(row, colonnes, correspondance, names);
    if (!('erreurs' in read)) {
      readable.push({ ...read, row });
      continue;
    }
    fates.set(row.rang, row.choix === 'écarter' ? 'écartée' : 'rejetée', read.erreurs);
    for (const question of read.questions) fates.ask(question, row.rang, read.erreurs[0] ?? '');
  }
  return readable;
}

/** Rejects rows whose précision has no rate at their place, or that lack the one that their rate needs. */
async function refuseUnpriced(
  queries: Queries,
  { entiteId, decisions, today }: Reading,
  fates: Fates,
  rows: readonly ReadableRow[],
): Promise<void> {
  const annee = Number(today.slice(0, 4));
  const tarifs = new Map<number, TarifLieu[]>();
  for (const { row, body } of rows) {
    if (body.lignes.every(({ typeEquipement }) => typeEquipement === null)) continue;
    const ramificationId = body.ramification;
    const rates =
      tarifs.get(ramificationId) ?? (await readTarifs(queries, { entiteId, ramificationId, annee }));
    tarifs.set(ramificationId, rates);
    const faultsOf = (isMissing: boolean): string[] =>
      precisionFaults(
        body.lignes.flatMap((ligne, rank) =>
          (ligne.precision === null) === isMissing ? [{ ...ligne, rank }] : [],
        ),
        rates,
        () => '',
      ).map(({ message }) => `Précision : ${message}`);
    const missing = faultsOf(true);
    if (missing.length > 0) fates.ask('precisions', row.rang, missing[0] ?? '');
    const faults = [...faultsOf(false), ...(decisions.precisions === 'garder' ? [] : missing)];
    if (faults.length > 0) fates.set(row.rang, 'rejetée', faults);
  }
}

/** Rows that repeat an earlier one of the file, or share its NIF or identity document under another name. */
function settleRepeated({ correspondance }: Reading, fates: Fates, rows: readonly ReadableRow[]): void {
  const columns = Object.values(correspondance);
  for (const { row } of fates.open(rows)) {
    const { rang, jumelle, jumellePar, valeurs, valeursJumelle, choix } = row;
    if (choix === 'écarter') fates.set(rang, 'écartée');
    else if (jumellePar === 'personne') {
      const isAlike = columns.every((column) => (valeurs[column] ?? '') === (valeursJumelle?.[column] ?? ''));
      if (isAlike) fates.set(rang, 'répétée', [`la ligne ${jumelle} dit la même chose`]);
      else
        fates.set(rang, 'rejetée', [
          `La ligne ${jumelle} est la même personne, avec d’autres valeurs : réunissez-les en une seule ligne`,
        ]);
    } else if ((jumellePar === 'nif' || jumellePar === 'piece') && choix === null)
      fates.set(rang, 'à décider', [
        `la ligne ${jumelle} porte, sous un autre nom, ${jumellePar === 'nif' ? 'le même NIF' : 'la même pièce d’identité'}`,
      ]);
  }
}

interface SameRow extends ReadableRow {
  contribuable: number;
}

/** Finds the taxpayer of each row: by its key, by a person's choice, or as the entry form looks for duplicates. */
async function matchRows(
  queries: Queries,
  { id, entiteId, scope, decisions }: Reading,
  fates: Fates,
  rows: readonly ReadableRow[],
): Promise<{ fresh: ReadableRow[]; same: SameRow[] }> {
  const byKey = await findByKeys(
    queries,
    entiteId,
    rows.map(({ row }) => row.cle),
  );
  const chosen = await findChosen(
    queries,
    scope,
    entiteId,
    rows.flatMap(({ row }) => row.choixId ?? []),
  );
  const same: SameRow[] = [];
  const sought: ReadableRow[] = [];
  for (const one of rows) {
    const { cle, choix, choixId } = one.row;
    const known = byKey.get(cle)?.id ?? (choixId !== null && chosen.has(choixId) ? choixId : undefined);
    if (known !== undefined) same.push({ ...one, contribuable: known });
    else if (choix === 'existant')
      fates.set(one.row.rang, 'rejetée', [
        'Le contribuable choisi pour cette ligne n’est plus là : choisissez de nouveau',
      ]);
    else sought.push(one);
  }
  const found = await findDoublonsOfRows(
    queries,
    scope,
    { entiteId, importId: id },
    sought.map(({ row: { rang }, body }) => {
      const { nom, prenom, raisonSociale } = body;
      return {
        rang,
        nom: raisonSociale ?? [nom, prenom].filter(Boolean).join(' '),
        inverse: raisonSociale ?? [prenom, nom].filter(Boolean).join(' '),
        telephone: body.telephone,
        piece: body.numeroPieceIdentite,
        nif: body.nif,
        numero: body.numKlis ?? null,
        ramification: body.ramification,
        latitude: body.latitude,
        longitude: body.longitude,
      };
    }),
  );
  const byRow = Map.groupBy(found, ({ rang }) => rang);
  const fresh: ReadableRow[] = [];
  for (const one of sought) {
    const { rang, choix } = one.row;
    const candidats = byRow.get(rang) ?? [];
    const sure = candidats.filter(({ sur }) => sur);
    const [only] = sure;
    if (only && sure.length === 1 && choix !== 'nouveau') same.push({ ...one, contribuable: only.id });
    else if (candidats.length === 0 || choix === 'nouveau') fresh.push(one);
    else decideDoublon(fates, decisions, rang, candidats, fresh, one);
  }
  return { fresh, same };
}

function decideDoublon(
  fates: Fates,
  { semblables }: DecisionsImport,
  rang: number,
  candidats: readonly RowDoublon[],
  fresh: ReadableRow[],
  one: ReadableRow,
): void {
  const [first] = candidats;
  if (!first) return;
  const owner = candidats.find(({ numero }) => numero);
  if (owner)
    return fates.set(rang, 'rejetée', [
      `Numéro du contribuable : c’est celui de ${owner.nom}, ${owner.lieu}, qui ne porte pas ce nom`,
    ]);
  const reason = `${first.nom} (${first.numKlis}) : ${first.raisons.join(', ').toLowerCase()}`;
  fates.ask('semblables', rang, reason);
  if (semblables === 'nouveaux') fresh.push(one);
  else
    fates.set(rang, semblables === 'écarter' ? 'écartée' : 'à décider', [reason], {
      candidats: candidats.map(({ rang: _rang, sur: _sur, numero: _numero, ...candidat }) => candidat),
    });
}

async function refuseUsedNumbers(
  queries: Queries,
  { entiteId }: Reading,
  fates: Fates,
  rows: readonly ReadableRow[],
): Promise<void> {
  const numbered = rows.flatMap(({ row: { rang }, body: { numKlis } }) =>
    numKlis === undefined ? [] : [{ rang, numero: numKlis }],
  );
  for (const rang of await usedNumbers(queries, entiteId, numbered))
    fates.set(rang, 'rejetée', ['Numéro du contribuable : un autre contribuable a déjà ce numéro']);
}

/** Compares rows with their taxpayers. @returns the corrections to write */
async function compareRows(
  queries: Queries,
  { entiteId, correspondance, decisions, today }: Reading,
  names: Names,
  fates: Fates,
  { rows, reprise }: { rows: readonly SameRow[]; reprise: RepriseReading },
): Promise<Judged['corrections']> {
  const ids = [...new Set(rows.map(({ contribuable }) => contribuable))];
  const existing = await readExisting(queries, entiteId, ids);
  const annees = [
    ...new Set(rows.flatMap(({ impayes, payes }) => [...impayes, ...payes].map(({ annee }) => annee))),
  ];
  const dus = Map.groupBy(
    await readArrieres(queries, entiteId, ids, annees),
    ({ contribuable }) => contribuable,
  );
  const repris = Map.groupBy(
    annees.length > 0 ? await reprise.read(queries, entiteId, ids) : [],
    ({ contribuable }) => contribuable,
  );
  const corrections: Judged['corrections'] = [];
  for (const one of rows) {
    const { contribuable, row } = one;
    const stored = existing.get(contribuable);
    if (!stored) continue;
    const difference = differenceOf(one, stored, {
      dus: dus.get(contribuable) ?? [],
      repris: repris.get(contribuable) ?? [],
      lieu: placeNamed(names, row.valeurs[correspondance['localisation'] ?? 0] ?? ''),
      taxes: names.taxes,
      today,
      obstacle: reprise.obstacle,
    });
    // a portrait of the register is never replaced
    const photoFaults = stored.photo === null ? fates.takePhoto(one) : [];
    if (stored.photo === null && one.photo && 'photo' in one.photo) {
      difference.photo = one.photo.photo.chemin;
      difference.details.push(`Photo : rien dans le registre, « ${difference.photo} » dans l’archive`);
    }
    if (difference.details.length === 0) {
      fates.set(row.rang, 'identique', photoFaults, { contribuable });
      continue;
    }
    const isCorrected = decisions.differences === 'corriger' && isCorrectable(difference);
    if (isCorrectable(difference)) fates.ask('differences', row.rang, difference.details[0] ?? '');
    if (isCorrected) corrections.push({ contribuable, rang: row.rang, difference });
    const details = [...difference.details, ...photoFaults];
    fates.set(row.rang, isCorrected ? 'corrigée' : 'différente', details, { contribuable });
  }
  return corrections;
}

function placeNamed(names: Names, text: string): string {
  const [place] = names.places(text);
  return place ? plainPath(place, names.places) : text;
}

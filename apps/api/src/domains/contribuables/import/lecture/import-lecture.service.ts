/** Prepares the reading of a file: resolves its names, detects its formats, and gives each row its key. */
import { lireChampDeLAnnee } from '@octroi/contract';
import { findByName } from '@octroi/contract/platform/values/text';
import { isClosed } from '#src/domains/fiscalite/index.ts';
import type { Scope } from '#src/platform/access/person.ts';
import type { Database, Queries } from '#src/platform/database/database.ts';
import { PositionColumn } from '#src/platform/import/coordinates.ts';
import { reread } from '#src/platform/import/code-pages.ts';
import { DayColumn } from '#src/platform/import/days.ts';
import { NumberColumn } from '#src/platform/import/numbers.ts';
import type { StoredImport } from '../import-fichiers.repository.ts';
import { allRows, columnValues, copyChoices, writeKeys } from '../import-lignes.repository.ts';
import { readBases, readPlaces, readTaxes } from '../import-registre.repository.ts';
import { RowKeys } from './import-identite.rules.ts';
import { placesByName } from './import-places.rules.ts';
import { PhotoIndex } from '../photos/import-photos.rules.ts';
import { readArchivePhotos, readNamedPhotos, writeUses } from '../photos/import-photos.repository.ts';
import { COORDONNEES, identiteOf, isCounted, isDated, type Names, PHOTO } from './import.rules.ts';

/** What a job reads a file with. */
export interface Reading extends Pick<
  StoredImport,
  'id' | 'entiteId' | 'decisions' | 'correspondance' | 'pages'
> {
  scope: Scope;
  today: string;
}

export async function namesOf(queries: Database, reading: Reading): Promise<Names> {
  const { entiteId, scope, correspondance, decisions, today } = reading;
  const places = placesByName(await readPlaces(queries, entiteId, scope));
  const bases = findByName(await readBases(queries, entiteId), ({ nom }) => [nom]);
  const closes = new Set<number>();
  for (const annee of yearsOf(Object.keys(correspondance), today))
    if (await isClosed(queries, entiteId, annee)) closes.add(annee);
  const { numbers, days, positions } = await columnsOf(queries, reading);
  const photos = await photosOf(queries, reading);
  return {
    places,
    bases,
    closes,
    today,
    taxes: await readTaxes(queries, entiteId),
    pages: pagesOf(reading),
    number: (champ, text) => (numbers.get(champ) ?? new NumberColumn()).read(text, decisions.nombres),
    photo: (rang, text) => photos.read(rang, text),
    position: (text) => positions.read(text, decisions.coordonnees),
    day: (champ, text) => (days.get(champ) ?? new DayColumn()).read(text, decisions.jours),
  };
}

/** The code pages that the file may be written in, after its author's decision. */
const pagesOf = ({ pages, decisions }: Pick<Reading, 'pages' | 'decisions'>): Names['pages'] =>
  decisions.octets && pages.length > 0 ? [decisions.octets] : pages;

/** The pictures of the archive, with the rows that name each of them. */
async function photosOf(
  db: Database,
  { id, correspondance, pages, decisions }: Reading,
): Promise<PhotoIndex> {
  const photos = new PhotoIndex(await readArchivePhotos(db, id));
  const column = correspondance[PHOTO];
  const [page, ...others] = pagesOf({ pages, decisions });
  if (column !== undefined)
    for (const { rang, texte } of await readNamedPhotos(db, id, column))
      photos.add(rang, page && others.length === 0 ? reread(texte, page) : texte);
  await db.transaction().execute((trx) => writeUses(trx, id, photos.uses()));
  return photos;
}

/** Years in which the columns may book something: any year until today if they hold days of payments. */
function yearsOf(champs: readonly string[], today: string): number[] {
  const named = champs.flatMap((nom) => lireChampDeLAnnee(nom)?.annee ?? []);
  if (!champs.some((nom) => lireChampDeLAnnee(nom)?.champ === 'payeLe')) return [...new Set(named)];
  const present = Number(today.slice(0, 4));
  return [...new Set([...named, ...Array.from({ length: present - 1999 }, (_, rank) => 2000 + rank)])];
}

/** Detects how each column writes numbers, days and positions over the whole file, before any row is read. */
async function columnsOf(queries: Queries, { id, correspondance }: Reading) {
  const champs = Object.keys(correspondance).filter(
    (champ) => isDated(champ) || isCounted(champ) || champ === COORDONNEES,
  );
  const numbers = new Map(champs.filter(isCounted).map((champ) => [champ, new NumberColumn()]));
  const positions = new PositionColumn();
  const days = new Map(champs.filter(isDated).map((champ) => [champ, new DayColumn()]));
  const columns = champs.map((champ) => correspondance[champ] ?? 0);
  if (columns.length > 0)
    for await (const texts of columnValues(queries, id, columns))
      for (const [at, champ] of champs.entries())
        (numbers.get(champ) ?? days.get(champ) ?? positions).addEvidence(texts[at] ?? '');
  return { numbers, days, positions };
}

/**
 * Gives every row of the file the key of its person, those with errors too: a corrected file then has the same keys.
 * Choices that were made for these people in earlier files are taken over.
 */
export async function keyRows(
  db: Database,
  { id, correspondance, decisions }: Reading,
  names: Names,
): Promise<void> {
  const keys = new RowKeys(decisions.homonymes);
  await db.transaction().execute(async (trx) => {
    for await (const rows of allRows(trx, id))
      await writeKeys(
        trx,
        id,
        rows.map((row) => keys.next(row.rang, identiteOf(row, correspondance, names))),
      );
    await copyChoices(trx, id);
  });
}

/** The files of imports, and the decisions that are kept with them. */
import { Readable } from 'node:stream';
import {
  type Import,
  type ImportPatch,
  isSuperAdmin,
  type LigneImport,
  proposeCorrespondance,
  type Rejet,
  type SortLigne,
} from '@octroi/contract';
import { stillHas } from '#src/platform/access/made-with.ts';
import { demand, demandUtilisateur, type Person, scopeOf } from '#src/platform/access/person.ts';
import type { Database, OpenTransaction } from '#src/platform/database/database.ts';
import type { Spool } from '#src/platform/files/spool.ts';
import { AppError, invalid, notFound } from '#src/platform/http/problem.ts';
import { reread } from '#src/platform/import/code-pages.ts';
import { withTable } from '#src/platform/import/reading.ts';
import type { Table } from '#src/platform/import/table.ts';
import {
  changeSheet,
  type Choix,
  describeImport,
  findImport,
  finishImport,
  readClasseur,
  setDecisions,
  type StoredImport,
} from './import-fichiers.repository.ts';
import {
  countLignesImport,
  countRejets,
  insertRows,
  readLignesImport,
  readRejets,
  setChoices,
  type StagedRow,
} from './import-lignes.repository.ts';
import { taxpayersOf } from '../systeme/systeme.service.ts';
import { demandIdle } from './import-travail.service.ts';

const refusal = (message: string): AppError => new AppError('fichier.refuse', message);

/** Maximum number of rows in a file. */
const MAX_ROWS = 200_000;

/** What was read of a sheet or text, beside its rows. */
export const describedOf = ({ heads, notes, feuille, feuilles = [], pages = [] }: Table) => ({
  colonnes: heads,
  remarques: [...notes],
  feuille: feuille ?? null,
  feuilles: feuilles.length > 1 ? [...feuilles] : [],
  pages: [...pages],
});

/** The files of imports: who may open them, what they are, and their other sheets. */
export function importFiles(db: Database, spool: Spool, size: number) {
  async function own(person: Person, id: string): Promise<StoredImport> {
    demandUtilisateur(person);
    demand(person, 'contribuables', 'Créer');
    const found = await findImport(db, id);
    if (!found || (found.utilisateurId !== person.id && !isSuperAdmin(person))) throw notFound();
    if (!(await stillHas(db, person, found.faitAvec))) throw notFound();
    return found;
  }

  async function describe(id: string): Promise<Import> {
    const found = await describeImport(db, id);
    if (!found) throw notFound();
    const { heads: stored, premieres, avant, pages, ...rest } = found;
    const [page = 'windows-1252'] = rest.decisions.octets ? [rest.decisions.octets] : pages;
    const heads = stored.map((head) => reread(head, page));
    const chosen =
      Object.keys(rest.correspondance).length > 0 ? rest.correspondance : propose(heads, avant, rest.taxes);
    return {
      ...rest,
      correspondance: chosen,
      colonnes: heads.map((nom, column) => ({
        nom,
        exemples: premieres.map((row) => reread(row[column] ?? '', page)),
      })),
    };
  }

  /** Replaces the rows by those of another sheet of the same workbook. @throws AppError 409 if it is not kept */
  async function readSheet({ id, nom }: StoredImport, feuille: string): Promise<void> {
    const content = await readClasseur(db, id);
    if (!content)
      throw new AppError(
        'conflit.regle',
        'Ce classeur n’est pas gardé : envoyez un classeur qui n’a que la feuille voulue.',
      );
    await using file = await spool.receive(Readable.from([content]));
    await withTable({ name: nom, path: file.path, feuille }, (table) =>
      db.transaction().execute(async (trx) => {
        await changeSheet(trx, id, describedOf(table));
        await finishImport(trx, id, await insertAll(trx, id, table.rows, size));
      }),
    );
  }

  return { own, describe, readSheet };
}
export type ImportFiles = ReturnType<typeof importFiles>;

/** Keeps decisions, of the file or of rows, or reads another sheet. */
export const decisions =
  (db: Database, { own, describe, readSheet }: ImportFiles) =>
  async (person: Person, id: string, patch: ImportPatch): Promise<Import> => {
    const stored = await own(person, id);
    // read after the right was checked
    const { decisions: chosenForFile, feuille, lignes = [] } = patch;
    await demandIdle(db, id);
    if (feuille !== undefined && feuille !== stored.feuille) await readSheet(stored, feuille);
    const chosen = lignes.flatMap(({ contribuable }) => contribuable ?? []);
    for (const { choix, contribuable } of lignes)
      if ((choix === 'existant') !== (contribuable !== undefined))
        throw invalid(
          'lignes',
          'Choisissez le contribuable que la ligne désigne, et pour ce choix seulement.',
        );
    const visible = await taxpayersOf(db, scopeOf(person), chosen);
    const known = new Set(visible.flatMap(({ id: one, entite }) => (entite === stored.entiteId ? one : [])));
    if (chosen.some((contribuable) => !known.has(contribuable)))
      throw invalid('lignes', 'Un contribuable choisi n’existe pas, ou n’est pas dans votre périmètre.');
    await db.transaction().execute(async (trx) => {
      if (chosenForFile) await setDecisions(trx, id, chosenForFile);
      if (lignes.length > 0 && (await setChoices(trx, id, lignes)) < lignes.length)
        throw invalid('lignes', 'Une ligne choisie n’est pas dans le fichier.');
    });
    return describe(id);
  };

/** The sums below the rows of our own workbooks: no name and no place, so nobody is left out. */
const isOurTotal = ({ valeurs: [first, ...others] }: StagedRow): boolean =>
  first === 'TOTAL' && others.every((text) => /^[-\d\s.,]*$/.test(text));

/**
 * @param size rows written per statement
 * @returns the number of rows
 */
export async function insertAll(
  trx: OpenTransaction,
  id: string,
  rows: AsyncIterable<StagedRow>,
  size: number,
): Promise<number> {
  let count = 0;
  let batch: StagedRow[] = [];
  for await (const row of rows) {
    if (isOurTotal(row)) continue;
    count += 1;
    if (count > MAX_ROWS) throw refusal(`Ce fichier a plus de ${MAX_ROWS} lignes. Partagez-le en plusieurs.`);
    batch.push(row);
    if (batch.length < size) continue;
    await insertRows(trx, id, batch);
    batch = [];
  }
  if (batch.length > 0) await insertRows(trx, id, batch);
  if (count === 0) throw refusal('Ce fichier n’a que sa ligne d’en-tête.');
  return count;
}

/** Proposes the columns that the person chose before for these heads, and guesses those of new heads. */
function propose(
  heads: readonly string[],
  before: readonly Choix[],
  taxes: Import['taxes'],
): Record<string, number> {
  const likely = proposeCorrespondance(heads, taxes);
  for (const { choix, colonnes } of before) {
    const columns = Object.entries(choix).map(([nom, head]) => [nom, heads.indexOf(head)] as const);
    if (columns.length === 0 || columns.some(([, column]) => column < 0)) continue;
    const since = Object.entries(likely).filter(
      ([nom, column]) => choix[nom] === undefined && !colonnes.includes(heads[column] ?? ''),
    );
    return Object.fromEntries([...columns, ...since]);
  }
  return likely;
}

/** Reads of the rows of a file: those with a fate, and the rejected ones. @param size rows read per batch */
export const rowReads = (db: Database, own: ImportFiles['own'], size: number) => ({
  async rejets(person: Person, id: string, page: number, size: number) {
    await own(person, id);
    const [data, total_records] = await Promise.all([
      readRejets(db, id, { offset: (page - 1) * size, limit: size }),
      countRejets(db, id),
    ]);
    return { data, meta: { total_records } };
  },

  async lignes(person: Person, id: string, sort: SortLigne | undefined, page: number, limit: number) {
    await own(person, id);
    const [data, total_records] = await Promise.all([
      readLignesImport(db, id, { sort: sort ?? null, offset: (page - 1) * limit, limit }),
      countLignesImport(db, id, sort ?? null),
    ]);
    return { data, meta: { total_records } };
  },

  /** Heads and all rows with their fate, batch by batch. */
  async lignesFile(person: Person, id: string) {
    const { colonnes, nom } = await own(person, id);
    const read = (after: number) => readLignesImport(db, id, { after, limit: size });
    return { colonnes, nom, batches: batchesOf<LigneImport>(read) };
  },

  /** Heads and rejected rows, batch by batch, as a file to correct and send again. */
  async rejetsFile(person: Person, id: string) {
    const { colonnes, nom } = await own(person, id);
    const read = (after: number) => readRejets(db, id, { after, limit: size });
    return { colonnes, nom, batches: batchesOf<Rejet>(read) };
  },
});

/** @param read reads the next rows after one */
async function* batchesOf<Row extends { rang: number }>(
  read: (after: number) => Promise<Row[]>,
): AsyncGenerator<Row[]> {
  for (let after = 0; ;) {
    const rows = await read(after);
    if (rows.length === 0) return;
    yield rows;
    after = rows.at(-1)?.rang ?? after;
  }
}

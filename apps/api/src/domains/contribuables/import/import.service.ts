/** Imports taxpayers from a file: upload, check, then enrolment by a background job (specification 2 section 2.3). */
import {
  anneeImpayee,
  CHAMPS_IMPORT,
  type Import,
  type ImportBody,
  isSuperAdmin,
  proposeCorrespondance,
  type Rejet,
  type Travail,
} from '@octroi/contract';
import { authorOf, scopeNow, stillHas } from '#src/platform/access/made-with.ts';
import { demand, demandUtilisateur, type Person, scopeOf } from '#src/platform/access/person.ts';
import type { Database, OpenTransaction, Queries } from '#src/platform/database/database.ts';
import { AppError, invalid, notFound } from '#src/platform/http/problem.ts';
import { type TableFile, withTable } from '#src/platform/import/reading.ts';
import type { Jobs } from '#src/platform/jobs/jobs.ts';
import type { Enrolling } from '../saisie/facturation.service.ts';
import {
  type Choix,
  countRejets,
  describeImport,
  findImport,
  finishImport,
  insertImport,
  insertRows,
  readPlaces,
  readRejets,
  setCorrespondance,
  type StagedRow,
  type StoredImport,
} from './import.repository.ts';
import { demandIdle, type ImportParams, importWork, NATURE } from './import-travail.service.ts';

const refusal = (message: string): AppError => new AppError('fichier.refuse', message);

/** Maximum number of rows in a file. */
const MAX_ROWS = 200_000;

export async function importService(db: Database, { jobs, enrolling }: { jobs: Jobs; enrolling: Enrolling }) {
  const size = jobs.thresholds.pas;
  await jobs.define(importWork(db, enrolling, size));

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
    const { heads, premieres, avant, ...rest } = found;
    const chosen = Object.keys(rest.correspondance).length > 0 ? rest.correspondance : propose(heads, avant);
    return {
      ...rest,
      correspondance: chosen,
      colonnes: heads.map((nom, column) => ({ nom, exemples: premieres.map((row) => row[column] ?? '') })),
    };
  }

  return {
    /** Stores the rows of a file; they are validated later. */
    async take(person: Person, entiteId: number, file: TableFile): Promise<Import> {
      demandUtilisateur(person);
      demand(person, 'contribuables', 'Créer');
      const places = await readPlaces(db, entiteId, scopeOf(person));
      if (places.length === 0)
        throw invalid('entite', "Cette collectivité n'existe pas, ou n'est pas dans votre périmètre.");
      const id = await withTable(file, ({ heads, rows, notes }) =>
        db.transaction().execute(async (trx) => {
          const values = {
            entiteId,
            utilisateurId: person.id,
            nom: file.name.slice(0, 200),
            colonnes: heads,
            remarques: [...notes],
            faitAvec: scopeNow(person),
          };
          const importId = await insertImport(trx, values);
          await finishImport(trx, importId, await insertAll(trx, importId, rows, size));
          return importId;
        }),
      );
      return describe(id);
    },

    find: async (person: Person, id: string): Promise<Import> => describe((await own(person, id)).id),

    async start(person: Person, id: string, body: ImportBody): Promise<Travail> {
      const stored = await own(person, id);
      const { correspondance, essai, nombres } = body;
      demandCorrespondance(correspondance, stored.colonnes);
      await demandIdle(db, id);
      await db.transaction().execute((trx) => setCorrespondance(trx, id, correspondance));
      const parametres: ImportParams = {
        import: id,
        nom: stored.nom,
        essai,
        correspondance,
        ...(nombres ? { nombres } : {}),
        scope: scopeOf(person),
      };
      return jobs.start({ nature: NATURE, entiteId: stored.entiteId, ...authorOf(person), parametres });
    },

    async rejets(person: Person, id: string, page: number, size: number) {
      await own(person, id);
      const [data, total_records] = await Promise.all([
        readRejets(db, id, { offset: (page - 1) * size, limit: size }),
        countRejets(db, id),
      ]);
      return { data, meta: { total_records } };
    },

    /** Heads and rejected rows, batch by batch, as a file to correct and send again. */
    async rejetsFile(person: Person, id: string) {
      const { colonnes, nom } = await own(person, id);
      return { colonnes, nom, batches: rejetBatches(db, id, size) };
    },
  };
}

/** @param size rows read per batch */
async function* rejetBatches(queries: Queries, id: string, size: number): AsyncGenerator<Rejet[]> {
  for (let after = 0; ;) {
    const rows = await readRejets(queries, id, { after, limit: size });
    if (rows.length === 0) return;
    yield rows;
    after = rows.at(-1)?.rang ?? after;
  }
}

/**
 * @param size rows written per statement
 * @returns the number of rows
 */
async function insertAll(
  trx: OpenTransaction,
  id: string,
  rows: AsyncIterable<StagedRow>,
  size: number,
): Promise<number> {
  let count = 0;
  let batch: StagedRow[] = [];
  for await (const row of rows) {
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
function propose(heads: readonly string[], before: readonly Choix[]): Record<string, number> {
  const likely = proposeCorrespondance(heads);
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

/** @throws AppError 400 */
function demandCorrespondance(correspondance: Record<string, number>, colonnes: readonly string[]): void {
  for (const [nom, column] of Object.entries(correspondance)) {
    if (!Object.hasOwn(CHAMPS_IMPORT, nom) && anneeImpayee(nom) === undefined)
      throw invalid('correspondance', `Le champ « ${nom} » n'existe pas.`);
    if (column >= colonnes.length)
      throw invalid('correspondance', 'Une colonne choisie n’est pas dans le fichier.');
  }
  for (const [nom, { label, required }] of Object.entries(CHAMPS_IMPORT))
    if (required && correspondance[nom] === undefined)
      throw invalid(
        `correspondance.${nom}`,
        `Choisissez la colonne du champ « ${label.replace(/ \(.*/, '')} ».`,
      );
}

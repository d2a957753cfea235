/** Taxpayers from a file: read, tried, then enrolled as a long work (specification 2 section 2.3). */
import {
  anneeImpayee,
  CHAMPS_IMPORT,
  FICHE_FIELDS,
  type Fiche,
  type Import,
  type ImportBody,
  type ImportReport,
  proposerCorrespondance,
  type Rejet,
  sansSigne,
  type TarifLieu,
  type Travail,
} from '@octroi/contract';
import { insertArrieres, isClosed, readTarifs } from '#src/domains/fiscalite/index.ts';
import {
  demand,
  demandUtilisateur,
  isSuperAdmin,
  type Person,
  type Scope,
  scopeOf,
} from '#src/platform/access/person.ts';
import type { Database, Queries } from '#src/platform/database/database.ts';
import { AppError, invalid, notFound } from '#src/platform/http/problem.ts';
import { readTable } from '#src/platform/import/table.ts';
import type { JobKind, Jobs } from '#src/platform/jobs/jobs.ts';
import { writeJournal } from '#src/platform/journal/journal.repository.ts';
import { type Enrolling, presentYear } from './facturation.service.ts';
import {
  batchStarts,
  countRejets,
  describeImport,
  findImport,
  finishImport,
  insertImport,
  insertRows,
  readBases,
  readPlaces,
  readRejets,
  readStaged,
  setCorrespondance,
  type StagedRow,
  type StoredImport,
  takenNumbers,
  writeErreurs,
} from './import.repository.ts';
import { type Names, placesByName, type Read, readRow } from './import.rules.ts';
import { enrolMany } from './inscription.service.ts';
import { precisionFaults } from './lignes.rules.ts';
import { findByKeys, reserveNumbers } from './saisie.repository.ts';

const NATURE = 'import-contribuables';
/** Rows of one step, and rows of a file. */
const BATCH = 1000;
const MAX_ROWS = 200_000;

interface Params {
  import: string;
  nom: string;
  essai: boolean;
  correspondance: Record<string, number>;
  /** What the author sees: rows of other places are rejected. */
  scope: Scope;
}
type StepReport = Omit<ImportReport, 'essai'>;

interface GoodRow extends Read {
  rang: number;
}

export async function importService(db: Database, { jobs, enrolling }: { jobs: Jobs; enrolling: Enrolling }) {
  await jobs.define(importWork(db, enrolling));

  async function own(person: Person, id: string): Promise<StoredImport> {
    demandUtilisateur(person);
    demand(person, 'contribuables', 'Créer');
    const found = await findImport(db, id);
    if (!found || (found.utilisateurId !== person.id && !isSuperAdmin(person))) throw notFound();
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
    /** Reads a file into the database, row by row; nothing is judged yet. */
    async take(person: Person, entiteId: number, file: { name: string; content: Buffer }): Promise<Import> {
      demandUtilisateur(person);
      demand(person, 'contribuables', 'Créer');
      const places = await readPlaces(db, entiteId, scopeOf(person));
      if (places.length === 0)
        throw invalid('entite', "Cette collectivité n'existe pas, ou n'est pas dans votre périmètre.");
      const { heads, rows } = await readTable(file.content);
      const id = await db.transaction().execute(async (trx) => {
        const given = { entiteId, utilisateurId: person.id, nom: file.name.slice(0, 200), colonnes: heads };
        const made = await insertImport(trx, given);
        let count = 0;
        let batch: StagedRow[] = [];
        for await (const row of rows) {
          count += 1;
          if (count > MAX_ROWS)
            throw new AppError(
              'fichier.refuse',
              `Ce fichier a plus de ${MAX_ROWS} lignes. Partagez-le en plusieurs.`,
            );
          batch.push(row);
          if (batch.length < BATCH) continue;
          await insertRows(trx, made, batch);
          batch = [];
        }
        if (batch.length > 0) await insertRows(trx, made, batch);
        if (count === 0) throw new AppError('fichier.refuse', 'Ce fichier n’a que sa ligne d’en-tête.');
        await finishImport(trx, made, count);
        return made;
      });
      return describe(id);
    },

    find: async (person: Person, id: string): Promise<Import> => describe((await own(person, id)).id),

    async start(person: Person, id: string, { correspondance, essai }: ImportBody): Promise<Travail> {
      const stored = await own(person, id);
      demandCorrespondance(correspondance, stored.colonnes);
      await setCorrespondance(db, id, correspondance);
      const parametres: Params = {
        import: id,
        nom: stored.nom,
        essai,
        correspondance,
        scope: scopeOf(person),
      };
      return jobs.start({ nature: NATURE, entiteId: stored.entiteId, utilisateurId: person.id, parametres });
    },

    async rejets(person: Person, id: string, page: number, size: number) {
      await own(person, id);
      const [data, total_records] = await Promise.all([
        readRejets(db, id, { offset: (page - 1) * size, limit: size }),
        countRejets(db, id),
      ]);
      return { data, meta: { total_records } };
    },

    /** Heads and rejected rows, batch by batch, for a file that is put right and sent again. */
    async rejetsFile(person: Person, id: string) {
      const { colonnes, nom } = await own(person, id);
      async function* batches(): AsyncGenerator<Rejet[]> {
        for (let after = 0; ;) {
          const rows = await readRejets(db, id, { after, limit: BATCH });
          if (rows.length === 0) return;
          yield rows;
          after = rows.at(-1)?.rang ?? after;
        }
      }
      return { colonnes, nom, batches: batches() };
    },
  };
}

/** The columns that a person chose before for such heads, else the likely ones. */
function propose(
  heads: readonly string[],
  before: readonly Record<string, string>[],
): Record<string, number> {
  for (const chosen of before) {
    const columns = Object.entries(chosen).map(([nom, head]) => [nom, heads.indexOf(head)] as const);
    if (columns.length > 0 && columns.every(([, column]) => column >= 0)) return Object.fromEntries(columns);
  }
  return proposerCorrespondance(heads);
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

/** A thousand rows a step, each step whole or not at all; a row that was enrolled before is known by its key. */
function importWork(db: Database, enrolling: Enrolling): JobKind<Params, StepReport> {
  return {
    nature: NATURE,
    steps: (params) => batchStarts(db, params.import, BATCH),
    async step(queries, params, start, travail) {
      const entiteId = travail.entiteId ?? 0;
      const stored: Pick<StoredImport, 'id' | 'entiteId'> = { id: params.import, entiteId };
      const staged = await readStaged(queries, params.import, start - 1, BATCH);
      const { good, erreurs } = await judge(queries, stored, staged, params, enrolling.today());
      const known = await findByKeys(
        queries,
        entiteId,
        good.map(({ cle }) => cle),
      );
      const fresh = [
        ...new Map(good.filter(({ cle }) => !known.has(cle)).map((row) => [row.cle, row])).values(),
      ];
      await writeErreurs(
        queries,
        params.import,
        staged.map(({ rang }) => ({ rang, erreurs: erreurs.get(rang) ?? null })),
      );
      if (!params.essai)
        await enrolRows(db, queries, enrolling, params, { entiteId, par: travail.utilisateurId }, fresh);
      return {
        lignes: staged.length,
        bonnes: fresh.length,
        deja: good.length - fresh.length,
        rejetees: erreurs.size,
        impayes: fresh.reduce(
          (sum, { impayes }) => sum + impayes.reduce((part, { montant }) => part + montant, 0),
          0,
        ),
      };
    },
    sum: ({ essai }, reports): ImportReport => {
      const total = (of: keyof StepReport): number => reports.reduce((sum, report) => sum + report[of], 0);
      return {
        essai,
        lignes: total('lignes'),
        bonnes: total('bonnes'),
        deja: total('deja'),
        rejetees: total('rejetees'),
        impayes: total('impayes'),
      };
    },
  };
}

async function namesOf(
  queries: Queries,
  entiteId: number,
  { scope, correspondance }: Params,
  today: string,
): Promise<Names> {
  const places = placesByName(await readPlaces(queries, entiteId, scope));
  const bases = new Map((await readBases(queries, entiteId)).map((base) => [sansSigne(base.nom), base]));
  const closes = new Set<number>();
  for (const annee of Object.keys(correspondance).flatMap((nom) => anneeImpayee(nom) ?? []))
    if (await isClosed(queries, entiteId, annee)) closes.add(annee);
  return { places, bases, closes, today };
}

/** Which rows of a batch are fit to be enrolled, and what is wrong with the others. */
async function judge(
  queries: Queries,
  stored: Pick<StoredImport, 'id' | 'entiteId'>,
  staged: readonly StagedRow[],
  params: Params,
  today: string,
): Promise<{ good: GoodRow[]; erreurs: Map<number, string[]> }> {
  const { entiteId } = stored;
  const { correspondance } = params;
  const names = await namesOf(queries, entiteId, params, today);
  const colonnes = (await findImport(queries, stored.id))?.colonnes.length ?? 0;
  const erreurs = new Map<number, string[]>();
  const good: GoodRow[] = [];
  for (const { rang, valeurs } of staged) {
    const read = readRow(valeurs, colonnes, correspondance, names);
    if ('erreurs' in read) erreurs.set(rang, read.erreurs);
    else good.push({ ...read, rang });
  }
  const annee = Number(today.slice(0, 4));
  const tarifs = new Map<number, TarifLieu[]>();
  for (const { rang, body } of good) {
    if (body.lignes.every(({ precision }) => precision === null)) continue;
    const ramificationId = body.ramification;
    const rates =
      tarifs.get(ramificationId) ?? (await readTarifs(queries, { entiteId, ramificationId, annee }));
    tarifs.set(ramificationId, rates);
    const faults = precisionFaults(
      body.lignes.map((ligne, rank) => ({ ...ligne, rank })),
      rates,
    );
    if (faults.length > 0)
      erreurs.set(
        rang,
        faults.map(({ message }) => `Précision : ${message}`),
      );
  }
  const column = correspondance['numKlis'];
  if (column !== undefined) {
    const numbered = good.flatMap(({ rang, body, cle }) =>
      body.numKlis === undefined ? [] : [{ rang, numero: body.numKlis, cle }],
    );
    for (const rang of await takenNumbers(queries, stored, column, numbered))
      erreurs.set(rang, [
        'Numéro du contribuable : un autre contribuable ou une autre ligne a déjà ce numéro',
      ]);
  }
  return { good: good.filter(({ rang }) => !erreurs.has(rang)), erreurs };
}

/** Enrols rows with their lines and unpaid dues; the journal holds one row a sub-entity, with its counts. */
async function enrolRows(
  db: Database,
  queries: Queries,
  enrolling: Enrolling,
  params: Params,
  { entiteId, par }: { entiteId: number; par: number | null },
  rows: readonly GoodRow[],
): Promise<void> {
  if (rows.length === 0 || par === null) return;
  const sorted = rows.toSorted((a, b) => a.body.ramification - b.body.ramification);
  const unnumbered = sorted.filter(({ body }) => body.numKlis === undefined).length;
  // on a connection of its own, so that other enrolments do not wait for this batch
  const numbers = await reserveNumbers(db, entiteId, unnumbered);
  const outcomes = await enrolMany(
    queries,
    enrolling,
    { entiteId, utilisateurId: par },
    sorted.map(({ body, cle }) => ({
      ...(Object.fromEntries(FICHE_FIELDS.map((name) => [name, body[name]])) as Fiche),
      lignes: body.lignes,
      numKlis: body.numKlis ?? (numbers.shift() as string),
      cle,
      createdAt: body.dateEnrollement === undefined ? null : `${body.dateEnrollement}T12:00:00Z`,
    })),
  );
  const enrolled = sorted.flatMap((row, rank) => {
    const outcome = outcomes[rank];
    return outcome?.nouveau ? [{ ...row, id: outcome.id }] : [];
  });
  await insertArrieres(
    queries,
    entiteId,
    enrolled.flatMap(({ id, impayes }) => impayes.map((impaye) => ({ ...impaye, contribuable: id }))),
  );
  for (const [ramification, there] of Map.groupBy(enrolled, ({ body }) => body.ramification))
    await writeJournal(queries, {
      entiteId,
      utilisateurId: par,
      acte: 'importer',
      domaine: 'contribuables',
      ressource: 'ramifications',
      id: ramification,
      apres: { fichier: params.nom, contribuables: there.length, annee: presentYear(enrolling) },
    });
}

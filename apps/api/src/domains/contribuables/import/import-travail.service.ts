/** The background job that checks a file of taxpayers, or enrols them. */
import { setImmediate } from 'node:timers/promises';
import {
  anneeImpayee,
  FICHE_FIELDS,
  type Fiche,
  type ImportReport,
  type StyleNombres,
  type TarifLieu,
} from '@octroi/contract';
import { findByName } from '@octroi/contract/platform/values/text';
import { insertArrieres, isClosed, readTarifs } from '#src/domains/fiscalite/index.ts';
import { demand, type Scope } from '#src/platform/access/person.ts';
import { AppError } from '#src/platform/http/problem.ts';
import { DayColumn } from '#src/platform/import/days.ts';
import { NumberColumn } from '#src/platform/import/numbers.ts';
import type { Database, OpenTransaction, Queries } from '#src/platform/database/database.ts';
import type { JobKind } from '#src/platform/jobs/jobs.ts';
import type { StoredTravail } from '#src/platform/jobs/jobs.repository.ts';
import { writeJournal } from '#src/platform/journal/journal.repository.ts';
import { type Enrolling, presentYear } from '../saisie/facturation.service.ts';
import {
  columnValues,
  findImport,
  isAtWork,
  readBases,
  partRows,
  readBatch,
  readPlaces,
  type StagedRow,
  type StoredImport,
  usedNumbers,
  writeErreurs,
} from './import.repository.ts';
import { isCounted, JOUR, type Names, type Read, readRow } from './import.rules.ts';
import { placesByName } from './import-places.rules.ts';
import { enrolMany } from '../saisie/inscription.service.ts';
import { precisionFaults } from '../lignes/lignes.rules.ts';
import { findByKeys, reserveNumbers } from '../saisie/saisie.repository.ts';

export const NATURE = 'import-contribuables';
/** Rows checked before other requests get a turn. */
const AT_ONCE = 20;

/** Parameters of an import job. */
export interface ImportParams {
  import: string;
  nom: string;
  essai: boolean;
  correspondance: Record<string, number>;
  /** Number format of the file, if the person chose one. */
  nombres?: StyleNombres;
  /** Scope of the author: rows of other places are rejected. */
  scope: Scope;
}
type StepReport = Omit<ImportReport, 'essai'>;

/** @throws AppError 409 while the file is being checked or imported */
export async function demandIdle(queries: Queries, id: string): Promise<void> {
  if (await isAtWork(queries, id))
    throw new AppError('conflit.regle', 'Une vérification ou un import de ce fichier est déjà en cours.');
}

interface GoodRow extends Read {
  rang: number;
}

/**
 * Each step is one transaction. A row already enrolled is recognised by its key.
 * @param size rows per step
 */
export function importWork(
  db: Database,
  enrolling: Enrolling,
  size: number,
): JobKind<ImportParams, StepReport> {
  // names are resolved once per job, not once per step
  let cached: { travail: string; names: Promise<Names> } | undefined;
  function namesFor(params: ImportParams, { id, entiteId }: StoredTravail): Promise<Names> {
    if (cached?.travail !== id) {
      const names = namesOf(db, entiteId ?? 0, params, enrolling.today());
      cached = { travail: id, names };
      names.catch(() => (cached = undefined));
    }
    return cached.names;
  }
  return {
    nature: NATURE,
    demand: (person) => demand(person, 'contribuables', 'Créer'),
    demandIdle: (params) => demandIdle(db, params.import),
    steps: (params) =>
      db
        .transaction()
        .execute((trx) => partRows(trx, params.import, params.correspondance['localisation'] ?? 0, size)),
    async step(trx, params, lot, travail) {
      const entiteId = travail.entiteId ?? 0;
      const stored: Pick<StoredImport, 'id' | 'entiteId'> = { id: params.import, entiteId };
      const staged = await readBatch(trx, params.import, lot);
      const { good, erreurs } = await judge(
        trx,
        stored,
        staged,
        params.correspondance,
        await namesFor(params, travail),
      );
      const enrolledBefore = await findByKeys(
        trx,
        entiteId,
        good.map(({ cle }) => cle),
      );
      const fresh = [
        ...new Map(good.filter(({ cle }) => !enrolledBefore.has(cle)).map((row) => [row.cle, row])).values(),
      ];
      await writeErreurs(
        trx,
        params.import,
        staged.map(({ rang }) => ({ rang, erreurs: erreurs.get(rang) ?? null })),
      );
      if (!params.essai)
        await enrolRows(db, trx, enrolling, params, { entiteId, par: travail.utilisateurId }, fresh);
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
    summarize: ({ essai }, reports): ImportReport => {
      const total = (key: keyof StepReport): number => reports.reduce((sum, report) => sum + report[key], 0);
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
  params: ImportParams,
  today: string,
): Promise<Names> {
  const { scope, correspondance, nombres } = params;
  const places = placesByName(await readPlaces(queries, entiteId, scope));
  const bases = findByName(await readBases(queries, entiteId), ({ nom }) => [nom]);
  const closes = new Set<number>();
  for (const annee of Object.keys(correspondance).flatMap((nom) => anneeImpayee(nom) ?? []))
    if (await isClosed(queries, entiteId, annee)) closes.add(annee);
  const { numbers, days } = await columnsOf(queries, params);
  return {
    places,
    bases,
    closes,
    today,
    number: (champ, text) => (numbers.get(champ) ?? new NumberColumn()).read(text, nombres),
    day: (text) => days.read(text),
  };
}

/** Detects the number and date format of each column over the whole file, before any row is read. */
async function columnsOf(queries: Queries, { import: id, correspondance }: ImportParams) {
  const champs = Object.keys(correspondance).filter((champ) => champ === JOUR || isCounted(champ));
  const numbers = new Map(champs.filter(isCounted).map((champ) => [champ, new NumberColumn()]));
  const days = new DayColumn();
  const columns = champs.map((champ) => correspondance[champ] ?? 0);
  if (columns.length > 0)
    for await (const texts of columnValues(queries, id, columns))
      for (const [at, champ] of champs.entries()) (numbers.get(champ) ?? days).addEvidence(texts[at] ?? '');
  return { numbers, days };
}

/** Splits the rows of a batch into those to enrol and those with errors. */
async function judge(
  queries: Queries,
  stored: Pick<StoredImport, 'id' | 'entiteId'>,
  staged: readonly StagedRow[],
  correspondance: ImportParams['correspondance'],
  names: Names,
): Promise<{ good: GoodRow[]; erreurs: Map<number, string[]> }> {
  const { entiteId } = stored;
  const colonnes = (await findImport(queries, stored.id))?.colonnes.length ?? 0;
  const erreurs = new Map<number, string[]>();
  const good: GoodRow[] = [];
  for (const [index, row] of staged.entries()) {
    const { rang } = row;
    // lets other requests run
    if (index % AT_ONCE === 0) await setImmediate();
    const read = readRow(row, colonnes, correspondance, names);
    if ('erreurs' in read) erreurs.set(rang, read.erreurs);
    else good.push({ ...read, rang });
  }
  const annee = Number(names.today.slice(0, 4));
  const tarifs = new Map<number, TarifLieu[]>();
  for (const { rang, body } of good) {
    if (body.lignes.every(({ precision }) => precision === null)) continue;
    const ramificationId = body.ramification;
    const rates =
      tarifs.get(ramificationId) ?? (await readTarifs(queries, { entiteId, ramificationId, annee }));
    tarifs.set(ramificationId, rates);
    const faults = precisionFaults(
      // a register may lack the précision: such a line is kept and waits among the lines without a rate
      body.lignes.flatMap((ligne, rank) => (ligne.precision === null ? [] : [{ ...ligne, rank }])),
      rates,
      () => '',
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
    for (const rang of await usedNumbers(queries, stored, column, numbered))
      erreurs.set(rang, [
        'Numéro du contribuable : un autre contribuable ou une autre ligne a déjà ce numéro',
      ]);
  }
  return { good: good.filter(({ rang }) => !erreurs.has(rang)), erreurs };
}

/** Enrols rows with their lines and unpaid dues. The journal gets one row per sub-entity, with its counts. */
async function enrolRows(
  db: Database,
  trx: OpenTransaction,
  enrolling: Enrolling,
  params: ImportParams,
  { entiteId, par }: { entiteId: number; par: number | null },
  rows: readonly GoodRow[],
): Promise<void> {
  if (rows.length === 0 || par === null) return;
  const sorted = rows.toSorted((a, b) => a.body.ramification - b.body.ramification);
  const unnumbered = sorted.filter(({ body }) => body.numKlis === undefined).length;
  // in its own transaction, so that other enrolments do not wait for this batch
  const numbers = await db.transaction().execute((own) => reserveNumbers(own, entiteId, unnumbered));
  const outcomes = await enrolMany(
    trx,
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
    trx,
    entiteId,
    enrolled.flatMap(({ id, impayes }) => impayes.map((impaye) => ({ ...impaye, contribuable: id }))),
  );
  for (const [ramification, there] of Map.groupBy(enrolled, ({ body }) => body.ramification))
    await writeJournal(trx, {
      entiteId,
      utilisateurId: par,
      acte: 'importer',
      domaine: 'contribuables',
      ressource: 'ramifications',
      id: ramification,
      apres: { fichier: params.nom, contribuables: there.length, annee: presentYear(enrolling) },
    });
}

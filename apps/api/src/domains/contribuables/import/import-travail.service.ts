/** The background job that checks a file of taxpayers, or enrols and corrects them. */
import { type ImportReport, lireChampDeLAnnee } from '@octroi/contract';
import { demand, type Person, type Scope } from '#src/platform/access/person.ts';
import type { Database, Queries } from '#src/platform/database/database.ts';
import { AppError } from '#src/platform/http/problem.ts';
import type { JobKind } from '#src/platform/jobs/jobs.ts';
import type { StoredTravail } from '#src/platform/jobs/jobs.repository.ts';
import { correctRows } from './import-corrections.service.ts';
import { enrolRows, type ImportPorts } from './import-ecriture.service.ts';
import { keyRows, namesOf, type Reading } from './lecture/import-lecture.service.ts';
import { attachPortraits } from './photos/import-portraits.service.ts';
import { added, EMPTY, reportOf, type StepReport } from './import-rapport.rules.ts';
import { judgeRows } from './import-sort.service.ts';
import { findImport, isAtWork, takeTurn } from './import-fichiers.repository.ts';
import { partRows, readBatch, writeFates } from './import-lignes.repository.ts';
import type { Names } from './lecture/import.rules.ts';
import type { PaiementsRepris } from './paiements-repris.ts';

export const NATURE = 'import-contribuables';

/** Parameters of an import job. */
export interface ImportParams {
  import: string;
  nom: string;
  essai: boolean;
  correspondance: Record<string, number>;
  decisions: Reading['decisions'];
  /** Scope of the author: rows of other places are rejected. */
  scope: Scope;
}

/** @throws AppError 409 while the file is being checked or imported */
export async function demandIdle(queries: Queries, id: string): Promise<void> {
  if (await isAtWork(queries, id))
    throw new AppError('conflit.regle', 'Une vérification ou un import de ce fichier est déjà en cours.');
}

/**
 * Rights of an import: enrolling, editing if taxpayers are corrected, and booking payments if it has columns of them.
 * @throws AppError 403
 */
export function demandImport(
  person: Person,
  repris: PaiementsRepris,
  { essai, decisions, correspondance }: Pick<ImportParams, 'essai' | 'decisions' | 'correspondance'>,
): void {
  demand(person, 'contribuables', 'Créer');
  if (!essai && Object.keys(correspondance).some((nom) => lireChampDeLAnnee(nom)?.champ === 'paye'))
    repris.demand(person);
  if (!essai && decisions.differences === 'corriger') demand(person, 'contribuables', 'Modifier');
}

/** The file as a job reads it. */
interface OpenedFile {
  reading: Reading;
  names: Names;
  colonnes: number;
}

/**
 * Each step is one transaction. The person of a row is recognised by its key, or as the entry form looks for duplicates.
 * @param size rows per step
 */
export function importWork(
  db: Database,
  { enrolling, repris }: ImportPorts,
  size: number,
): JobKind<ImportParams, StepReport> {
  // names are resolved once per job, not once per step
  let cached: { travail: string; file: Promise<OpenedFile> } | undefined;
  async function open(params: ImportParams, entiteId: number): Promise<OpenedFile> {
    const { import: id, correspondance, decisions, scope } = params;
    const stored = await findImport(db, id);
    if (!stored) throw new AppError('introuvable', 'Ce fichier n’est plus gardé : envoyez-le de nouveau.');
    const reading = {
      id,
      entiteId,
      scope,
      correspondance,
      decisions,
      pages: stored.pages,
      today: enrolling.today(),
    };
    return { reading, names: await namesOf(db, reading), colonnes: stored.colonnes.length };
  }
  function fileOf(params: ImportParams, { id, entiteId }: StoredTravail): Promise<OpenedFile> {
    if (cached?.travail !== id) {
      const file = open(params, entiteId ?? 0);
      cached = { travail: id, file };
      file.catch(() => (cached = undefined));
    }
    return cached.file;
  }
  return {
    nature: NATURE,
    demand: (person, params) => demandImport(person, repris, params),
    demandIdle: (params) => demandIdle(db, params.import),
    async steps(params, travail) {
      const { reading, names } = await fileOf(params, travail);
      await keyRows(db, reading, names);
      return db
        .transaction()
        .execute((trx) => partRows(trx, params.import, params.correspondance['localisation'] ?? 0, size));
    },
    async step(trx, params, lot, travail) {
      const { reading, names, colonnes } = await fileOf(params, travail);
      const staged = await readBatch(trx, params.import, lot);
      const { author } = travail;
      if (!params.essai)
        await takeTurn(trx, reading.entiteId, { corrects: params.decisions.differences === 'corriger' });
      const obstacle = author ? await repris.obstacleToUndo(trx, author, reading.entiteId) : undefined;
      const judged = await judgeRows(trx, reading, names, staged, {
        colonnes,
        reprise: { read: repris.read, obstacle },
      });
      if (!params.essai && author !== null) {
        const run = { ports: { enrolling, repris }, file: reading, nom: params.nom, author };
        await enrolRows(db, trx, run, judged);
        await correctRows(trx, run, judged);
        await attachPortraits(trx, run, judged);
      }
      await writeFates(trx, params.import, judged.fates);
      return reportOf(judged);
    },
    summarize: ({ essai }, reports): ImportReport => ({ essai, ...reports.reduce(added, EMPTY) }),
  };
}

/** The background job that checks a file of taxpayers, or enrols and corrects them. */
import {
  FICHE_FIELDS,
  type Fiche,
  type ImportReport,
  lireChampDeLAnnee,
  QUESTIONS,
  sumBy,
} from '@octroi/contract';
import { correctArrieres, insertArrieres } from '#src/domains/fiscalite/index.ts';
import { demand, type Person, type Scope } from '#src/platform/access/person.ts';
import type { Database, OpenTransaction, Queries } from '#src/platform/database/database.ts';
import { AppError } from '#src/platform/http/problem.ts';
import type { JobKind } from '#src/platform/jobs/jobs.ts';
import type { StoredTravail } from '#src/platform/jobs/jobs.repository.ts';
import { writeJournal } from '#src/platform/journal/journal.repository.ts';
import { applyEdit, asLigne } from '../saisie/edition.service.ts';
import { type Enrolling, presentYear } from '../saisie/facturation.service.ts';
import { enrolMany } from '../saisie/inscription.service.ts';
import { reserveNumbers } from '../saisie/saisie.repository.ts';
import { readLignes } from '../lignes/lignes.repository.ts';
import { keyRows, namesOf, type Reading } from './import-lecture.service.ts';
import { type Judged, judgeRows } from './import-sort.service.ts';
import { findImport, isAtWork, partRows, readBatch, takeTurn, writeFates } from './import.repository.ts';
import type { Names, Paye, Read } from './import.rules.ts';
import type { PaiementAReprendre, PaiementsRepris } from './paiements-repris.ts';

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
type StepReport = Omit<ImportReport, 'essai'>;

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

/** What an import needs of other parts of the product. */
export interface ImportPorts {
  enrolling: Enrolling;
  repris: PaiementsRepris;
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
      }
      await writeFates(trx, params.import, judged.fates);
      return reportOf(judged);
    },
    summarize: ({ essai }, reports): ImportReport => ({ essai, ...reports.reduce(added, EMPTY) }),
  };
}

const EMPTY: StepReport = {
  lignes: 0,
  bonnes: 0,
  deja: 0,
  rejetees: 0,
  impayes: 0,
  exercices: [],
  sorts: {},
  questions: [],
};

/** What rows bring along by year: those to enrol, and what corrections change of payments. */
function exercicesOf({ fresh, corrections }: Judged): StepReport['exercices'] {
  const moved = corrections.flatMap(({ difference: { payes, annules, repris } }) => [
    ...payes,
    ...repris
      .filter(({ transactions }) => transactions.some((id) => annules.includes(id)))
      .map(({ annee, montant }) => ({ annee, montant: -montant })),
  ]);
  const payes = [...fresh.flatMap((one) => one.payes), ...moved].filter(({ montant }) => montant !== 0);
  const impayes = fresh.flatMap((one) => one.impayes);
  const of = (rows: readonly { annee: number; montant: number }[], annee: number): number =>
    sumBy(
      rows.filter((row) => row.annee === annee),
      ({ montant }) => montant,
    );
  return [...new Set([...impayes, ...payes].map(({ annee }) => annee))]
    .toSorted((a, b) => a - b)
    .map((annee) => ({ annee, impayes: of(impayes, annee), payes: of(payes, annee) }));
}

function reportOf(judged: Judged): StepReport {
  const { fates, fresh, questions } = judged;
  const sorts: StepReport['sorts'] = {};
  for (const { sort } of fates) sorts[sort] = (sorts[sort] ?? 0) + 1;
  const { identique = 0, différente = 0, corrigée = 0, répétée = 0 } = sorts;
  return {
    lignes: fates.length,
    bonnes: sorts.nouvelle ?? 0,
    deja: identique + différente + corrigée + répétée,
    rejetees: sorts.rejetée ?? 0,
    impayes: fresh.reduce(
      (sum, { impayes }) => sum + impayes.reduce((part, { montant }) => part + montant, 0),
      0,
    ),
    exercices: exercicesOf(judged),
    sorts,
    questions: QUESTIONS.flatMap((nature) => (questions[nature] ? [{ nature, ...questions[nature] }] : [])),
  };
}

/** The report of two parts of a file. */
function added(one: StepReport, other: StepReport): StepReport {
  const sorts = { ...one.sorts };
  for (const [sort, lignes] of Object.entries(other.sorts) as [keyof typeof sorts, number][])
    sorts[sort] = (sorts[sort] ?? 0) + lignes;
  return {
    lignes: one.lignes + other.lignes,
    bonnes: one.bonnes + other.bonnes,
    deja: one.deja + other.deja,
    rejetees: one.rejetees + other.rejetees,
    impayes: one.impayes + other.impayes,
    exercices: [...Map.groupBy([...one.exercices, ...other.exercices], ({ annee }) => annee)]
      .toSorted(([a], [b]) => a - b)
      .map(([annee, rows]) => ({
        annee,
        impayes: sumBy(rows, ({ impayes }) => impayes),
        payes: sumBy(rows, ({ payes }) => payes),
      })),
    sorts,
    questions: QUESTIONS.flatMap((nature) => {
      const both = [...one.questions, ...other.questions].filter((question) => question.nature === nature);
      const [first] = both;
      return first ? [{ ...first, lignes: both.reduce((sum, { lignes }) => sum + lignes, 0) }] : [];
    }),
  };
}

/** A run of an import that writes. */
interface Run {
  ports: ImportPorts;
  file: Pick<Reading, 'id' | 'entiteId' | 'today'>;
  nom: string;
  author: Person;
}

/** An imported due: what is left to pay, and what was paid of it before Octroi. Dues of the present year are computed. */
function arrieresOf({ impayes, payes }: Pick<Read, 'impayes' | 'payes'>, today: string): Read['impayes'] {
  const past = payes.filter(({ annee, montant }) => montant > 0 && annee < Number(today.slice(0, 4)));
  const rows = Map.groupBy([...impayes, ...past], ({ annee, taxe }) => `${annee} ${taxe}`);
  return [...rows.values()].map((same) => ({
    annee: same[0]?.annee ?? 0,
    taxe: same[0]?.taxe ?? 0,
    montant: sumBy(same, ({ montant }) => montant),
  }));
}

/** A payment whose day the file does not say is of the last day of its year, or of the day of the import. */
const paiementOf = (
  contribuable: number,
  { annee, taxe, montant, jour, quittance }: Paye,
  today: string,
): PaiementAReprendre => {
  const last = `${annee}-12-31`;
  return { contribuable, annee, taxe, montant, quittance, jour: jour ?? (last < today ? last : today) };
};

/** Enrols rows with their lines, unpaid dues and earlier payments. The journal gets one row per sub-entity, with its counts. */
async function enrolRows(
  db: Database,
  trx: OpenTransaction,
  { ports: { enrolling, repris }, file, nom, author }: Run,
  { fresh, fates }: Judged,
): Promise<void> {
  if (fresh.length === 0) return;
  const { entiteId, today } = file;
  const sorted = fresh.toSorted((a, b) => a.body.ramification - b.body.ramification);
  const unnumbered = sorted.filter(({ body }) => body.numKlis === undefined).length;
  // in its own transaction, so that other enrolments do not wait for this batch
  const numbers = await db.transaction().execute((own) => reserveNumbers(own, entiteId, unnumbered));
  const outcomes = await enrolMany(
    trx,
    enrolling,
    { entiteId, utilisateurId: author.id },
    sorted.map(({ body, row }) => ({
      ...(Object.fromEntries(FICHE_FIELDS.map((name) => [name, body[name]])) as Fiche),
      lignes: body.lignes,
      numKlis: body.numKlis ?? (numbers.shift() as string),
      cle: row.cle,
      createdAt: body.dateEnrollement === undefined ? null : `${body.dateEnrollement}T12:00:00Z`,
    })),
  );
  const byRow = new Map(fates.map((fate) => [fate.rang, fate]));
  const enrolled = sorted.flatMap((one, rank) => {
    const outcome = outcomes[rank];
    const fate = byRow.get(one.row.rang);
    if (!outcome || !fate) return [];
    fate.contribuable = outcome.id;
    if (outcome.nouveau) return [{ ...one, id: outcome.id }];
    // another import enrolled the same person at the same time
    fate.sort = 'identique';
    return [];
  });
  await insertArrieres(
    trx,
    entiteId,
    enrolled.flatMap(({ id, ...read }) =>
      arrieresOf(read, today).map((arriere) => ({ ...arriere, contribuable: id })),
    ),
  );
  const paiements = enrolled.flatMap(({ id, payes }) =>
    payes.filter(({ montant }) => montant > 0).map((paye) => paiementOf(id, paye, today)),
  );
  if (paiements.length > 0) {
    await repris.lock(
      trx,
      entiteId,
      paiements.map(({ contribuable }) => contribuable),
    );
    await repris.book(trx, { entiteId, person: author, requestId: file.id }, paiements);
  }
  for (const [ramification, there] of Map.groupBy(enrolled, ({ body }) => body.ramification))
    await writeJournal(trx, {
      entiteId,
      utilisateurId: author.id,
      acte: 'importer',
      domaine: 'contribuables',
      ressource: 'ramifications',
      id: ramification,
      apres: { fichier: nom, contribuables: there.length, annee: presentYear(enrolling) },
    });
}

/** Corrects taxpayers after the file, each as an edit of its record, and the amounts of their imported dues. */
async function correctRows(trx: OpenTransaction, run: Run, { corrections, fates }: Judged): Promise<void> {
  for (const { contribuable, rang, difference } of corrections) {
    try {
      await correct(trx, run, { contribuable, difference });
    } catch (error) {
      // refused before anything was written for it
      if (!(error instanceof AppError)) throw error;
      const fate = fates.find((one) => one.rang === rang);
      if (!fate) throw error;
      fate.sort = 'rejetée';
      fate.details = [error.message, ...(error.errors ?? []).map(({ message }) => message)];
    }
  }
}

/** @throws AppError 409 if payments were imported for the taxpayer since the row was compared */
async function takeBackRepris(
  trx: OpenTransaction,
  { ports: { repris }, file: { id: requestId, entiteId }, nom, author: person }: Run,
  { contribuable, difference }: Pick<Judged['corrections'][number], 'contribuable' | 'difference'>,
): Promise<void> {
  const { payes, annules, repris: compared } = difference;
  if (payes.length + annules.length === 0) return;
  await repris.lock(trx, entiteId, [contribuable]);
  const idsOf = (rows: typeof compared): string =>
    rows
      .flatMap(({ transactions }) => transactions)
      .toSorted((a, b) => a - b)
      .join(' ');
  if (idsOf(await repris.read(trx, entiteId, [contribuable])) !== idsOf(compared))
    throw new AppError(
      'conflit.regle',
      'Ses paiements d’avant Octroi ont changé depuis la lecture de la ligne : vérifiez le fichier de nouveau',
    );
  if (annules.length === 0) return;
  const motif = `Reprise corrigée d’après le fichier ${nom}`;
  await repris.takeBack(trx, { entiteId, person, requestId }, { contribuable, transactions: annules, motif });
}

async function correct(
  trx: OpenTransaction,
  run: Run,
  { contribuable: id, difference }: Pick<Judged['corrections'][number], 'contribuable' | 'difference'>,
): Promise<void> {
  const { ports, file, author: person } = run;
  const { enrolling, repris } = ports;
  const { id: importId, entiteId, today } = file;
  const { fiche, lignes, nouveaux, corriges, payes, annules } = difference;
  await takeBackRepris(trx, run, { contribuable: id, difference });
  const kept = (await readLignes(trx, entiteId, id)).map(asLigne);
  const matched = new Set<(typeof lignes)[number]>();
  const changed = kept.map((ligne) => {
    const file = lignes.find(
      (one) =>
        !matched.has(one) &&
        one.typeEquipement === ligne.typeEquipement &&
        one.natureActivite === ligne.natureActivite,
    );
    if (!file) return ligne;
    matched.add(file);
    return { ...ligne, precision: file.precision, quantite: file.quantite };
  });
  const isEdited = Object.keys(fiche).length + lignes.length > 0;
  if (isEdited)
    await applyEdit(
      trx,
      enrolling,
      { person, entiteId, id, version: null, requestId: importId },
      {
        ...fiche,
        lignes: [
          ...changed,
          ...lignes
            .filter((one) => !matched.has(one))
            .map((one) => ({
              ...one,
              id: undefined,
              latitude: undefined,
              longitude: undefined,
              correction: undefined,
            })),
        ],
      },
    );
  await correctArrieres(trx, entiteId, corriges);
  await insertArrieres(trx, entiteId, nouveaux);
  await repris.book(
    trx,
    { entiteId, person, requestId: importId },
    payes.map((paye) => paiementOf(id, paye, today)),
  );
  if (nouveaux.length + corriges.length + payes.length + annules.length === 0) return;
  await enrolling.payments.takeUpAdvances(trx, entiteId, [id]);
  await writeJournal(trx, {
    entiteId,
    utilisateurId: person.id,
    acte: 'importer',
    domaine: 'contribuables',
    ressource: 'contribuables',
    id,
    apres: {
      impayes: [...nouveaux, ...corriges].map(({ annee, montant }) => ({ annee, montant })),
      ...(payes.length + annules.length > 0
        ? { payes: payes.map(({ annee, montant }) => ({ annee, montant })), annules: annules.length }
        : {}),
    },
  });
}

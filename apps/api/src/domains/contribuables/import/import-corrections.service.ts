/** Corrects the taxpayers that a file differs from: records as by an edit, amounts for a whole batch at once. */
import { correctArrieres, insertArrieres } from '#src/domains/fiscalite/index.ts';
import { inSavepoint, type OpenTransaction } from '#src/platform/database/database.ts';
import { AppError } from '#src/platform/http/problem.ts';
import { writeJournals } from '#src/platform/journal/journal.repository.ts';
import { readLignes } from '../lignes/lignes.repository.ts';
import { applyEdit, asLigne } from '../saisie/edition.service.ts';
import { paiementOf, type Run } from './import-ecriture.service.ts';
import type { Judged } from './import-sort.service.ts';
import type { DejaRepris } from './paiements-repris.ts';

type Correction = Judged['corrections'][number];

const CHANGED =
  'Ses paiements d’avant Octroi ont changé depuis la lecture de la ligne : vérifiez le fichier de nouveau';

/** Corrections of different taxpayers. Two rows of a file may be the same one: the second row then comes in a later wave. */
function* wavesOf(corrections: readonly Correction[]): Generator<Correction[]> {
  const queues = [...Map.groupBy(corrections, ({ contribuable }) => contribuable).values()];
  for (let wave = 0; ; wave += 1) {
    const next = queues.flatMap((queue) => queue[wave] ?? []);
    if (next.length === 0) return;
    yield next;
  }
}

/** Corrects taxpayers after the file. A refused correction becomes the fate of its row. */
export async function correctRows(
  trx: OpenTransaction,
  run: Run,
  { corrections, fates }: Judged,
): Promise<void> {
  const byRow = new Map(fates.map((fate) => [fate.rang, fate]));
  const refuse = ({ rang }: Correction, error: AppError): void => {
    const fate = byRow.get(rang);
    if (!fate) throw error;
    fate.sort = 'rejetée';
    fate.details = [error.message, ...(error.errors ?? []).map(({ message }) => message)];
  };
  for (const wave of wavesOf(corrections)) {
    const changed = await changedSince(trx, run, wave);
    const edited: Correction[] = [];
    for (const one of wave)
      try {
        if (changed.has(one.contribuable)) throw new AppError('conflit.regle', CHANGED);
        // a refused edit leaves the payments that it would have replaced
        await inSavepoint(trx, async () => {
          await takeBack(trx, run, one);
          await edit(trx, run, one);
        });
        edited.push(one);
      } catch (error) {
        if (!(error instanceof AppError)) throw error;
        refuse(one, error);
      }
    await correctAmounts(trx, run, edited);
  }
}

const movesPayments = ({ difference: { payes, annules } }: Correction): boolean =>
  payes.length + annules.length > 0;

const idsOf = (rows: readonly DejaRepris[]): string =>
  rows
    .flatMap(({ transactions }) => transactions)
    .toSorted((a, b) => a - b)
    .join(' ');

/** Locks the taxpayers whose payments change. @returns those for whom payments were imported since the row was compared */
async function changedSince(
  trx: OpenTransaction,
  { ports: { repris }, file: { entiteId } }: Run,
  corrections: readonly Correction[],
): Promise<ReadonlySet<number>> {
  const moved = corrections.filter(movesPayments);
  if (moved.length === 0) return new Set();
  const ids = moved.map(({ contribuable }) => contribuable);
  await repris.lock(trx, entiteId, ids);
  const present = Map.groupBy(await repris.read(trx, entiteId, ids), ({ contribuable }) => contribuable);
  return new Set(
    moved.flatMap(({ contribuable, difference }) =>
      idsOf(present.get(contribuable) ?? []) === idsOf(difference.repris) ? [] : [contribuable],
    ),
  );
}

async function takeBack(
  trx: OpenTransaction,
  { ports: { repris }, file: { id: requestId, entiteId }, nom, author: person }: Run,
  { contribuable, difference: { annules } }: Correction,
): Promise<void> {
  if (annules.length === 0) return;
  const motif = `Reprise corrigée d’après le fichier ${nom}`;
  await repris.takeBack(trx, { entiteId, person, requestId }, { contribuable, transactions: annules, motif });
}

/** Writes what differs of the record and of its lines, as an edit of the record. */
async function edit(
  trx: OpenTransaction,
  { ports: { enrolling }, file: { id: requestId, entiteId }, author: person }: Run,
  { contribuable: id, difference: { fiche, lignes } }: Correction,
): Promise<void> {
  if (Object.keys(fiche).length + lignes.length === 0) return;
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
  const added = lignes
    .filter((one) => !matched.has(one))
    .map((one) => ({
      ...one,
      id: undefined,
      latitude: undefined,
      longitude: undefined,
      correction: undefined,
    }));
  await applyEdit(
    trx,
    enrolling,
    { person, entiteId, id, version: null, requestId },
    { ...fiche, lignes: [...changed, ...added] },
  );
}

/** Writes imported dues and payments. Each statement takes all of them: one taxpayer at a time took most of an import. */
async function correctAmounts(
  trx: OpenTransaction,
  run: Run,
  corrections: readonly Correction[],
): Promise<void> {
  const { ports, file, author: person } = run;
  const { id: requestId, entiteId, today } = file;
  const moved = corrections.filter(
    (one) => movesPayments(one) || one.difference.nouveaux.length + one.difference.corriges.length > 0,
  );
  if (moved.length === 0) return;
  const ids = moved.map(({ contribuable }) => contribuable);
  await ports.repris.lock(trx, entiteId, ids);
  await correctArrieres(
    trx,
    entiteId,
    moved.flatMap(({ difference }) => difference.corriges),
  );
  await insertArrieres(
    trx,
    entiteId,
    moved.flatMap(({ difference }) => difference.nouveaux),
  );
  await ports.repris.book(
    trx,
    { entiteId, person, requestId },
    moved.flatMap(({ contribuable, difference }) =>
      difference.payes.map((paye) => paiementOf(contribuable, paye, today)),
    ),
  );
  await ports.enrolling.payments.takeUpAdvances(trx, entiteId, ids);
  await writeJournals(
    trx,
    moved.map((one) => ({
      entiteId,
      utilisateurId: person.id,
      acte: 'importer' as const,
      domaine: 'contribuables' as const,
      ressource: 'contribuables' as const,
      id: one.contribuable,
      apres: amountsOf(one),
    })),
  );
}

/** The amounts that a correction writes, for the journal. */
function amountsOf(one: Correction): Record<string, unknown> {
  const { nouveaux, corriges, payes, annules } = one.difference;
  return {
    impayes: [...nouveaux, ...corriges].map(({ annee, montant }) => ({ annee, montant })),
    ...(movesPayments(one)
      ? { payes: payes.map(({ annee, montant }) => ({ annee, montant })), annules: annules.length }
      : {}),
  };
}

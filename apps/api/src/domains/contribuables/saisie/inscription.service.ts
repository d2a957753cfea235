/** Enrolment: a taxpayer with its equipment and lines, billed at once, in one transaction. */
import type { Contribuable, ContribuableBody, Fiche, Ligne } from '@octroi/contract';
import { FICHE_FIELDS } from '@octroi/contract';
import { entiteOfPlace } from '#src/domains/territoire/index.ts';
import { besideAct } from '#src/platform/act.ts';
import { demand, type Person, scopeOf } from '#src/platform/access/person.ts';
import {
  type Database,
  inTransaction,
  type OpenTransaction,
  type Queries,
} from '#src/platform/database/database.ts';
import { AppError, duplicateAs, invalid } from '#src/platform/http/problem.ts';
import { writeJournal } from '#src/platform/journal/journal.repository.ts';
import { refuseDoublons } from './doublons.service.ts';
import { billAtOnce, type Enrolling, presentYear } from './facturation.service.ts';
import { readContribuable } from '../fiche/fiche.repository.ts';
import { demandLignes } from '../lignes/lignes.service.ts';
import { insertLignes } from '../lignes/lignes.repository.ts';
import { findByKeys, insertContribuables, reserveIds, reserveNumbers } from './saisie.repository.ts';

/** One taxpayer to enrol. */
interface Inscription extends Fiche {
  lignes: readonly Ligne[];
  /** From `reserveNumbers`, or the payment platform's. */
  numKlis: string;
  /** The client's idempotency key: a repeat with the same key enrols nobody. */
  cle: string | null;
  /** Instant of the enrolment; now when null. */
  createdAt: string | null;
}

/** Messages for a number that is already used. */
const DUPLICATES = {
  contribuable_entite_id_num_klis_key: {
    field: 'numKlis',
    message: 'Un contribuable de cette collectivité a déjà ce numéro.',
  },
};

/**
 * Enrols taxpayers of one collectivité with their lines and bills them for the present year, inside the caller's
 * transaction. For one taxpayer as for the thousand rows of an import:
 *
 *     // before the transaction, so that other enrolments do not wait for it
 *     const numbers = await db.transaction().execute((trx) => reserveNumbers(trx, entiteId, rows.length));
 *     await db.transaction().execute(async (trx) => {
 *       const outcome = await enrolMany(trx, enrolling, { entiteId, utilisateurId }, rows.map((row, n) => ({
 *         ...fiche, lignes, numKlis: row.numero ?? numbers[n], cle: `import:${digest}:${row.rank}`, createdAt: null })));
 *       await writeJournal(trx, …); // one row a taxpayer, or one a sub-entity with its counts
 *     });
 *
 * Rights, scope and the journal are the caller's, and so are the checks that name a field (`contribuableBody`,
 * `demandLignes`): here the database alone refuses what does not fit. Sorted by sub-entity, a batch is billed fastest.
 * @returns in the order given, the taxpayer of each and whether it is new
 * @throws AppError 409 where a number is taken
 */
export async function enrolMany(
  trx: OpenTransaction,
  enrolling: Enrolling,
  { entiteId, utilisateurId }: { entiteId: number; utilisateurId: number },
  inscriptions: readonly Inscription[],
): Promise<{ id: number; nouveau: boolean }[]> {
  const ids = await reserveIds(trx, 'contribuable', inscriptions.length);
  const rows = inscriptions.map((inscription, rank) => ({ ...inscription, id: ids[rank] as number }));
  const written = await duplicateAs(DUPLICATES, () =>
    insertContribuables(
      trx,
      entiteId,
      utilisateurId,
      rows.map(({ lignes: _lignes, ...row }) => row),
    ),
  );
  const fresh = rows.filter(({ id }) => written.has(id));
  await insertLignes(
    trx,
    entiteId,
    utilisateurId,
    fresh.flatMap(({ id, lignes, ramification, createdAt }) =>
      lignes.map((ligne) => ({ ...ligne, contribuable: id, ramification, createdAt })),
    ),
  );
  const places = Map.groupBy(fresh, ({ ramification }) => ramification);
  await billAtOnce(
    trx,
    enrolling,
    entiteId,
    new Map([...places].map(([place, there]) => [place, there.map(({ id }) => id)])),
  );
  const before = await findByKeys(
    trx,
    entiteId,
    rows.flatMap(({ id, cle }) => (cle !== null && !written.has(id) ? [cle] : [])),
  );
  return rows.map(({ id, cle }) =>
    written.has(id) ? { id, nouveau: true } : { id: before.get(cle ?? '')?.id ?? id, nouveau: false },
  );
}

/** Tolerated advance of an agent's clock. */
const AHEAD_MS = 5 * 60_000;

/** The instant of a dated enrolment; noon if only the day is known, null for today. */
function instantOf(day: string | undefined, today: string): string | null {
  if (day === undefined || day === today) return null;
  const instant = day.length === 10 ? `${day}T12:00:00Z` : day;
  if (day.slice(0, 10) > today || Date.parse(instant) > Date.now() + AHEAD_MS)
    throw invalid('dateEnrollement', "Un enrôlement n'a pas lieu dans l'avenir.");
  return instant;
}

interface Enrolled {
  contribuable: Contribuable;
  /** False if the same enrolment was sent before. */
  nouveau: boolean;
}

/**
 * @param header `Idempotency-Key`, which takes precedence over the body's `reference`
 * @param refuseDoublons whether to refuse a likely duplicate (409 `conflit.semblable`)
 */
export async function enrol(
  db: Database | OpenTransaction,
  enrolling: Enrolling,
  person: Person,
  body: ContribuableBody,
  {
    header,
    requestId,
    refuseDoublons: refuses = false,
  }: { header: string | undefined; requestId: string; refuseDoublons?: boolean },
): Promise<Enrolled> {
  demand(person, 'contribuables', 'Créer');
  const entiteId = await entiteOfPlace(db, scopeOf(person), body.ramification);
  if (entiteId === undefined)
    throw invalid('ramification', "Cette localisation n'existe pas, ou n'est pas dans votre périmètre.");
  if (body.entite !== undefined && body.entite !== entiteId)
    throw invalid('ramification', "Cette localisation n'est pas de cette collectivité.");
  const annee = presentYear(enrolling);
  const cle = header ?? body.reference ?? null;
  const read = (queries: Queries, id: number) => readContribuable(queries, entiteId, id, annee);

  async function repeated({ id, createdBy }: { id: number; createdBy: number }): Promise<Enrolled> {
    if (createdBy !== person.id)
      throw new AppError('conflit.doublon', 'Cette clé a déjà servi à un autre enrôlement.');
    return { contribuable: await read(db, id), nouveau: false };
  }
  const existing = cle === null ? undefined : (await findByKeys(db, entiteId, [cle])).get(cle);
  if (existing) return repeated(existing);
  if (refuses) await refuseDoublons(db, person, body);

  const createdAt = instantOf(body.dateEnrollement, enrolling.today());
  await demandLignes(
    db,
    { entiteId, ramificationId: body.ramification, annee },
    body.lignes.map((ligne, rank) => ({ ...ligne, quantite: ligne.quantite ?? null, rank })),
  );
  const fiche = Object.fromEntries(FICHE_FIELDS.map((name) => [name, body[name]])) as Fiche;
  if (fiche.type === 'Personne physique') fiche.raisonSociale = null;
  const [numKlis = ''] = body.numKlis
    ? [body.numKlis]
    : await besideAct(() => inTransaction(db, (trx) => reserveNumbers(trx, entiteId, 1)));
  const { outcome, contribuable } = await inTransaction(db, async (trx) => {
    const [enrolled] = await enrolMany(trx, enrolling, { entiteId, utilisateurId: person.id }, [
      { ...fiche, lignes: body.lignes, numKlis, cle, createdAt },
    ]);
    if (!enrolled?.nouveau) return { outcome: enrolled, contribuable: undefined };
    const created = await read(trx, enrolled.id);
    await writeJournal(trx, {
      entiteId,
      utilisateurId: person.id,
      acte: 'créer',
      domaine: 'contribuables',
      ressource: 'contribuables',
      id: enrolled.id,
      apres: created,
      requestId,
    });
    return { outcome: enrolled, contribuable: created };
  });
  if (contribuable) return { contribuable, nouveau: true };
  // a concurrent request enrolled it with the same key
  const other = cle === null ? undefined : (await findByKeys(db, entiteId, [cle])).get(cle);
  if (!other) throw new Error(`enrolment ${String(outcome?.id)} vanished`);
  return repeated(other);
}

/** Payments at the counter: one payer hands over one sum, by one method, for one or several taxpayers. All is booked, or nothing. */
import { isDeepStrictEqual } from 'node:util';
import {
  type Encaissement,
  ENCAISSEMENT_MESSAGES,
  type EncaissementBody,
  type EtatEncaissement,
  type NatureMoyen,
  PAIEMENT_MESSAGES,
} from '@octroi/contract';
import { refuseSysteme } from '#src/domains/contribuables/index.ts';
import { demand, type Person, scopeOf } from '#src/platform/access/person.ts';
import { batches } from '#src/platform/batch.ts';
import type { Database, OpenTransaction, Queries } from '#src/platform/database/database.ts';
import { AppError, invalid, notFound } from '#src/platform/http/problem.ts';
import { type JournalEntry, writeJournals } from '#src/platform/journal/journal.repository.ts';
import {
  type EarlierCall,
  findByKeys,
  findNature,
  findPayers,
  insertEncaissements,
  listOwn,
  type NewEncaissement,
  type Payer,
  readEncaissement,
  readEncaissements,
  type StoredEncaissement,
} from './encaissements.repository.ts';
import { type BookingRequest, keepPlans, lockPayers } from './booking.repository.ts';
import {
  type BookingOutcome,
  type CallOptions,
  type ExaminedRequest,
  examineRequests,
  insertRequests,
  isMethodForbidden,
} from './booking.service.ts';
import type { TillPort } from './till.ts';

/** The state of an encaissement by its lines; of a replaced line, the replacing one counts. */
function etatOf(lignes: Encaissement['lignes']): EtatEncaissement {
  const last = lignes.filter(({ remplacePar }) => remplacePar === null);
  const cancelled = last.filter(({ annulee }) => annulee).length;
  if (cancelled > 0) return cancelled === last.length ? 'Annulé' : 'Annulé en partie';
  return last.some(({ statut }) => statut === 'En attente de confirmation') ? 'Provisoire' : 'Confirmé';
}

const toEncaissement = ({ entiteId: _, ...row }: StoredEncaissement): Encaissement => ({
  ...row,
  rendu: row.recuEnMain === null ? 0 : row.recuEnMain - row.montant,
  etat: etatOf(row.lignes),
});

/** Checks the fields that depend on the nature of the method. @throws AppError 400 */
function validateNature({ recuEnMain, cheque }: EncaissementBody, nature: NatureMoyen): void {
  if (recuEnMain && nature !== 'espèces') throw invalid('recuEnMain', ENCAISSEMENT_MESSAGES.recuEspeces);
  if (cheque && nature !== 'chèque') throw invalid('cheque', ENCAISSEMENT_MESSAGES.chequeSeul);
  if (!cheque && nature === 'chèque') throw invalid('cheque', ENCAISSEMENT_MESSAGES.cheque);
}

/** The taxpayers of the lines, in their order. @throws AppError 404, 400 if they are of several collectivités */
async function payersOf(db: Database, person: Person, { lignes }: EncaissementBody): Promise<Call['payers']> {
  const found = await findPayers(
    db,
    scopeOf(person),
    lignes.map(({ contribuable }) => contribuable),
  );
  return lignes.map(({ contribuable }, rang) => {
    const field = `lignes.${rang}.contribuable`;
    const payer = found.get(contribuable);
    const message = PAIEMENT_MESSAGES.contribuable;
    if (!payer) throw new AppError('introuvable', message, [{ field, message }]);
    refuseSysteme(payer);
    if (payer.entiteId !== found.get(lignes[0]!.contribuable)?.entiteId)
      throw invalid(field, ENCAISSEMENT_MESSAGES.collectivite);
    return payer;
  }) as [Payer, ...Payer[]];
}

/** One error for all lines that cannot be booked, each at its field; with the taxpayer's name if there are several lines. */
function refusalOf(examined: readonly ExaminedRequest[], payers: readonly Payer[]): AppError | undefined {
  const faults = examined.flatMap(({ verdict }, rang) => {
    if (verdict === undefined) return [];
    // a line found by its reference was booked by another call
    const message = PAIEMENT_MESSAGES.reference;
    const field = 'noTransaction';
    const duplicate = new AppError('conflit.doublon', message, [{ field, message }]);
    return [{ fault: verdict instanceof AppError ? verdict : duplicate, rang }];
  });
  const [first] = faults;
  if (!first) return undefined;
  const same = faults.filter(({ fault }) => fault.code === first.fault.code);
  const messages = new Set(
    same.map(({ fault, rang }) =>
      payers.length > 1 && fault.code === 'conflit.excedent'
        ? `${payers[rang]?.nom} : ${fault.message}`
        : fault.message,
    ),
  );
  const errors = same.flatMap(({ fault, rang }) =>
    (fault.errors ?? [{ field: 'montant', message: fault.message }]).map(({ field, message }) => ({
      field: ['moyenPaiement', 'noTransaction'].includes(field) ? field : `lignes.${rang}.${field}`,
      message,
    })),
  );
  return new AppError(first.fault.code, [...messages].join('\n'), errors);
}

/** Whether an earlier call with the same key said the same, in all that was stored of it. */
function isSame(earlier: EarlierCall, call: Call): boolean {
  const { id: _, changed, ...stored } = earlier;
  const { payeur, montant, moyenPaiement, recuEnMain, cheque } = encaissementOf(call, undefined);
  const requests = requestsOf(call).sort((a, b) => a.contribuable - b.contribuable);
  const repeated = {
    // a field that the call leaves out may have been corrected since: it is still the same call
    payeur: changed && !call.body.payeur ? stored.payeur : payeur,
    montant,
    moyenPaiement,
    recuEnMain: recuEnMain ?? null,
    cheque: cheque ?? null,
    lignes: requests.map((request, rang) => ({
      contribuable: request.contribuable,
      montant: request.montant,
      annee: request.annee ?? (changed ? stored.lignes[rang]?.annee : null),
      noTransaction: request.noTransaction ?? (changed ? stored.lignes[rang]?.noTransaction : null),
    })),
  };
  return isDeepStrictEqual(stored, repeated);
}

/** A call at the counter, of a person with the right. */
interface Call {
  person: Person;
  body: EncaissementBody;
  payers: readonly [Payer, ...Payer[]];
  /** The caller's own key, apart from any other caller's. */
  cle: string | null;
  refuseExcess: boolean;
  requestId: string;
}

const requestsOf = ({ person, body, payers, refuseExcess, requestId }: Call): BookingRequest[] =>
  body.lignes.map(({ contribuable, montant, annee }) => ({
    entiteId: payers[0].entiteId,
    contribuable,
    montant,
    moyenPaiement: body.moyenPaiement,
    noTransaction: body.noTransaction ?? null,
    annee: annee ?? null,
    motif: null,
    cle: null,
    refuseExcess,
    agentId: person.id,
    requestId,
  }));

function encaissementOf(
  { person, body, payers: [payer], cle }: Call,
  sessionCaisseId: number | undefined,
): NewEncaissement {
  const { montant, moyenPaiement, recuEnMain, cheque } = body;
  return {
    entiteId: payer.entiteId,
    payeur: {
      nom: body.payeur?.nom ?? payer.nom,
      telephone: (body.payeur ? body.payeur.telephone : payer.telephone) || null,
    },
    montant,
    moyenPaiement,
    recuEnMain,
    cheque,
    sessionCaisseId: sessionCaisseId ?? null,
    createdById: person.id,
    cle,
  };
}

/** Books calls in the caller's transaction: all lines of a call, or none. @param calls of different taxpayers */
async function bookCalls(
  trx: OpenTransaction,
  till: TillPort,
  calls: readonly Call[],
): Promise<BookingOutcome[]> {
  await keepPlans(trx);
  await lockPayers(trx, calls.flatMap(requestsOf));
  const earlier = await findByKeys(trx, calls);
  const outcomes = new Map<Call, BookingOutcome>();
  for (const call of calls) {
    const before = call.cle === null ? undefined : earlier.get(call.cle);
    if (before)
      outcomes.set(
        call,
        isSame(before, call)
          ? { id: before.id, nouvelle: false }
          : new AppError('conflit.doublon', PAIEMENT_MESSAGES.cle),
      );
  }
  const fresh = calls.filter((call) => !outcomes.has(call));
  const examined = await examineRequests(trx, till, fresh.flatMap(requestsOf));
  const ready: { call: Call; requests: BookingRequest[] }[] = [];
  for (const call of fresh) {
    const own = examined.splice(0, call.body.lignes.length);
    const refusal = refusalOf(own, call.payers);
    if (refusal) outcomes.set(call, refusal);
    else ready.push({ call, requests: own.map(({ request }) => request) });
  }
  const rows = ready.map(({ call, requests }) => encaissementOf(call, requests[0]?.sessionCaisseId));
  const ids = await insertEncaissements(trx, rows);
  await insertRequests(
    trx,
    ready.flatMap(({ requests }, index) =>
      requests.map((request) => ({ ...request, encaissementId: ids[index] as number })),
    ),
  );
  await writeJournals(
    trx,
    ready.map(({ call }, index) =>
      journalEntryOf(call, rows[index] as NewEncaissement, ids[index] as number),
    ),
  );
  ready.forEach(({ call }, index) => outcomes.set(call, { id: ids[index] as number, nouvelle: true }));
  return calls.map((call) => outcomes.get(call) as BookingOutcome);
}

const journalEntryOf = (
  { person, body, requestId }: Call,
  { entiteId, payeur, montant, moyenPaiement, recuEnMain, cheque }: NewEncaissement,
  id: number,
): JournalEntry => ({
  entiteId,
  utilisateurId: person.id,
  acte: 'créer',
  domaine: 'paiements',
  ressource: 'encaissements',
  id,
  apres: { payeur: payeur.nom, montant, moyenPaiement, recuEnMain, cheque, lignes: body.lignes.length },
  requestId,
});

type BookedEncaissement = { encaissement: Encaissement; nouvelle: boolean };

async function bookAll(
  db: Database,
  till: TillPort,
  calls: readonly Call[],
): Promise<(BookedEncaissement | AppError)[]> {
  const outcomes = await db.transaction().execute((trx) => bookCalls(trx, till, calls));
  const rows = await readEncaissements(
    db,
    outcomes.flatMap((outcome) => (outcome instanceof AppError ? [] : [outcome.id])),
  );
  return outcomes.map((outcome) =>
    outcome instanceof AppError
      ? outcome
      : {
          encaissement: toEncaissement(rows.get(outcome.id) as StoredEncaissement),
          nouvelle: outcome.nouvelle,
        },
  );
}

/** An encaissement that the person took, or of which the person sees all payments. @throws AppError 404 */
export async function findEncaissement(db: Queries, person: Person, id: number): Promise<Encaissement> {
  const row = await readEncaissement(db, { scope: scopeOf(person), person: person.id }, id);
  if (!row) throw notFound();
  return toEncaissement(row);
}

export function encaissementService(db: Database, till: TillPort) {
  // two batches keep both cores at work; more would only wait for each other's locks
  const counter = batches<Call, BookedEncaissement | AppError>({
    run: (calls) => bookAll(db, till, calls),
    keysOf: ({ body }) => body.lignes.map(({ contribuable }) => contribuable),
    max: 64,
    together: 2,
  });
  return {
    show: (person: Person, id: number): Promise<Encaissement> => {
      demand(person, 'transactions', 'Voir');
      return findEncaissement(db, person, id);
    },
    /** What the person took on a day, the last first. */
    async list(
      person: Person,
      jour: string | undefined,
    ): Promise<{ data: Encaissement[]; meta: { total_records: number } }> {
      demand(person, 'transactions', 'Voir');
      const data = (await listOwn(db, person.id, jour ?? null)).map(toEncaissement);
      return { data, meta: { total_records: data.length } };
    },
    /**
     * Books what one payer hands over: once for all calls with the same key.
     * @throws AppError 400 at the field that is wrong; 404 for a taxpayer out of scope; 409 if the amount exceeds what is owed and
     *   the call refuses that, if the key belongs to another call, or without a till session
     */
    async take(
      person: Person,
      body: EncaissementBody,
      { key, refuseExcess, requestId }: CallOptions,
    ): Promise<BookedEncaissement> {
      demand(person, 'transactions', 'Créer');
      const { moyenPaiement } = body;
      const nature = isMethodForbidden(person, moyenPaiement)
        ? undefined
        : await findNature(db, moyenPaiement);
      if (nature === undefined) throw invalid('moyenPaiement', PAIEMENT_MESSAGES.moyen);
      validateNature(body, nature);
      const payers = await payersOf(db, person, body);
      const cle = key === undefined ? null : `${person.id}:${key}`;
      const outcome = await counter.add({ person, body, payers, cle, refuseExcess, requestId });
      if (outcome instanceof AppError) throw outcome;
      return outcome;
    },
  };
}

/** Taking money at the counter: one payer, one sum, one method, one or several taxpayers; all of it, or nothing. */
import { isDeepStrictEqual } from 'node:util';
import {
  type Encaissement,
  ENCAISSEMENT_MESSAGES,
  type EncaissementBody,
  type EtatEncaissement,
  type NatureMoyen,
  PAIEMENT_MESSAGES,
  type Repartition,
  sumBy,
} from '@octroi/contract';
import { refuseSysteme } from '#src/domains/contribuables/index.ts';
import { demand, type Person, scopeOf } from '#src/platform/access/person.ts';
import { batches } from '#src/platform/batch.ts';
import type { Database, OpenTransaction, Queries } from '#src/platform/database/database.ts';
import { AppError, invalid, notFound } from '#src/platform/http/problem.ts';
import { type JournalEntry, writeJournals } from '#src/platform/journal/journal.repository.ts';
import {
  type Earlier,
  findByKeys,
  findNature,
  findPayers,
  insertEncaissements,
  listOwn,
  type Payer,
  type Read,
  readEncaissement,
  readEncaissements,
  type Recu,
} from './encaissements.repository.ts';
import { readRepartition } from './imputations.repository.ts';
import { type BookingRequest, keepPlans, lockPayers } from './booking.repository.ts';
import {
  type CallOptions,
  entiteOfPayer,
  type ExaminedRequest,
  examineRequests,
  insertRequests,
  isMethodForbidden,
} from './booking.service.ts';
import type { TillPort } from './till.ts';

/** What became of it, by its parts: a part in whose place another stands is told by that one. */
function etatOf(lignes: Encaissement['lignes']): EtatEncaissement {
  const last = lignes.filter(({ remplacePar }) => remplacePar === null);
  const cancelled = last.filter(({ annulee }) => annulee).length;
  if (cancelled > 0) return cancelled === last.length ? 'Annulé' : 'Annulé en partie';
  return last.some(({ statut }) => statut === 'En attente de confirmation') ? 'Provisoire' : 'Confirmé';
}

const told = ({ entiteId: _, ...row }: Read): Encaissement => ({
  ...row,
  rendu: row.recuEnMain === null ? 0 : row.recuEnMain - row.montant,
  etat: etatOf(row.lignes),
});

/** What a nature asks for. @throws AppError 400 */
function demandOfNature({ recuEnMain, cheque }: EncaissementBody, nature: NatureMoyen): void {
  if (recuEnMain && nature !== 'espèces') throw invalid('recuEnMain', ENCAISSEMENT_MESSAGES.recuEspeces);
  if (cheque && nature !== 'chèque') throw invalid('cheque', ENCAISSEMENT_MESSAGES.chequeSeul);
  if (!cheque && nature === 'chèque') throw invalid('cheque', ENCAISSEMENT_MESSAGES.cheque);
}

/** The taxpayers of the lines, in their order. @throws AppError 404, 400 where they are of several collectivités */
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

/** One refusal of all that is in the way, each at its line, with the name where there are several. */
function refusalOf(examined: readonly ExaminedRequest[], payers: readonly Payer[]): AppError | undefined {
  const faults = examined.flatMap(({ verdict }, rang) => {
    if (verdict === undefined) return [];
    // a reference that is booked already was booked apart from this call
    const message = PAIEMENT_MESSAGES.reference;
    const field = 'noTransaction';
    const known = new AppError('conflit.doublon', message, [{ field, message }]);
    return [{ fault: verdict instanceof AppError ? verdict : known, rang }];
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

/** Whether an earlier booking under the same key is this one: in all that was stored of it. */
function isSame(earlier: Earlier, call: Call): boolean {
  const { id: _, changed, ...stored } = earlier;
  const { payeur, montant, moyenPaiement, recuEnMain, cheque } = recuOf(call, undefined);
  const requests = requestsOf(call).sort((a, b) => a.contribuable - b.contribuable);
  const asked = {
    // what the call leaves open may have been put right since: that makes it no other call
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
  return isDeepStrictEqual(stored, asked);
}

/** A call at the counter, of a person who may. */
interface Call {
  person: Person;
  body: EncaissementBody;
  payers: readonly [Payer, ...Payer[]];
  /** The caller's own key, apart from any other caller's. */
  cle: string | null;
  refuseExcess: boolean;
  requestId: string;
}
type Done = { id: number; nouvelle: boolean };

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

function recuOf({ person, body, payers: [payer], cle }: Call, sessionCaisseId: number | undefined): Recu {
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

/**
 * Books what several payers hand over, in the caller's transaction: all lines of a call, or none.
 * @param calls of different taxpayers
 */
async function bookCalls(
  trx: OpenTransaction,
  till: TillPort,
  calls: readonly Call[],
): Promise<(Done | AppError)[]> {
  await keepPlans(trx);
  await lockPayers(trx, calls.flatMap(requestsOf));
  const earlier = await findByKeys(trx, calls);
  const answers = new Map<Call, Done | AppError>();
  for (const call of calls) {
    const before = call.cle === null ? undefined : earlier.get(call.cle);
    if (before)
      answers.set(
        call,
        isSame(before, call)
          ? { id: before.id, nouvelle: false }
          : new AppError('conflit.doublon', PAIEMENT_MESSAGES.cle),
      );
  }
  const fresh = calls.filter((call) => !answers.has(call));
  const examined = await examineRequests(trx, till, fresh.flatMap(requestsOf));
  const ready: { call: Call; requests: BookingRequest[] }[] = [];
  for (const call of fresh) {
    const own = examined.splice(0, call.body.lignes.length);
    const refusal = refusalOf(own, call.payers);
    if (refusal) answers.set(call, refusal);
    else ready.push({ call, requests: own.map(({ request }) => request) });
  }
  const recus = ready.map(({ call, requests }) => recuOf(call, requests[0]?.sessionCaisseId));
  const ids = await insertEncaissements(trx, recus);
  await insertRequests(
    trx,
    ready.flatMap(({ requests }, index) =>
      requests.map((request) => ({ ...request, encaissementId: ids[index] as number })),
    ),
  );
  await writeJournals(
    trx,
    ready.map(({ call }, index) => entryOf(call, recus[index] as Recu, ids[index] as number)),
  );
  ready.forEach(({ call }, index) => answers.set(call, { id: ids[index] as number, nouvelle: true }));
  return calls.map((call) => answers.get(call) as Done | AppError);
}

const entryOf = (
  { person, body, requestId }: Call,
  { entiteId, payeur, montant, moyenPaiement, recuEnMain, cheque }: Recu,
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

type Taken = { encaissement: Encaissement; nouvelle: boolean };

async function takeAll(db: Database, till: TillPort, calls: readonly Call[]): Promise<(Taken | AppError)[]> {
  const answers = await db.transaction().execute((trx) => bookCalls(trx, till, calls));
  const rows = await readEncaissements(
    db,
    answers.flatMap((answer) => (answer instanceof AppError ? [] : [answer.id])),
  );
  return answers.map((answer) =>
    answer instanceof AppError
      ? answer
      : { encaissement: told(rows.get(answer.id) as Read), nouvelle: answer.nouvelle },
  );
}

/** One's own, or one whose payments one sees all. @throws AppError 404 */
export async function findEncaissement(db: Queries, person: Person, id: number): Promise<Encaissement> {
  const row = await readEncaissement(db, { scope: scopeOf(person), person: person.id }, id);
  if (!row) throw notFound();
  return told(row);
}

export function encaissementService(db: Database, till: TillPort) {
  // two at once keep both cores at work; more would only wait for one another
  const counter = batches<Call, Taken | AppError>({
    run: (calls) => takeAll(db, till, calls),
    keysOf: ({ body }) => body.lignes.map(({ contribuable }) => contribuable),
    max: 64,
    together: 2,
  });
  return {
    show: (person: Person, id: number): Promise<Encaissement> => {
      demand(person, 'transactions', 'Voir');
      return findEncaissement(db, person, id);
    },
    /** What a payment would pay, worked out by what would book it. @throws AppError 404 */
    async split(
      person: Person,
      contribuable: number,
      { montant, annee = null }: { montant: number; annee?: number | null | undefined },
    ): Promise<Repartition> {
      demand(person, 'transactions', 'Créer');
      const entiteId = await entiteOfPayer(db, person, contribuable);
      if (entiteId === undefined) throw notFound();
      const { du, parts } = await readRepartition(db, { entiteId, contribuable, montant, annee });
      const avance = montant - sumBy(parts, (part) => part.montant);
      return { parts, avance, restera: du - (montant - avance) };
    },
    /** One's own of a day, the last first. */
    async list(
      person: Person,
      jour: string | undefined,
    ): Promise<{ data: Encaissement[]; meta: { total_records: number } }> {
      demand(person, 'transactions', 'Voir');
      const data = (await listOwn(db, person.id, jour ?? null)).map(told);
      return { data, meta: { total_records: data.length } };
    },
    /**
     * Books all that one payer hands over, once, whatever the number of calls with the same key.
     * @throws AppError 400 at the field that is wrong, 404 for a taxpayer out of scope, 409 above what is owed where that
     *   is refused, where the key is another's, or without a till session
     */
    async take(
      person: Person,
      body: EncaissementBody,
      { key, refuseExcess, requestId }: CallOptions,
    ): Promise<Taken> {
      demand(person, 'transactions', 'Créer');
      const { moyenPaiement } = body;
      const nature = isMethodForbidden(person, moyenPaiement)
        ? undefined
        : await findNature(db, moyenPaiement);
      if (nature === undefined) throw invalid('moyenPaiement', PAIEMENT_MESSAGES.moyen);
      demandOfNature(body, nature);
      const payers = await payersOf(db, person, body);
      const cle = key === undefined ? null : `${person.id}:${key}`;
      const answer = await counter.add({ person, body, payers, cle, refuseExcess, requestId });
      if (answer instanceof AppError) throw answer;
      return answer;
    },
  };
}

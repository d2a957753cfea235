/** Taking money at the counter: one payer, one sum, one method, one or several taxpayers; all of it, or nothing. */
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
import { demand, type Person, scopeOf } from '#src/platform/access/person.ts';
import type { Database, Queries } from '#src/platform/database/database.ts';
import { AppError, invalid, notFound } from '#src/platform/http/problem.ts';
import { writeJournal } from '#src/platform/journal/journal.repository.ts';
import {
  findByKey,
  findNature,
  findPayers,
  insertEncaissement,
  listOwn,
  type Payer,
  readEncaissement,
} from './encaissements.repository.ts';
import { readRepartition } from './imputations.repository.ts';
import { type Demande, findPayer, keepPlans, lockPayers } from './paiements.repository.ts';
import { bookIn, isKeptFrom, type Settled, splitIn, type Taking } from './paiements.service.ts';
import type { TillPort } from './till.ts';

type Read = NonNullable<Awaited<ReturnType<typeof readEncaissement>>>;

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
async function payersOf(db: Database, person: Person, { lignes }: EncaissementBody): Promise<Payer[]> {
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
    if (payer.entiteId !== found.get(lignes[0]!.contribuable)?.entiteId)
      throw invalid(field, ENCAISSEMENT_MESSAGES.collectivite);
    return payer;
  });
}

/** One refusal of all that is in the way, each at its line, with the name where there are several. */
function refusalOf(outcomes: readonly Settled[], payers: readonly Payer[]): AppError | undefined {
  const faults = outcomes.flatMap((outcome, rang) =>
    outcome instanceof AppError ? [{ outcome, rang }] : [],
  );
  const [first] = faults;
  if (!first) return undefined;
  const same = faults.filter(({ outcome }) => outcome.code === first.outcome.code);
  const messages = new Set(
    same.map(({ outcome, rang }) =>
      payers.length > 1 && outcome.code === 'conflit.excedent'
        ? `${payers[rang]?.nom} : ${outcome.message}`
        : outcome.message,
    ),
  );
  const errors = same.flatMap(({ outcome, rang }) =>
    (outcome.errors ?? [{ field: 'montant', message: outcome.message }]).map(({ field, message }) => ({
      field: ['moyenPaiement', 'noTransaction'].includes(field) ? field : `lignes.${rang}.${field}`,
      message,
    })),
  );
  return new AppError(first.outcome.code, [...messages].join('\n'), errors);
}

/** Whether an earlier booking under the same key is this one. */
function isSame(
  { moyenPaiement, lignes }: Awaited<ReturnType<typeof findByKey>> & object,
  body: EncaissementBody,
): boolean {
  const asked = [...body.lignes].sort((a, b) => a.contribuable - b.contribuable);
  return (
    moyenPaiement === body.moyenPaiement &&
    lignes.length === asked.length &&
    lignes.every(
      ({ contribuable, montant }, rang) =>
        contribuable === asked[rang]?.contribuable && montant === asked[rang]?.montant,
    )
  );
}

/** Looks, books and notes in one transaction, the taxpayers held. */
async function book(
  trx: Queries,
  till: TillPort,
  person: Person,
  { body, payers, key, refuseExcess, requestId }: Taking & { body: EncaissementBody; payers: Payer[] },
): Promise<{ id: number; nouvelle: boolean }> {
  const [{ entiteId, nom, telephone }] = payers as [Payer];
  const cle = key === undefined ? null : `${person.id}:${key}`;
  const demandes = body.lignes.map(({ contribuable, montant, annee }): Demande => ({
    entiteId,
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
  await keepPlans(trx);
  await lockPayers(trx, demandes);
  const before = cle === null ? undefined : await findByKey(trx, entiteId, cle);
  if (before && !isSame(before, body)) throw new AppError('conflit.doublon', PAIEMENT_MESSAGES.cle);
  if (before) return { id: before.id, nouvelle: false };
  const { moyenPaiement, montant, recuEnMain, cheque, lignes } = body;
  const payeur = {
    nom: body.payeur?.nom ?? nom,
    telephone: (body.payeur ? body.payeur.telephone : telephone) || null,
  };
  let id = 0;
  const outcomes = await bookIn(trx, demandes, {
    till,
    split: splitIn(trx),
    open: async (sessionCaisseId) => {
      id = await insertEncaissement(trx, {
        entiteId,
        payeur,
        montant,
        moyenPaiement,
        recuEnMain,
        cheque,
        sessionCaisseId: sessionCaisseId ?? null,
        createdById: person.id,
        cle,
      });
      return { encaissementId: id };
    },
  });
  const refusal = refusalOf(outcomes, payers);
  if (refusal) throw refusal;
  await writeJournal(trx, {
    entiteId,
    utilisateurId: person.id,
    acte: 'créer',
    domaine: 'paiements',
    ressource: 'encaissements',
    id,
    apres: { payeur: payeur.nom, montant, moyenPaiement, recuEnMain, cheque, lignes: lignes.length },
    requestId,
  });
  return { id, nouvelle: true };
}

/** One's own, or one whose payments one sees all. @throws AppError 404 */
export async function findEncaissement(db: Queries, person: Person, id: number): Promise<Encaissement> {
  const row = await readEncaissement(db, { scope: scopeOf(person), person: person.id }, id);
  if (!row) throw notFound();
  return told(row);
}

export function encaissementService(db: Database, till: TillPort) {
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
      const entiteId = await findPayer(db, scopeOf(person), contribuable);
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
      call: Taking,
    ): Promise<{ encaissement: Encaissement; nouvelle: boolean }> {
      demand(person, 'transactions', 'Créer');
      const { moyenPaiement } = body;
      const nature = isKeptFrom(person, moyenPaiement) ? undefined : await findNature(db, moyenPaiement);
      if (nature === undefined) throw invalid('moyenPaiement', PAIEMENT_MESSAGES.moyen);
      demandOfNature(body, nature);
      const payers = await payersOf(db, person, body);
      const { id, nouvelle } = await db
        .transaction()
        .execute((trx) => book(trx, till, person, { ...call, body, payers }));
      return { encaissement: await findEncaissement(db, person, id), nouvelle };
    },
  };
}

/** Payments of devices: the receipt was given, so a payment is always booked, if need be « à classer » (ADR 0040). */
import {
  type CorpsPaiement,
  type CorpsPaiementIncomplet,
  formatFrancs,
  PAIEMENT_MESSAGES,
  TERRAIN_MESSAGES,
} from '@octroi/contract';
import { tillAt } from '#src/domains/caisse/index.ts';
import {
  type Booking,
  bookPayments,
  type BookingRequest,
  isMethodForbidden,
  recettesAClasser,
} from '#src/domains/paiements/index.ts';
import { inTransaction } from '#src/platform/database/database.ts';
import { AppError, toAppError } from '#src/platform/http/problem.ts';
import {
  type Cas,
  cashOfDay,
  findContribuables,
  existingMoyen,
  type StoredPaiement,
  readPaiements,
} from './commandes.repository.ts';
import type { Contexte, Fait } from './contexte.ts';
import { type CompletePayment, type Numero, numerosOf, type ReceivedPayment } from './numeros.service.ts';

/** Why a payment is booked « à classer ». */
type Obstacle = Pick<Cas, 'code' | 'message'>;

/** The case of a payment « à classer »; it also tells what is wrong with the receipt's number. */
const casAClasser = ({ code, message }: Obstacle, { cas }: Numero): Cas => ({
  motif: 'à classer',
  code,
  message: cas ? `${message} ${cas.message}` : message,
});

/** The obstacle that is known before booking is tried. */
function knownObstacle(
  { appareil, person, panne, requestId }: Contexte,
  contribuable: number | undefined,
  moyenPaiement: number,
): Obstacle | undefined {
  if (appareil.statut === 'effacé')
    return { code: 'terrain.appareil_efface', message: TERRAIN_MESSAGES.appareilEfface };
  if (!person) return { code: 'terrain.agent_desactive', message: TERRAIN_MESSAGES.agentDesactive };
  if (contribuable === undefined) return { code: 'introuvable', message: TERRAIN_MESSAGES.contribuable };
  if (isMethodForbidden(person, moyenPaiement))
    return { code: 'requete.invalide', message: PAIEMENT_MESSAGES.moyen };
  if (panne) return { code: 'serveur.erreur', message: TERRAIN_MESSAGES.pannePayee(requestId) };
  return undefined;
}

/** Books in a savepoint. @returns the booking, or the refusal @throws a server error */
async function tryBooking(
  { trx, compteLe }: Contexte,
  request: BookingRequest,
): Promise<{ id: number; nouvelle: boolean } | AppError> {
  try {
    return await inTransaction(trx, async (part) => {
      const [outcome] = await bookPayments(part, tillAt(new Date(compteLe)), [request]);
      if (outcome instanceof AppError) throw outcome;
      return outcome as Booking;
    });
  } catch (error) {
    const known = toAppError(error);
    if (!known || known.status >= 500) throw error;
    return known;
  }
}

/** Books for the taxpayer; without the wanted year, if nothing is due in it. */
async function bookForTaxpayer(contexte: Contexte, request: BookingRequest) {
  const settled = await tryBooking(contexte, request);
  return settled instanceof AppError && settled.errors?.[0]?.field === 'annee'
    ? tryBooking(contexte, { ...request, annee: null })
    : settled;
}

/** Books under « Recettes à classer », whatever its method. */
async function bookAClasser(contexte: Contexte, request: BookingRequest) {
  const aClasser: BookingRequest = {
    ...request,
    contribuable: await recettesAClasser(contexte.trx, {
      entiteId: request.entiteId,
      utilisateurId: contexte.appareil.createdById,
      requestId: contexte.requestId,
    }),
    moyenPaiement: await existingMoyen(contexte.trx, request.moyenPaiement),
    annee: null,
    prise: true,
  };
  const settled = await tryBooking(contexte, aClasser);
  // the operator's reference may belong to another payment
  const last =
    settled instanceof AppError ? await tryBooking(contexte, { ...aClasser, noTransaction: null }) : settled;
  if (last instanceof AppError) throw last;
  return { ...last, contribuable: aClasser.contribuable };
}

/**
 * The case that a payment booked for its taxpayer may leave: cash without a till, or above the device's ceiling.
 * @param before francs of cash that the device took earlier that day
 */
function casOf(
  { plafond }: Contexte['appareil'],
  montant: number,
  { nature, session, caisseTenue }: StoredPaiement,
  before: number,
): Cas | undefined {
  if (nature !== 'espèces') return undefined;
  if (caisseTenue && session === null)
    return { motif: 'sans caisse', code: 'caisse.session_absente', message: TERRAIN_MESSAGES.sansCaisse };
  if (plafond === null || before + montant <= plafond) return undefined;
  return {
    motif: 'plafond',
    code: 'terrain.plafond',
    message: TERRAIN_MESSAGES.plafond(formatFrancs(plafond)),
  };
}

/** Francs of cash that the device took that day; 0 without a ceiling, since only that needs them. */
const cashBefore = ({ trx, appareil }: Contexte, jour: string): Promise<number> | number =>
  appareil.plafond === null ? 0 : cashOfDay(trx, appareil, jour);

const requestOf = (
  { contexte, corps }: ReceivedPayment,
  { numeroRecu, numeroImprime }: Numero,
  contribuable: number | undefined,
): BookingRequest => ({
  entiteId: contexte.appareil.entiteId,
  contribuable: contribuable ?? 0,
  montant: corps.montant,
  moyenPaiement: corps.moyenPaiement,
  noTransaction: corps.noTransaction ?? null,
  annee: corps.annee ?? null,
  motif: null,
  cle: `terrain:${contexte.appareil.id}:${contexte.sequence}`,
  refuseExcess: false,
  agentId: contexte.appareil.agentId,
  requestId: contexte.requestId,
  le: contexte.compteLe,
  ...(numeroRecu === undefined ? {} : { numeroRecu }),
  ...(numeroImprime === undefined ? {} : { numeroImprime }),
});

/** A booked payment. */
interface BookedPayment extends ReceivedPayment {
  numero: Numero;
  id: number;
  /** The taxpayer; undefined if the collectivité has none such. */
  contribuable: number | undefined;
  /** Why it is booked « à classer »; undefined if it is booked for its taxpayer. */
  obstacle: Obstacle | undefined;
}

/** The results of booked payments of one device and day, in their order, with the cases that they leave. */
async function faitsOf(payments: readonly [BookedPayment, ...BookedPayment[]]): Promise<Fait[]> {
  const [{ contexte, id: first }] = payments;
  const { trx, appareil } = contexte;
  const ids = payments.map(({ id }) => id);
  const paiements = await readPaiements(trx, appareil.entiteId, ids);
  const paiementOf = (id: number): StoredPaiement => paiements.get(id) as StoredPaiement;
  let before = await cashBefore(contexte, paiementOf(first).jour);
  return payments.map(({ corps: { montant }, numero, id, contribuable, obstacle }): Fait => {
    const paiement = paiementOf(id);
    const cas = obstacle
      ? casAClasser(obstacle, numero)
      : (numero.cas ?? casOf(appareil, montant, paiement, before));
    if (paiement.nature === 'espèces') before += montant;
    return {
      resultat: { transaction: id, numeroRecu: paiement.numeroRecu, ...(obstacle ? { classe: true } : {}) },
      contribuable,
      transaction: id,
      montant,
      serie: numero.serie,
      cas,
    };
  });
}

/**
 * Issues the receipt that the device gave, under its code. If the server has failed on the payment before, a failure here does
 * not keep the money from being booked.
 * @returns whether it was issued
 */
async function issueReceipt(contexte: Contexte, id: number, code: string): Promise<boolean> {
  try {
    await inTransaction(contexte.trx, (part) => contexte.issueDrawn(part, [{ id, code }]));
    return true;
  } catch (error) {
    if (!contexte.panne) throw error;
    return false;
  }
}

/**
 * Books one payment, whatever stands in its way.
 * @param contribuable undefined if the collectivité has none such
 * @param obstacle why it is booked « à classer »; if undefined, booking for the taxpayer is tried first
 */
async function bookAnyway(
  { contexte, corps }: ReceivedPayment,
  contribuable: number | undefined,
  obstacle: Obstacle | undefined,
): Promise<Fait> {
  const [numero] = (await numerosOf([{ contexte, corps }])) as [Numero];
  const request = requestOf({ contexte, corps }, numero, contribuable);
  let booked: { id: number; contribuable?: number } | undefined;
  if (!obstacle) {
    const outcome = await bookForTaxpayer(contexte, request);
    if (outcome instanceof AppError) obstacle = { code: outcome.code, message: outcome.message };
    else booked = outcome;
  }
  booked ??= await bookAClasser(contexte, request);
  const { code } = corps;
  if (code && !(await issueReceipt(contexte, booked.id, code)) && obstacle)
    obstacle = { ...obstacle, message: `${obstacle.message} ${TERRAIN_MESSAGES.sansPapier}` };
  const payment = { contexte, corps, numero, obstacle, contribuable, ...booked };
  return (await faitsOf([payment]))[0] as Fait;
}

/** Books one payment of a device. */
export async function bookReceived(contexte: Contexte, corps: CorpsPaiement): Promise<Fait> {
  const { trx, appareil } = contexte;
  const [contribuable] = await findContribuables(trx, appareil.entiteId, [corps.contribuable]);
  return bookAnyway(
    { contexte, corps },
    contribuable,
    knownObstacle(contexte, contribuable, corps.moyenPaiement),
  );
}

/** Books one whose body is invalid. @param fault what is wrong with it */
export const bookIncomplete = (
  contexte: Contexte,
  corps: CorpsPaiementIncomplet,
  { code, message }: AppError,
): Promise<Fait> => bookAnyway({ contexte, corps }, undefined, { code, message });

/**
 * Books payments of different taxpayers on one day with one set of statements: a faster `bookReceived`, for payments without any
 * obstacle.
 * @returns undefined if one has an obstacle; nothing is written then
 * @throws AppError if an obstacle is found during booking: the caller rolls back and books each alone
 */
export async function bookTogether(payments: readonly CompletePayment[]): Promise<Fait[] | undefined> {
  const [{ contexte }] = payments as readonly [CompletePayment];
  const { trx, appareil, compteLe } = contexte;
  const numeros = await numerosOf(payments);
  if (numeros.some(({ cas }) => cas)) return undefined;
  const found = await findContribuables(
    trx,
    appareil.entiteId,
    payments.map(({ corps }) => corps.contribuable),
  );
  if (new Set(found).size < payments.length) return undefined;
  if (payments.some(({ corps }, index) => knownObstacle(contexte, found[index], corps.moyenPaiement)))
    return undefined;
  const requests = payments.map((payment, index) =>
    requestOf(payment, numeros[index] as Numero, found[index]),
  );
  const outcomes = await bookPayments(trx, tillAt(new Date(compteLe)), requests);
  const booked = outcomes.map((outcome, index): BookedPayment => {
    if (outcome instanceof AppError) throw outcome;
    if (!outcome.nouvelle) throw new AppError('conflit.doublon', PAIEMENT_MESSAGES.reference);
    return {
      ...(payments[index] as CompletePayment),
      numero: numeros[index] as Numero,
      id: outcome.id,
      contribuable: found[index],
      obstacle: undefined,
    };
  });
  const drawn = booked.flatMap(({ id, corps: { code } }) => (code ? [{ id, code }] : []));
  if (drawn.length > 0) await contexte.issueDrawn(trx, drawn);
  return faitsOf(booked as [BookedPayment, ...BookedPayment[]]);
}

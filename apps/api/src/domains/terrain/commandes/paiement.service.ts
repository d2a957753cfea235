/** A payment for which a receipt was given: it is never refused (ADR 0040). */
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
  moyenPour,
  type PaiementEcrit,
  readPaiements,
} from './commandes.repository.ts';
import type { Contexte, Fait } from './contexte.ts';
import { type Numero, numerosOf, type Percu, type Recu } from './numeros.service.ts';

type Pourquoi = Pick<Cas, 'code' | 'message'>;

/** One case says all that the office is to look at: also a number that is not the one that was awaited. */
const aClasser = ({ code, message }: Pourquoi, { cas }: Numero): Cas => ({
  motif: 'à classer',
  code,
  message: cas ? `${message} ${cas.message}` : message,
});

/** What keeps a payment from being applied before it is tried. */
function obstacle(
  { appareil, person, panne, requestId }: Contexte,
  contribuable: number | undefined,
  moyenPaiement: number,
): Pourquoi | undefined {
  if (appareil.statut === 'effacé')
    return { code: 'terrain.appareil_efface', message: TERRAIN_MESSAGES.appareilEfface };
  if (!person) return { code: 'terrain.agent_desactive', message: TERRAIN_MESSAGES.agentDesactive };
  if (contribuable === undefined) return { code: 'introuvable', message: TERRAIN_MESSAGES.contribuable };
  if (isMethodForbidden(person, moyenPaiement))
    return { code: 'requete.invalide', message: PAIEMENT_MESSAGES.moyen };
  if (panne) return { code: 'serveur.erreur', message: TERRAIN_MESSAGES.pannePayee(requestId) };
  return undefined;
}

/** Books as a part of the command, of which nothing stays where it is refused. @throws what is no refusal */
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

/** Applied to the taxpayer; without the year that was asked for, where nothing is due in it. */
async function apply(contexte: Contexte, request: BookingRequest) {
  const settled = await tryBooking(contexte, request);
  return settled instanceof AppError && settled.errors?.[0]?.field === 'annee'
    ? tryBooking(contexte, { ...request, annee: null })
    : settled;
}

/** Booked as it was taken, for the office to give to whom it belongs. */
async function setAside(contexte: Contexte, request: BookingRequest) {
  const aside: BookingRequest = {
    ...request,
    contribuable: await recettesAClasser(contexte.trx, {
      entiteId: request.entiteId,
      utilisateurId: contexte.appareil.createdById,
      requestId: contexte.requestId,
    }),
    moyenPaiement: await moyenPour(contexte.trx, request.moyenPaiement),
    annee: null,
    prise: true,
  };
  const settled = await tryBooking(contexte, aside);
  // the operator's reference is another payment's
  const last =
    settled instanceof AppError ? await tryBooking(contexte, { ...aside, noTransaction: null }) : settled;
  if (last instanceof AppError) throw last;
  return { ...last, contribuable: aside.contribuable };
}

/**
 * What the office looks at of a payment that was applied.
 * @param before francs of cash that the device took on that day before it
 */
function casOf(
  { plafond }: Contexte['appareil'],
  montant: number,
  { nature, session, caisseTenue }: PaiementEcrit,
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

/** Looked at where there is a ceiling alone. */
const cashBefore = ({ trx, appareil }: Contexte, jour: string): Promise<number> | number =>
  appareil.plafond === null ? 0 : cashOfDay(trx, appareil, jour);

const requestOf = (
  { contexte, corps }: Percu,
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

/** A payment that is booked. */
interface BookedReceipt extends Percu {
  numero: Numero;
  id: number;
  /** Of the taxpayer it is booked for; undefined where nobody of the collectivité is meant. */
  contribuable: number | undefined;
  /** Why it is booked under « Recettes à classer »; undefined where it is applied. */
  pourquoi: Pourquoi | undefined;
}

/** What phone and office are told of booked payments of one device and day, in their order. */
async function faitsOf(receipts: readonly [BookedReceipt, ...BookedReceipt[]]): Promise<Fait[]> {
  const [{ contexte, id: first }] = receipts;
  const { trx, appareil } = contexte;
  const ids = receipts.map(({ id }) => id);
  const paiements = await readPaiements(trx, appareil.entiteId, ids);
  const paiementOf = (id: number): PaiementEcrit => paiements.get(id) as PaiementEcrit;
  let before = await cashBefore(contexte, paiementOf(first).jour);
  return receipts.map(({ corps: { montant }, numero, id, contribuable, pourquoi }): Fait => {
    const paiement = paiementOf(id);
    const cas = pourquoi
      ? aClasser(pourquoi, numero)
      : (numero.cas ?? casOf(appareil, montant, paiement, before));
    if (paiement.nature === 'espèces') before += montant;
    return {
      resultat: { transaction: id, numeroRecu: paiement.numeroRecu, ...(pourquoi ? { classe: true } : {}) },
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
 * @param contribuable undefined where nobody of the collectivité is meant
 * @param pourquoi why it cannot be applied; undefined where that is tried
 */
async function bookAnyway(
  { contexte, corps }: Percu,
  contribuable: number | undefined,
  pourquoi: Pourquoi | undefined,
): Promise<Fait> {
  const [numero] = (await numerosOf([{ contexte, corps }])) as [Numero];
  const request = requestOf({ contexte, corps }, numero, contribuable);
  let booked: { id: number; contribuable?: number } | undefined;
  if (!pourquoi) {
    const outcome = await apply(contexte, request);
    if (outcome instanceof AppError) pourquoi = { code: outcome.code, message: outcome.message };
    else booked = outcome;
  }
  booked ??= await setAside(contexte, request);
  const { code } = corps;
  if (code && !(await issueReceipt(contexte, booked.id, code)) && pourquoi)
    pourquoi = { ...pourquoi, message: `${pourquoi.message} ${TERRAIN_MESSAGES.sansPapier}` };
  const receipt = { contexte, corps, numero, pourquoi, contribuable, ...booked };
  return (await faitsOf([receipt]))[0] as Fait;
}

/** Books one payment: never refused, since its receipt was given. */
export async function bookReceived(contexte: Contexte, corps: CorpsPaiement): Promise<Fait> {
  const { trx, appareil } = contexte;
  const [contribuable] = await findContribuables(trx, appareil.entiteId, [corps.contribuable]);
  return bookAnyway({ contexte, corps }, contribuable, obstacle(contexte, contribuable, corps.moyenPaiement));
}

/** Books one whose form is incomplete: its receipt was given all the same. @param fault what is wrong with it */
export const bookIncomplete = (
  contexte: Contexte,
  corps: CorpsPaiementIncomplet,
  { code, message }: AppError,
): Promise<Fait> => bookAnyway({ contexte, corps }, undefined, { code, message });

/**
 * Books payments of different taxpayers on one day in one go: the quick way of `bookReceived` where nothing stands in the
 * way of any.
 * @returns undefined where something does, and nothing was written
 * @throws AppError where that was found during booking: the caller undoes what was written and books each by itself
 */
export async function bookTogether(recus: readonly Recu[]): Promise<Fait[] | undefined> {
  const [{ contexte }] = recus as readonly [Recu];
  const { trx, appareil, compteLe } = contexte;
  const numeros = await numerosOf(recus);
  if (numeros.some(({ cas }) => cas)) return undefined;
  const found = await findContribuables(
    trx,
    appareil.entiteId,
    recus.map(({ corps }) => corps.contribuable),
  );
  if (new Set(found).size < recus.length) return undefined;
  if (recus.some(({ corps }, index) => obstacle(contexte, found[index], corps.moyenPaiement)))
    return undefined;
  const requests = recus.map((recu, index) => requestOf(recu, numeros[index] as Numero, found[index]));
  const outcomes = await bookPayments(trx, tillAt(new Date(compteLe)), requests);
  const receipts = outcomes.map((outcome, index): BookedReceipt => {
    if (outcome instanceof AppError) throw outcome;
    if (!outcome.nouvelle) throw new AppError('conflit.doublon', PAIEMENT_MESSAGES.reference);
    return {
      ...(recus[index] as Recu),
      numero: numeros[index] as Numero,
      id: outcome.id,
      contribuable: found[index],
      pourquoi: undefined,
    };
  });
  const drawn = receipts.flatMap(({ id, corps: { code } }) => (code ? [{ id, code }] : []));
  if (drawn.length > 0) await contexte.issueDrawn(trx, drawn);
  return faitsOf(receipts as [BookedReceipt, ...BookedReceipt[]]);
}

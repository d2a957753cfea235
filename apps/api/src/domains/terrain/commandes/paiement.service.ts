/** A payment for which a receipt was given: it is never refused (ADR 0040). */
import {
  anneesDeSerie,
  type CorpsPaiement,
  type CorpsPaiementIncomplet,
  formatFrancs,
  lireNumero,
  numeroDe,
  PAIEMENT_MESSAGES,
  serieDe,
  TERRAIN_MESSAGES,
} from '@octroi/contract';
import { tillAt } from '#src/domains/caisse/index.ts';
import {
  bookAll,
  type Demande,
  isKeptFrom,
  recettesAClasser,
  type Settled,
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
  readRangs,
} from './commandes.repository.ts';
import type { Contexte, Fait } from './contexte.ts';
import { emettre } from './emission.service.ts';

interface Numero {
  /** Undefined where the payment takes a number of the collectivité's own series. */
  numeroRecu?: string;
  /** The number that was printed, where the payment takes another. */
  numeroImprime?: string;
  serie?: { annee: number; rang: number };
  cas?: Cas;
}

const casDeSerie = (message: string): Cas => ({ motif: 'série', code: 'terrain.serie', message });

/** A payment that was received: as much of it as can be read. */
interface Percu {
  contexte: Contexte;
  corps: CorpsPaiementIncomplet & Pick<CorpsPaiement, 'annee'>;
}
/** One that has its form. */
export interface Recu extends Percu {
  corps: CorpsPaiement;
}

/** The year of a number that is of the device's own series, whichever it is; undefined for any other number. */
function anneeDe({ contexte: { appareil }, corps: { recu, rang } }: Percu): number | undefined {
  const read = lireNumero(recu);
  const own = read?.code === appareil.codeEntite && read.appareil === appareil.numero && read.rang === rang;
  return own ? read.annee : undefined;
}

/** Whether a receipt of a day may be of a year: one of the old year may arrive, or be dated, in the new one. */
function isYearOf(jour: string, annee: number): boolean {
  const own = Number(jour.slice(0, 4));
  return [...anneesDeSerie(jour), own - 1, own + 1].includes(annee);
}

/**
 * The numbers that the device gave, one after the other: its own, and the next; anything else is looked at, and refuses nothing.
 * What was printed is kept to the letter: as the payment's number, or beside it where that cannot be.
 */
async function numerosOf(recus: readonly Percu[]): Promise<Numero[]> {
  const [{ contexte }] = recus as readonly [Percu];
  const { trx, appareil } = contexte;
  const asked = recus.map((recu) => ({ ...recu.corps, numero: recu.corps.recu, annee: anneeDe(recu) }));
  const found = await readRangs(
    trx,
    appareil,
    asked.map(({ annee, rang, numero }) => ({ annee: annee ?? 0, rang, numero })),
  );
  const derniers = new Map<number, number>();
  return asked.map(({ annee, rang, numero }, index): Numero => {
    const imprime = numero === '' ? {} : { numeroImprime: numero };
    if (annee === undefined) return { ...imprime, cas: casDeSerie(TERRAIN_MESSAGES.numeroEtranger) };
    const { dernier: kept, pris } = found[index] as { dernier: number; pris: boolean };
    if (pris) return { ...imprime, cas: casDeSerie(TERRAIN_MESSAGES.numeroPris(numero)) };
    const dernier = derniers.get(annee) ?? kept;
    const serie = { annee, rang };
    derniers.set(annee, Math.max(rang, dernier));
    if (!isYearOf(recus[index]!.contexte.jour, annee))
      return { numeroRecu: numero, serie, cas: casDeSerie(TERRAIN_MESSAGES.numeroAnnee(numero)) };
    if (rang === dernier + 1) return { numeroRecu: numero, serie };
    const attendu = numeroDe(serieDe(appareil.codeEntite, annee, appareil.numero), dernier + 1);
    return { numeroRecu: numero, serie, cas: casDeSerie(TERRAIN_MESSAGES.numeroAutre(attendu)) };
  });
}

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
  if (isKeptFrom(person, moyenPaiement))
    return { code: 'requete.invalide', message: PAIEMENT_MESSAGES.moyen };
  if (panne) return { code: 'serveur.erreur', message: TERRAIN_MESSAGES.pannePayee(requestId) };
  return undefined;
}

/** Books as a part of the command, of which nothing stays where it is refused. @throws what is no refusal */
async function tryBooking(
  { trx, compteLe }: Contexte,
  demande: Demande,
): Promise<{ id: number; nouvelle: boolean } | AppError> {
  try {
    return await inTransaction(trx, async (part) => {
      const [settled] = await bookAll(part, [demande], tillAt(new Date(compteLe)));
      if (settled instanceof AppError) throw settled;
      return settled as Exclude<Settled, AppError>;
    });
  } catch (error) {
    const known = toAppError(error);
    if (!known || known.status >= 500) throw error;
    return known;
  }
}

/** Applied to the taxpayer; without the year that was asked for, where nothing is due in it. */
async function apply(contexte: Contexte, demande: Demande) {
  const settled = await tryBooking(contexte, demande);
  return settled instanceof AppError && settled.errors?.[0]?.field === 'annee'
    ? tryBooking(contexte, { ...demande, annee: null })
    : settled;
}

/** Booked as it was taken, for the office to give to whom it belongs. */
async function setAside(contexte: Contexte, demande: Demande) {
  const aside: Demande = {
    ...demande,
    contribuable: await recettesAClasser(contexte.trx, {
      entiteId: demande.entiteId,
      utilisateurId: contexte.appareil.createdById,
      requestId: contexte.requestId,
    }),
    moyenPaiement: await moyenPour(contexte.trx, demande.moyenPaiement),
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

const demandeOf = (
  { contexte, corps }: Percu,
  { numeroRecu, numeroImprime }: Numero,
  contribuable: number | undefined,
): Demande => ({
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

/**
 * @param contribuable undefined where nobody of the collectivité is meant
 * @param pourquoi it cannot be applied; undefined: it is tried
 */
async function inscrire(
  contexte: Contexte,
  corps: Percu['corps'],
  contribuable: number | undefined,
  pourquoi: Pourquoi | undefined,
): Promise<Fait> {
  const { trx, appareil } = contexte;
  const { montant, code } = corps;
  const { entiteId } = appareil;
  const recu = { contexte, corps };
  const [numero] = (await numerosOf([recu])) as [Numero];
  const demande = demandeOf(recu, numero, contribuable);
  let booked: { id: number; contribuable?: number } | undefined;
  if (!pourquoi) {
    const settled = await apply(contexte, demande);
    if (settled instanceof AppError) pourquoi = { code: settled.code, message: settled.message };
    else booked = settled;
  }
  booked ??= await setAside(contexte, demande);
  if (code && !(await emettre(contexte, booked.id, code)) && pourquoi)
    pourquoi = { ...pourquoi, message: `${pourquoi.message} ${TERRAIN_MESSAGES.sansPapier}` };
  const paiement = (await readPaiements(trx, entiteId, [booked.id])).get(booked.id) as PaiementEcrit;
  const cas = pourquoi
    ? aClasser(pourquoi, numero)
    : (numero.cas ?? casOf(appareil, montant, paiement, await cashBefore(contexte, paiement.jour)));
  return {
    resultat: {
      transaction: booked.id,
      numeroRecu: paiement.numeroRecu,
      ...(pourquoi ? { classe: true } : {}),
    },
    contribuable: booked.contribuable ?? contribuable,
    transaction: booked.id,
    montant,
    serie: numero.serie,
    cas,
  };
}

export async function payer(contexte: Contexte, corps: CorpsPaiement): Promise<Fait> {
  const { trx, appareil } = contexte;
  const [contribuable] = await findContribuables(trx, appareil.entiteId, [corps.contribuable]);
  return inscrire(contexte, corps, contribuable, obstacle(contexte, contribuable, corps.moyenPaiement));
}

/** One that has not its form: the receipt was given all the same. @param faute what is wrong with it */
export const payerIncomplet = (
  contexte: Contexte,
  corps: CorpsPaiementIncomplet,
  { code, message }: AppError,
): Promise<Fait> => inscrire(contexte, corps, undefined, { code, message });

/**
 * Payments of different taxpayers on one day, together: as `payer` does each where nothing is in the way of any.
 * @returns undefined where something is, and nothing was written
 * @throws AppError where it was found while they were booked: what was written is to be undone, and each done for itself
 */
export async function payerEnsemble(recus: readonly Recu[]): Promise<Fait[] | undefined> {
  const [{ contexte }] = recus as readonly [Recu];
  const { trx, appareil, compteLe, jour } = contexte;
  const { entiteId } = appareil;
  const numeros = await numerosOf(recus);
  if (numeros.some(({ cas }) => cas)) return undefined;
  const found = await findContribuables(
    trx,
    entiteId,
    recus.map(({ corps }) => corps.contribuable),
  );
  if (new Set(found).size < recus.length) return undefined;
  if (recus.some(({ corps }, index) => obstacle(contexte, found[index], corps.moyenPaiement)))
    return undefined;
  const demandes = recus.map((recu, index) => demandeOf(recu, numeros[index] as Numero, found[index]));
  const settled = await bookAll(trx, demandes, tillAt(new Date(compteLe)));
  const ids = settled.map((one) => {
    if (one instanceof AppError) throw one;
    if (!one.nouvelle) throw new AppError('conflit.doublon', PAIEMENT_MESSAGES.reference);
    return one.id;
  });
  const drawn = recus.flatMap(({ corps: { code } }, index) =>
    code ? [{ id: ids[index] as number, code }] : [],
  );
  if (drawn.length > 0) await contexte.issueDrawn(trx, drawn);
  const paiements = await readPaiements(trx, entiteId, ids);
  let before = await cashBefore(contexte, jour);
  return recus.map(({ corps: { montant } }, index): Fait => {
    const id = ids[index] as number;
    const paiement = paiements.get(id) as PaiementEcrit;
    const cas = casOf(appareil, montant, paiement, before);
    if (paiement.nature === 'espèces') before += montant;
    return {
      resultat: { transaction: id, numeroRecu: paiement.numeroRecu },
      contribuable: found[index],
      transaction: id,
      montant,
      serie: numeros[index]?.serie,
      cas,
    };
  });
}

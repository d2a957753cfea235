/** A payment for which a receipt was given: it is never refused (ADR 0040). */
import {
  anneesDeSerie,
  type CorpsPaiement,
  formatFrancs,
  lireNumero,
  numeroDe,
  PAIEMENT_MESSAGES,
  serieDe,
  TERRAIN_MESSAGES,
} from '@octroi/contract';
import { tillAt } from '#src/domains/caisse/index.ts';
import { bookOne, type Demande, isKeptFrom } from '#src/domains/paiements/index.ts';
import { inTransaction } from '#src/platform/database/database.ts';
import { AppError, toAppError } from '#src/platform/http/problem.ts';
import { recettesAClasser } from './a-classer.service.ts';
import {
  type Cas,
  cashOfDay,
  findContribuable,
  moyenPour,
  readPaiement,
  readRang,
} from './commandes.repository.ts';
import type { Contexte, Fait } from './contexte.ts';

interface Numero {
  /** Undefined where the payment takes a number of the collectivité's own series. */
  numeroRecu?: string;
  serie?: { annee: number; rang: number };
  cas?: Cas;
}

const casDeSerie = (message: string): Cas => ({ motif: 'série', code: 'terrain.serie', message });

/** The number that the device gave: its own, and the next; anything else is looked at, and refuses nothing. */
async function numeroOf({ trx, appareil, jour }: Contexte, { recu, rang }: CorpsPaiement): Promise<Numero> {
  const read = lireNumero(recu);
  const own =
    read?.code === appareil.codeEntite &&
    read.appareil === appareil.numero &&
    read.rang === rang &&
    // a receipt of the old year may arrive, or be dated, in the new one
    [...anneesDeSerie(jour), Number(jour.slice(0, 4)) - 1, Number(jour.slice(0, 4)) + 1].includes(read.annee);
  if (!own) return { cas: casDeSerie(TERRAIN_MESSAGES.numeroEtranger) };
  const { annee } = read;
  const { dernier, pris } = await readRang(trx, appareil, { annee, rang, numero: recu });
  if (pris) return { cas: casDeSerie(TERRAIN_MESSAGES.numeroPris(recu)) };
  const serie = { annee, rang };
  if (rang === dernier + 1) return { numeroRecu: recu, serie };
  const attendu = numeroDe(serieDe(appareil.codeEntite, annee, appareil.numero), dernier + 1);
  return { numeroRecu: recu, serie, cas: casDeSerie(TERRAIN_MESSAGES.numeroAutre(attendu)) };
}

type Pourquoi = Pick<Cas, 'code' | 'message'>;

/** What keeps a payment from being applied before it is tried. */
function obstacle(
  { appareil, person }: Contexte,
  contribuable: number | undefined,
  moyenPaiement: number,
): Pourquoi | undefined {
  if (appareil.statut === 'effacé')
    return { code: 'terrain.appareil_efface', message: TERRAIN_MESSAGES.appareilEfface };
  if (!person) return { code: 'terrain.agent_desactive', message: TERRAIN_MESSAGES.agentDesactive };
  if (contribuable === undefined) return { code: 'introuvable', message: TERRAIN_MESSAGES.contribuable };
  if (isKeptFrom(person, moyenPaiement))
    return { code: 'requete.invalide', message: PAIEMENT_MESSAGES.moyen };
  return undefined;
}

/** Books as a part of the command, of which nothing stays where it is refused. @throws what is no refusal */
async function tryBooking(
  { trx, compteLe }: Contexte,
  demande: Demande,
): Promise<{ id: number; nouvelle: boolean } | AppError> {
  try {
    return await inTransaction(trx, async (part) => {
      const settled = await bookOne(part, demande, tillAt(new Date(compteLe)));
      if (settled instanceof AppError) throw settled;
      return settled;
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
    contribuable: await recettesAClasser(contexte),
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

/** What the office looks at of a payment that was applied. */
async function casOf(
  { trx, appareil }: Contexte,
  montant: number,
  { nature, session, caisseTenue, jour }: Awaited<ReturnType<typeof readPaiement>>,
): Promise<Cas | undefined> {
  if (nature !== 'espèces') return undefined;
  if (caisseTenue && session === null)
    return { motif: 'sans caisse', code: 'caisse.session_absente', message: TERRAIN_MESSAGES.sansCaisse };
  const { plafond } = appareil;
  if (plafond === null || (await cashOfDay(trx, appareil, jour)) + montant <= plafond) return undefined;
  return {
    motif: 'plafond',
    code: 'terrain.plafond',
    message: TERRAIN_MESSAGES.plafond(formatFrancs(plafond)),
  };
}

export async function payer(contexte: Contexte, corps: CorpsPaiement): Promise<Fait> {
  const { trx, appareil, compteLe, sequence, requestId } = contexte;
  const { montant, moyenPaiement, annee, noTransaction, code } = corps;
  const { entiteId } = appareil;
  const { numeroRecu, serie, cas: casSerie } = await numeroOf(contexte, corps);
  const contribuable = await findContribuable(trx, entiteId, corps.contribuable);
  const demande: Demande = {
    entiteId,
    contribuable: contribuable ?? 0,
    montant,
    moyenPaiement,
    noTransaction: noTransaction ?? null,
    annee: annee ?? null,
    motif: null,
    cle: `terrain:${appareil.id}:${sequence}`,
    refuseExcess: false,
    agentId: appareil.agentId,
    requestId,
    le: compteLe,
    ...(numeroRecu === undefined ? {} : { numeroRecu }),
  };
  let pourquoi = obstacle(contexte, contribuable, moyenPaiement);
  let booked: { id: number; contribuable?: number } | undefined;
  if (!pourquoi) {
    const settled = await apply(contexte, demande);
    if (settled instanceof AppError) pourquoi = { code: settled.code, message: settled.message };
    else booked = settled;
  }
  booked ??= await setAside(contexte, demande);
  if (code) await contexte.issueDrawn(trx, { id: booked.id, code });
  const paiement = await readPaiement(trx, entiteId, booked.id);
  const cas = pourquoi
    ? { motif: 'à classer' as const, ...pourquoi }
    : (casSerie ?? (await casOf(contexte, montant, paiement)));
  return {
    resultat: {
      transaction: booked.id,
      numeroRecu: paiement.numeroRecu,
      ...(pourquoi ? { classe: true } : {}),
    },
    contribuable: booked.contribuable ?? contribuable,
    transaction: booked.id,
    montant,
    serie,
    cas,
  };
}

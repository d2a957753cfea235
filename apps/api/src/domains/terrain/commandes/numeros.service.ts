/** Numbers that a device printed on its receipts, checked against its series (ADR 0040). */
import {
  anneesDeSerie,
  type CorpsPaiement,
  type CorpsPaiementIncomplet,
  lireNumero,
  numeroDe,
  serieDe,
  TERRAIN_MESSAGES,
} from '@octroi/contract';
import { type Cas, readRangs } from './commandes.repository.ts';
import type { Contexte } from './contexte.ts';

export interface Numero {
  /** Undefined if the payment takes a number of the collectivité's own series. */
  numeroRecu?: string;
  /** The printed number, if the payment takes another one. */
  numeroImprime?: string;
  serie?: { annee: number; rang: number };
  cas?: Cas;
}

const casDeSerie = (message: string): Cas => ({ motif: 'série', code: 'terrain.serie', message });

/** A payment for which the device gave a receipt: the fields that can be read. */
export interface ReceivedPayment {
  contexte: Contexte;
  corps: CorpsPaiementIncomplet & Pick<CorpsPaiement, 'annee'>;
}
/** A received payment with a valid body. */
export interface CompletePayment extends ReceivedPayment {
  corps: CorpsPaiement;
}

/** The year of a number of the device's own series; undefined for any other number. */
function anneeDe({ contexte: { appareil }, corps: { recu, rang } }: ReceivedPayment): number | undefined {
  const read = lireNumero(recu);
  const own = read?.code === appareil.codeEntite && read.appareil === appareil.numero && read.rang === rang;
  return own ? read.annee : undefined;
}

/** Whether a receipt of a day may belong to a year's series: around New Year it may belong to the year before or after. */
function isYearOf(jour: string, annee: number): boolean {
  const own = Number(jour.slice(0, 4));
  return [...anneesDeSerie(jour), own - 1, own + 1].includes(annee);
}

/**
 * Checks the numbers that the device printed: each should be of its own series, and the next one. Any other number makes a case
 * for the office, but refuses nothing. The printed number is stored as the payment's number, or beside it if that is impossible.
 */
export async function numerosOf(payments: readonly ReceivedPayment[]): Promise<Numero[]> {
  const [{ contexte }] = payments as readonly [ReceivedPayment];
  const { trx, appareil } = contexte;
  const printed = payments.map((payment) => ({
    ...payment.corps,
    numero: payment.corps.recu,
    annee: anneeDe(payment),
  }));
  const found = await readRangs(
    trx,
    appareil,
    printed.map(({ annee, rang, numero }) => ({ annee: annee ?? 0, rang, numero })),
  );
  const derniers = new Map<number, number>();
  return printed.map(({ annee, rang, numero }, index): Numero => {
    const imprime = numero === '' ? {} : { numeroImprime: numero };
    if (annee === undefined) return { ...imprime, cas: casDeSerie(TERRAIN_MESSAGES.numeroEtranger) };
    const { dernier: stored, pris } = found[index] as { dernier: number; pris: boolean };
    if (pris) return { ...imprime, cas: casDeSerie(TERRAIN_MESSAGES.numeroPris(numero)) };
    const dernier = derniers.get(annee) ?? stored;
    const serie = { annee, rang };
    derniers.set(annee, Math.max(rang, dernier));
    if (!isYearOf(payments[index]!.contexte.jour, annee))
      return { numeroRecu: numero, serie, cas: casDeSerie(TERRAIN_MESSAGES.numeroAnnee(numero)) };
    if (rang === dernier + 1) return { numeroRecu: numero, serie };
    const attendu = numeroDe(serieDe(appareil.codeEntite, annee, appareil.numero), dernier + 1);
    return { numeroRecu: numero, serie, cas: casDeSerie(TERRAIN_MESSAGES.numeroAutre(attendu)) };
  });
}

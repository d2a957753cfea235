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
  /** Undefined where the payment takes a number of the collectivité's own series. */
  numeroRecu?: string;
  /** The number that was printed, where the payment takes another. */
  numeroImprime?: string;
  serie?: { annee: number; rang: number };
  cas?: Cas;
}

const casDeSerie = (message: string): Cas => ({ motif: 'série', code: 'terrain.serie', message });

/** A payment that was received: as much of it as can be read. */
export interface Percu {
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
export async function numerosOf(recus: readonly Percu[]): Promise<Numero[]> {
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

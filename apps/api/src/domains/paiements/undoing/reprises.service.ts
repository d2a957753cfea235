/**
 * Payments that a command names when it is asked for and takes back when it is approved: the same parts of the same
 * payments, or nothing, with the reason. A payment that stands beside changes nothing.
 */
import { avecPeriode, formatFrancs, type Laisse, type PaiementVise } from '@octroi/contract';
import type { Approved } from '#src/platform/approbation/approbation.service.ts';
import type { OpenTransaction, Queries } from '#src/platform/database/database.ts';
import { AppError } from '#src/platform/http/problem.ts';
import { takeBack } from '../booking/imputations.repository.ts';
import {
  describe,
  type Devenir,
  type PartDePaiement,
  readDevenirs,
  readLeft,
  readTaken,
  takeBackParts,
} from './reprises.repository.ts';

const SINCE = 'depuis la demande.';
/** Nothing was named, since nothing counted then. */
const CONFIRME = `Ce paiement était en attente ; il a été confirmé ${SINCE}`;
/** What was named is not what has to be taken back. */
const AUTRE_SOMME = 'Les paiements nommés par la demande n’ont pas sa somme : refaites-la.';

const keyOf = ({ paiement, annee, echeance, avance }: Omit<PartDePaiement, 'montant'>): string =>
  [paiement, annee, echeance, avance].join(' ');

const partsOf = (vise: readonly PaiementVise[]): PartDePaiement[] =>
  vise.flatMap(({ id, parts }) =>
    parts.map(({ annee, echeance, avance, montant }) => ({ paiement: id, annee, echeance, avance, montant })),
  );

const partText = ({ annee, taxe, periode, periodes }: PaiementVise['parts'][number]): string =>
  taxe === null
    ? `l’avance de ${annee}`
    : `« ${periode !== null && periodes !== null ? avecPeriode(taxe, { periode, periodes }) : taxe} » ${annee}`;

/** How a payment ended; undefined where it still counts. */
export function endOf(noTransaction: string, devenir: Devenir | undefined): string | undefined {
  if (!devenir) return `Le paiement ${noTransaction} a été supprimé ${SINCE}`;
  if (devenir.reimputee) return `Le paiement ${noTransaction} a été réimputé ${SINCE}`;
  if (devenir.rejetee) return `Le chèque du paiement ${noTransaction} a été rejeté ${SINCE}`;
  if (devenir.annulee) return `Le paiement ${noTransaction} a été annulé ${SINCE}`;
  return undefined;
}

/** @param left francs that are left of it @param named francs of it that the demand names */
export const refundedSince = (noTransaction: string, left: number): string =>
  left > 0
    ? `Le paiement ${noTransaction} a été remboursé en partie ${SINCE.slice(0, -1)} : il en reste ${formatFrancs(left)}.`
    : `Le paiement ${noTransaction} a été remboursé ${SINCE}`;

/** What has changed of one payment; undefined where each named part is still there. */
function changeOf(
  payment: PaiementVise,
  devenir: Devenir | undefined,
  left: readonly PartDePaiement[],
): string | undefined {
  const end = endOf(payment.noTransaction, devenir);
  if (end) return end;
  const own = left.filter(({ paiement }) => paiement === payment.id);
  const rest = own.reduce((sum, { montant }) => sum + montant, 0);
  if (rest < payment.repris) return refundedSince(payment.noTransaction, rest);
  const byKey = new Map(own.map((part) => [keyOf(part), part.montant]));
  const gone = payment.parts.find(
    (part) => (byKey.get(keyOf({ ...part, paiement: payment.id })) ?? 0) < part.montant,
  );
  return gone && `Le paiement ${payment.noTransaction} ne paie plus ${partText(gone)} comme à la demande.`;
}

/** How a transaction takes money back: by the rule, or the payments that were named. */
export interface Reprise {
  /** Given by the approval; undefined where the rule chooses. */
  vise: PaiementVise[] | undefined;
}

export const repriseOf = (approved: Approved | undefined): Reprise => ({
  vise: approved && ((approved.vise as PaiementVise[] | null) ?? []),
});

/**
 * Compares the payments that were named with what they are by now; their taxpayer is locked where it must last.
 * @throws AppError 409 saying what has changed
 */
export async function demandUnchanged(
  queries: Queries,
  entiteId: number,
  { vise = [] }: Reprise,
): Promise<void> {
  if (vise.length === 0) return;
  const devenirs = await readDevenirs(
    queries,
    entiteId,
    vise.map(({ id }) => id),
  );
  const payers = new Set([...devenirs.values()].map(({ contribuable }) => contribuable));
  const left = await readLeft(queries, entiteId, [...payers]);
  for (const payment of vise) {
    const change = changeOf(payment, devenirs.get(payment.id), left);
    if (change) throw new AppError('conflit.regle', change);
  }
}

/**
 * Takes money back, and tells of which payments.
 * @param transaction negative, of a taxpayer who is locked
 */
export async function takeBackNamed(
  trx: OpenTransaction,
  target: { entiteId: number; contribuable: number; transaction: number; montant: number },
  { vise }: Reprise,
): Promise<PaiementVise[]> {
  if (!vise) {
    await takeBack(trx, target.entiteId, target.transaction);
    return describe(trx, target.entiteId, await readTaken(trx, target));
  }
  if (vise.length === 0) throw new AppError('conflit.regle', CONFIRME);
  const parts = partsOf(vise);
  if (parts.reduce((sum, { montant }) => sum + montant, 0) !== target.montant)
    throw new AppError('conflit.regle', AUTRE_SOMME);
  await takeBackParts(trx, target, parts);
  return vise;
}

/** A payment that is to be removed with many others. */
export interface Cible {
  id: number;
  noTransaction: string;
  dateTransaction: string;
  moyenPaiement: string;
  contribuable: string;
  montant: number;
  /** It counts, and is taken back by its opposite; otherwise it is deleted. */
  confirmee: boolean;
}

/** What is left of each payment, in francs. */
async function leftOf(
  queries: Queries,
  entiteId: number,
  devenirs: ReadonlyMap<number, Devenir>,
): Promise<Map<number, number>> {
  const payers = new Set([...devenirs.values()].map(({ contribuable }) => contribuable));
  const left = new Map<number, number>();
  for (const { paiement, montant } of await readLeft(queries, entiteId, [...payers]))
    left.set(paiement, (left.get(paiement) ?? 0) + montant);
  return left;
}

/** Many payments as an approval names them: whole, without their parts. */
export async function nameMany(
  queries: Queries,
  entiteId: number,
  cibles: readonly Cible[],
): Promise<PaiementVise[]> {
  const devenirs = await readDevenirs(
    queries,
    entiteId,
    cibles.map(({ id }) => id),
  );
  const left = await leftOf(queries, entiteId, devenirs);
  return cibles.map(({ confirmee, ...cible }) => ({
    ...cible,
    // a refund is given back whole
    repris: confirmee ? (cible.montant < 0 ? -cible.montant : (left.get(cible.id) ?? 0)) : 0,
    parts: [],
  }));
}

/** Of many payments that were named, those that are as they were, and what became of the others. */
export async function sortChanged(
  queries: Queries,
  entiteId: number,
  vise: readonly PaiementVise[],
): Promise<{ kept: PaiementVise[]; laisses: Laisse[] }> {
  const devenirs = await readDevenirs(
    queries,
    entiteId,
    vise.map(({ id }) => id),
  );
  const left = await leftOf(queries, entiteId, devenirs);
  const changeOfOne = ({ id, noTransaction, montant, repris }: PaiementVise): string | undefined => {
    const devenir = devenirs.get(id);
    const end = endOf(noTransaction, devenir);
    if (end) return end;
    if (repris === 0 && devenir?.confirmee) return `Le paiement ${noTransaction} a été confirmé ${SINCE}`;
    const rest = left.get(id) ?? 0;
    return montant > 0 && rest < repris ? refundedSince(noTransaction, rest) : undefined;
  };
  const laisses: Laisse[] = [];
  const kept = vise.filter((payment) => {
    const motif = changeOfOne(payment);
    if (motif) laisses.push({ objet: payment.noTransaction, motif });
    return motif === undefined;
  });
  return { kept, laisses };
}

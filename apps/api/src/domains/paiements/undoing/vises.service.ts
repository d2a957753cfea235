/**
 * Payments that a request for approval names. Once approved, money is taken back from the same parts of the same payments;
 * if one of them has changed, the command fails and says why. Other payments of the taxpayer do not matter.
 */
import { avecPeriode, formatFrancs, type Laisse, type PaiementVise } from '@octroi/contract';
import type { Approved } from '#src/platform/approbation/approbation.service.ts';
import type { OpenTransaction, Queries } from '#src/platform/database/database.ts';
import { AppError } from '#src/platform/http/problem.ts';
import { imputeNegative } from '../booking/imputations.repository.ts';
import {
  describeParts,
  type Devenir,
  imputeParts,
  type PartDePaiement,
  readDevenirs,
  readRemainingParts,
  readPartsTakenBack,
} from './vises.repository.ts';

const SINCE = 'depuis la demande.';
/** The request named no payment, since none counted then. */
const CONFIRME = `Ce paiement était en attente ; il a été confirmé ${SINCE}`;
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

/** Why a payment does not count any more; undefined if it still counts. */
export function endOf(noTransaction: string, devenir: Devenir | undefined): string | undefined {
  if (!devenir) return `Le paiement ${noTransaction} a été supprimé ${SINCE}`;
  if (devenir.reimputee) return `Le paiement ${noTransaction} a été réimputé ${SINCE}`;
  if (devenir.rejetee) return `Le chèque du paiement ${noTransaction} a été rejeté ${SINCE}`;
  if (devenir.annulee) return `Le paiement ${noTransaction} a été annulé ${SINCE}`;
  return undefined;
}

/** @param left francs of the payment that are not refunded */
export const refundedSince = (noTransaction: string, left: number): string =>
  left > 0
    ? `Le paiement ${noTransaction} a été remboursé en partie ${SINCE.slice(0, -1)} : il en reste ${formatFrancs(left)}.`
    : `Le paiement ${noTransaction} a été remboursé ${SINCE}`;

/** What has changed of one payment; undefined if each named part is still there. */
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

/** Which payments money is taken back from. */
export interface Source {
  /** Payments that the approval names; undefined if the general rule chooses them. */
  vise: PaiementVise[] | undefined;
}

export const sourceOf = (approved: Approved | undefined): Source => ({
  vise: approved && ((approved.vise as PaiementVise[] | null) ?? []),
});

/**
 * Compares the named payments with their present state, which lasts only if their taxpayer is locked.
 * @throws AppError 409 saying what has changed
 */
export async function demandUnchanged(
  queries: Queries,
  entiteId: number,
  { vise = [] }: Source,
): Promise<void> {
  if (vise.length === 0) return;
  const devenirs = await readDevenirs(
    queries,
    entiteId,
    vise.map(({ id }) => id),
  );
  const payers = new Set([...devenirs.values()].map(({ contribuable }) => contribuable));
  const left = await readRemainingParts(queries, entiteId, [...payers]);
  for (const payment of vise) {
    const change = changeOf(payment, devenirs.get(payment.id), left);
    if (change) throw new AppError('conflit.regle', change);
  }
}

/**
 * Imputes a negative transaction of a taxpayer who is locked.
 * @param montant francs to take back, positive
 * @returns the payments that it takes money back from
 */
export async function imputeFrom(
  trx: OpenTransaction,
  target: { entiteId: number; contribuable: number; transaction: number; montant: number },
  { vise }: Source,
): Promise<PaiementVise[]> {
  if (!vise) {
    await imputeNegative(trx, target.entiteId, target.transaction);
    return describeParts(trx, target.entiteId, await readPartsTakenBack(trx, target));
  }
  if (vise.length === 0) throw new AppError('conflit.regle', CONFIRME);
  const parts = partsOf(vise);
  if (parts.reduce((sum, { montant }) => sum + montant, 0) !== target.montant)
    throw new AppError('conflit.regle', AUTRE_SOMME);
  await imputeParts(trx, target, parts);
  return vise;
}

/** A payment to remove together with many others. */
export interface Cible {
  id: number;
  noTransaction: string;
  dateTransaction: string;
  moyenPaiement: string;
  contribuable: string;
  montant: number;
  /** Whether it counts: then it is reversed; otherwise it is deleted. */
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
  for (const { paiement, montant } of await readRemainingParts(queries, entiteId, [...payers]))
    left.set(paiement, (left.get(paiement) ?? 0) + montant);
  return left;
}

/** Payments as the approval of a bulk removal names them: whole, without their parts. */
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

/** Sorts the payments that a bulk removal named: those that have not changed, and why the others are left out. */
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

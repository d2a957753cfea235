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
function endOf(noTransaction: string, devenir: Devenir | undefined): string | undefined {
  if (!devenir) return `Le paiement ${noTransaction} a été supprimé ${SINCE}`;
  if (devenir.reimputee) return `Le paiement ${noTransaction} a été réimputé ${SINCE}`;
  if (devenir.rejetee) return `Le chèque du paiement ${noTransaction} a été rejeté ${SINCE}`;
  if (devenir.annulee) return `Le paiement ${noTransaction} a été annulé ${SINCE}`;
  return undefined;
}

/** @param left francs of the payment that are not refunded */
const refundedSince = (noTransaction: string, left: number): string =>
  left > 0
    ? `Le paiement ${noTransaction} a été remboursé en partie ${SINCE.slice(0, -1)} : il en reste ${formatFrancs(left)}.`
    : `Le paiement ${noTransaction} a été remboursé ${SINCE}`;

/** What has become of payments, with what is left of them: `parts` of their taxpayers, `left` in francs by payment. */
async function readFacts(queries: Queries, entiteId: number, payments: readonly { id: number }[]) {
  const ids = payments.map(({ id }) => id);
  const devenirs = await readDevenirs(queries, entiteId, ids);
  const payers = new Set([...devenirs.values()].map(({ contribuable }) => contribuable));
  const parts = await readRemainingParts(queries, entiteId, [...payers]);
  const left = new Map<number, number>();
  for (const { paiement, montant } of parts) left.set(paiement, (left.get(paiement) ?? 0) + montant);
  return { devenirs, parts, left };
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
  const { devenirs, parts, left } = await readFacts(queries, entiteId, vise);
  const byKey = new Map(parts.map((part) => [keyOf(part), part.montant]));
  for (const { id, noTransaction, repris, parts: named } of vise) {
    const rest = left.get(id) ?? 0;
    const gone = named.find((part) => (byKey.get(keyOf({ ...part, paiement: id })) ?? 0) < part.montant);
    const change =
      endOf(noTransaction, devenirs.get(id)) ??
      (rest < repris ? refundedSince(noTransaction, rest) : undefined) ??
      (gone && `Le paiement ${noTransaction} ne paie plus ${partText(gone)} comme à la demande.`);
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

/** Payments as the approval of a bulk removal names them: whole, without their parts. */
export async function nameMany(
  queries: Queries,
  entiteId: number,
  cibles: readonly Cible[],
): Promise<PaiementVise[]> {
  const { left } = await readFacts(queries, entiteId, cibles);
  return cibles.map(({ confirmee, ...cible }) => ({
    ...cible,
    // a refund is taken back whole
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
  const { devenirs, left } = await readFacts(queries, entiteId, vise);
  const laisses: Laisse[] = [];
  const kept = vise.filter(({ id, noTransaction, montant, repris }) => {
    const devenir = devenirs.get(id);
    const rest = left.get(id) ?? 0;
    const motif =
      endOf(noTransaction, devenir) ??
      (repris === 0 && devenir?.confirmee
        ? `Le paiement ${noTransaction} a été confirmé ${SINCE}`
        : montant > 0 && rest < repris
          ? refundedSince(noTransaction, rest)
          : undefined);
    if (motif) laisses.push({ objet: noTransaction, motif });
    return motif === undefined;
  });
  return { kept, laisses };
}

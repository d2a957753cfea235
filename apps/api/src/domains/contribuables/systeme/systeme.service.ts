/** « Recettes à classer » is not a real taxpayer: every act on a taxpayer refuses it. */
import { SYSTEME_MESSAGE } from '@octroi/contract';
import { technicalNode } from '#src/domains/territoire/index.ts';
import type { OpenTransaction, Queries } from '#src/platform/database/database.ts';
import type { Scope } from '#src/platform/access/person.ts';
import { AppError } from '#src/platform/http/problem.ts';
import { placesOf } from '../contribuables.repository.ts';
import { findSysteme, insertSysteme } from './systeme.repository.ts';

/** @throws AppError 409 `contribuable.systeme` */
export function refuseSysteme({ systeme }: { systeme: boolean }): void {
  if (systeme) throw new AppError('contribuable.systeme', SYSTEME_MESSAGE);
}

/**
 * The given taxpayers within a scope, with their collectivités.
 * @throws AppError 409 `contribuable.systeme` if « Recettes à classer » is among them
 */
export async function taxpayersOf(
  queries: Queries,
  scope: Scope,
  ids: readonly number[],
): Promise<{ id: number; entite: number }[]> {
  const visible = await placesOf(queries, scope, ids);
  for (const one of visible) refuseSysteme(one);
  return visible;
}

/**
 * The record of a collectivité, created on first use.
 * @param utilisateurId recorded as its author
 */
export async function systemeOf(
  trx: OpenTransaction,
  entiteId: number,
  utilisateurId: number,
): Promise<{ id: number; nouveau: boolean }> {
  const existing = await findSysteme(trx, entiteId);
  if (existing !== undefined) return { id: existing, nouveau: false };
  const ramification = await technicalNode(trx, entiteId);
  const id = await insertSysteme(trx, { entiteId, ramification, utilisateurId });
  if (id !== undefined) return { id, nouveau: true };
  const concurrent = await findSysteme(trx, entiteId);
  if (concurrent === undefined)
    throw new Error(`« Recettes à classer » of collectivité ${entiteId} cannot be made`);
  return { id: concurrent, nouveau: false };
}

/** Debtors of a new town, and payments through the API. */
import type { Encaissement, Problem, Transaction, TransactionRow } from '@octroi/contract';
import type pg from 'pg';
import type { Caller, Reply } from './app.ts';
import { queryRows, bill, type Due, enrol, createTown, type Town } from './books.ts';

/** Payment methods: cash is confirmed at once, Orange Money waits for its operator, refunds have their own. */
export const MOYEN = { orange: 1, cheque: 4, mairie: 5, remboursement: 9 } as const;

export type Answer = TransactionRow & Problem;

export const pay = (
  caller: Caller,
  contribuable: number,
  montant: unknown,
  more: Record<string, unknown> = {},
  key?: string,
): Promise<Reply<Answer>> =>
  caller.send<Answer>(
    'POST',
    '/v2/contribuables/transactions',
    { contribuable, montant, moyenPaiement: MOYEN.mairie, ...more },
    key === undefined ? {} : { 'idempotency-key': key },
  );

export const refund = (caller: Caller, contribuable: number, montant: number): Promise<Reply<Answer>> =>
  pay(caller, contribuable, -montant, { moyenPaiement: MOYEN.remboursement, motif: 'Trop perçu' });

export const show = async (caller: Caller, id: number): Promise<Transaction> =>
  (await caller.get<Transaction>(`/v2/transactions/${id}`)).body;

/** Sends an encaissement of one payer for several taxpayers, by default in cash. */
export const collect = (
  caller: Caller,
  lignes: readonly (readonly [contribuable: number, montant: number])[],
  more: Record<string, unknown> = {},
  key?: string,
  search = '',
): Promise<Reply<Encaissement & Problem>> =>
  caller.send<Encaissement & Problem>(
    'POST',
    `/v2/encaissements${search}`,
    {
      moyenPaiement: MOYEN.mairie,
      montant: lignes.reduce((sum, [, montant]) => sum + montant, 0),
      lignes: lignes.map(([contribuable, montant]) => ({ contribuable, montant })),
      ...(lignes.length > 1 ? { payeur: { nom: 'Elhadj Moussa', telephone: '90 11 22 33' } } : {}),
      ...more,
    },
    key === undefined ? {} : { 'idempotency-key': key },
  );

/** Inserts an open till session of a user. */
export async function tillSession(pool: pg.Pool, entite: number, titulaire: number): Promise<number> {
  const [row] = await queryRows<{ id: number }>(
    pool,
    `with r as (
       insert into regie (entite_id, nom, regisseur_id, plafond) values ($1, 'Régie', $2, 100000) returning entite_id, id)
     insert into session_caisse (entite_id, regie_id, titulaire_id, fonds) select entite_id, id, $2, 0 from r returning id`,
    [entite, titulaire],
  );
  return (row as { id: number }).id;
}

/** A new taxpayer of a new town, with the given dues. */
export async function newDebtor(
  pool: pg.Pool,
  ...dues: Due[]
): Promise<{ town: Town; id: number; dues: number[] }> {
  const town = await createTown(pool);
  return { town, ...(await addDebtor(pool, town, ...dues)) };
}

/** Another taxpayer of the same town, with the given dues. */
export async function addDebtor(
  pool: pg.Pool,
  town: Town,
  ...dues: Due[]
): Promise<{ id: number; dues: number[] }> {
  const { id } = await enrol(pool, town, { node: town.nodes[4] });
  const ids: number[] = [];
  for (const due of dues) ids.push(await bill(pool, town, id, due));
  return { id, dues: ids };
}

/** The paid amount of each échéance, by year and period, and the remaining advance. */
export async function accountOf(pool: pg.Pool, id: number): Promise<{ paye: number[]; avance: number }> {
  const rows = await queryRows<{ paye: number }>(
    pool,
    'select paye from echeance where contribuable_id = $1 order by annee, periode, id',
    [id],
  );
  const [{ avance } = { avance: 0 }] = await queryRows<{ avance: number }>(
    pool,
    'select coalesce(sum(montant), 0)::bigint as avance from imputation where contribuable_id = $1 and echeance_id is null',
    [id],
  );
  return { paye: rows.map(({ paye }) => paye), avance };
}

/** The SQL of encaissements: what a payer hands over at the counter, for one or several taxpayers. */
import type { Encaissement, EncaissementBody, NatureMoyen } from '@octroi/contract';
import { type RawBuilder, sql } from 'kysely';
import { placeCondition, type Scope } from '#src/platform/access/person.ts';
import { type OpenTransaction, PREPARED, type Queries } from '#src/platform/database/database.ts';
import { agentAt } from '#src/platform/database/expressions.ts';
import { numeroDeTransaction } from './booking.repository.ts';

export interface Payer {
  id: number;
  entiteId: number;
  nom: string;
  telephone: string | null;
  systeme: boolean;
}

/** The given taxpayers that a person sees, by id. */
export async function findPayers(
  queries: Queries,
  scope: Scope,
  ids: readonly number[],
): Promise<Map<number, Payer>> {
  const { rows } = await sql<Payer>`${sql.raw(PREPARED)}
    select id, entite_id as "entiteId", nom_complet as nom, telephone, systeme from contribuable
    where id = any(${ids}::bigint[]) and ${placeCondition(scope, sql.ref('entite_id'), sql.ref('ramification_id'))}`.execute(
    queries,
  );
  return new Map(rows.map((row) => [row.id, row]));
}

/** The nature of a method; undefined if nobody may pay by it. */
export async function findNature(queries: Queries, moyenPaiement: number): Promise<NatureMoyen | undefined> {
  const moyen = await queries
    .selectFrom('moyen_paiement')
    .select('nature')
    .where('id', '=', moyenPaiement)
    .where('enabled', '=', true)
    .where('nature', 'not in', ['remboursement', 'reprise'])
    .executeTakeFirst();
  return moyen?.nature;
}

/** An encaissement to store, beside its payments. */
export interface NewEncaissement extends Pick<
  EncaissementBody,
  'montant' | 'moyenPaiement' | 'recuEnMain' | 'cheque'
> {
  entiteId: number;
  payeur: { nom: string; telephone: string | null };
  sessionCaisseId: number | null;
  createdById: number;
  cle: string | null;
}

/** @returns their ids, in their order */
export async function insertEncaissements(
  trx: OpenTransaction,
  rows: readonly NewEncaissement[],
): Promise<number[]> {
  if (rows.length === 0) return [];
  const inserted = await sql<{ id: number }>`${sql.raw(PREPARED)}
    insert into encaissement (entite_id, payeur_nom, payeur_telephone, montant, moyen_paiement_id, recu_en_main, cheque_banque,
      cheque_numero, cheque_tireur, session_caisse_id, created_by_id, cle_idempotence)
    select "entiteId", payeur ->> 'nom', payeur ->> 'telephone', montant, "moyenPaiement", "recuEnMain", cheque ->> 'banque',
      cheque ->> 'numero', cheque ->> 'tireur', "sessionCaisseId", "createdById", cle
    from jsonb_to_recordset(${JSON.stringify(rows.map((row, rang) => ({ ...row, rang })))}::jsonb) as r (
      rang int, "entiteId" int, payeur jsonb, montant bigint, "moyenPaiement" int, "recuEnMain" bigint, cheque jsonb,
      "sessionCaisseId" bigint, "createdById" int, cle text)
    order by rang
    returning id`.execute(trx);
  return inserted.rows.map(({ id }) => id).sort((a, b) => a - b);
}

/** An encaissement stored under a key before: all that its call had said, without what the server chose. */
export interface EarlierCall extends Pick<
  NewEncaissement,
  'montant' | 'moyenPaiement' | 'recuEnMain' | 'cheque' | 'payeur'
> {
  id: number;
  /** In the order of the taxpayers' ids; the reference is null if the server gave it. */
  lignes: { contribuable: number; montant: number; annee: number | null; noTransaction: string | null }[];
  /** Whether a taxpayer's record or one of its payments was changed since. */
  changed: boolean;
}

/** Encaissements stored under the keys of calls, by key. */
export async function findByKeys(
  queries: Queries,
  calls: readonly { cle: string | null; payers: readonly Payer[] }[],
): Promise<ReadonlyMap<string, EarlierCall>> {
  const keyed = calls.flatMap(({ cle, payers: [payer] }) => (cle && payer ? [{ cle, ...payer }] : []));
  if (keyed.length === 0) return new Map();
  const { rows } = await sql<EarlierCall & { cle: string }>`${sql.raw(PREPARED)}
    select e.cle_idempotence as cle, e.id, e.montant, e.moyen_paiement_id as "moyenPaiement", e.recu_en_main as "recuEnMain",
      json_build_object('nom', e.payeur_nom, 'telephone', e.payeur_telephone) as payeur,
      case when e.cheque_numero is not null then json_build_object('banque', e.cheque_banque, 'numero', e.cheque_numero,
        'tireur', e.cheque_tireur) end as cheque,
      (select json_agg(json_build_object('contribuable', t.contribuable_id, 'montant', t.montant, 'annee', t.annee,
          'noTransaction', nullif(t.no_transaction, ${numeroDeTransaction(sql`ent.code`, sql`t.id`)})) order by t.contribuable_id)
        from transaction t where t.entite_id = e.entite_id and t.encaissement_id = e.id and t.remplace_id is null) as lignes,
      exists (select from transaction t join contribuable c on c.entite_id = t.entite_id and c.id = t.contribuable_id
        where t.entite_id = e.entite_id and t.encaissement_id = e.id and (c.updated_at > e.created_at or t.version > 1)) as changed
    from unnest(${keyed.map(({ entiteId }) => entiteId)}::int[], ${keyed.map(({ cle }) => cle)}::text[]) as k (entite, cle)
    join encaissement e on e.entite_id = k.entite and e.cle_idempotence = k.cle
    join entite ent on ent.id = e.entite_id`.execute(queries);
  return new Map(rows.map(({ cle, ...earlier }) => [cle, earlier]));
}

const LIGNES = sql`(
  select json_agg(json_build_object('id', t.id, 'noTransaction', t.no_transaction, 'numeroRecu', t.numero_recu,
    'statut', t.statut, 'montant', t.montant,
    'contribuable', json_build_object('id', c.id, 'numKlis', c.num_klis, 'fullName', c.nom_complet),
    'moyenPaiement', json_build_object('id', mt.id, 'nom', mt.nom),
    'annulee', t.statut = 'Failed' or x.id is not null,
    'remplace', case when a.id is not null then json_build_object('id', a.id, 'numeroRecu', a.numero_recu) end,
    'remplacePar', case when r.id is not null then json_build_object('id', r.id, 'numeroRecu', r.numero_recu) end)
    order by t.remplace_id is not null, t.id)
  from transaction t
  join contribuable c on c.entite_id = t.entite_id and c.id = t.contribuable_id
  join moyen_paiement mt on mt.id = t.moyen_paiement_id
  left join transaction x on x.entite_id = t.entite_id and x.extourne_de_id = t.id
  left join transaction a on a.entite_id = t.entite_id and a.id = t.remplace_id
  left join transaction r on r.entite_id = t.entite_id and r.remplace_id = t.id
  where t.entite_id = e.entite_id and t.encaissement_id = e.id)`;

export interface StoredEncaissement extends Omit<Encaissement, 'etat' | 'rendu'> {
  entiteId: number;
}

const selectEncaissements = (condition: RawBuilder<unknown>) => sql<StoredEncaissement>`${sql.raw(PREPARED)}
  select e.id, e.entite_id as "entiteId", json_build_object('id', ent.id, 'nom', ent.nom) as entite,
    json_build_object('nom', e.payeur_nom, 'telephone', e.payeur_telephone) as payeur, e.montant,
    e.recu_en_main as "recuEnMain", json_build_object('id', m.id, 'nom', m.nom, 'nature', m.nature) as "moyenPaiement",
    case when e.cheque_numero is not null then json_build_object('banque', e.cheque_banque, 'numero', e.cheque_numero,
      'tireur', e.cheque_tireur) end as cheque,
    e.session_caisse_id as "sessionCaisse", e.created_at as "createdAt",
    ${agentAt('u', sql.ref('e.created_at'))} as "createdBy",
    ${LIGNES} as lignes
  from encaissement e
  join entite ent on ent.id = e.entite_id
  join moyen_paiement m on m.id = e.moyen_paiement_id
  join utilisateur u on u.id = e.created_by_id
  where ${condition}`;

/** An encaissement that the person took, or of which the person sees all payments. */
export async function readEncaissement(
  queries: Queries,
  { scope, person }: { scope: Scope; person: number },
  id: number,
): Promise<StoredEncaissement | undefined> {
  const { rows } = await selectEncaissements(sql`e.id = ${id} and (e.created_by_id = ${person} or not exists (
    select from transaction t where t.entite_id = e.entite_id and t.encaissement_id = e.id
      and not ${placeCondition(scope, sql.ref('t.entite_id'), sql.ref('t.ramification_id'))}))`).execute(
    queries,
  );
  return rows[0];
}

/** Encaissements by id, without any check of rights. */
export async function readEncaissements(
  queries: Queries,
  ids: readonly number[],
): Promise<ReadonlyMap<number, StoredEncaissement>> {
  if (ids.length === 0) return new Map();
  const { rows } = await selectEncaissements(sql`e.id = any(${ids}::bigint[])`).execute(queries);
  return new Map(rows.map((row) => [row.id, row]));
}

/** What a person took on a local day (`YYYY-MM-DD`; today if null), the last first. */
export async function listOwn(
  queries: Queries,
  person: number,
  jour: string | null,
): Promise<StoredEncaissement[]> {
  const day = sql`coalesce(${jour}::date, aujourdhui())`;
  const { rows } = await sql<StoredEncaissement>`${selectEncaissements(sql`e.created_by_id = ${person}
    and e.created_at >= debut_du_jour(${day}) and e.created_at < debut_du_jour(${day} + 1)`)}
    order by e.created_at desc, e.id desc`.execute(queries);
  return rows;
}

/** Whether an instant lies in the present local day. */
export async function isOfToday(queries: Queries, instant: string): Promise<boolean> {
  const { rows } = await sql<{ today: boolean }>`
    select jour_local(${instant}::timestamptz) = aujourdhui() as today`.execute(queries);
  return rows[0]?.today ?? false;
}

/** The name of a method. */
export async function readMoyen(queries: Queries, id: number): Promise<string> {
  const { nom } = await queries
    .selectFrom('moyen_paiement')
    .select('nom')
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  return nom;
}

/** Base rows for tests, written by plain SQL in the application’s role, which the database restricts here too. */
import type pg from 'pg';

type Row = Record<string, unknown>;
export type Connection = Pick<pg.Pool | pg.PoolClient, 'query'>;

export async function queryRows<R extends pg.QueryResultRow = Row>(
  on: Connection,
  text: string,
  values: unknown[] = [],
): Promise<R[]> {
  return (await on.query<R>(text, values)).rows;
}

export async function queryRow<R extends pg.QueryResultRow = Row>(
  on: Connection,
  text: string,
  values: unknown[] = [],
): Promise<R> {
  const [row] = await queryRows<R>(on, text, values);
  if (!row) throw new Error(`no row: ${text}`);
  return row;
}

/**
 * Runs work in a new transaction.
 * @returns `done`, or the SQLSTATE of the constraint that refused it
 */
export async function outcomeOf(
  pool: pg.Pool,
  work: (client: pg.PoolClient) => Promise<unknown>,
): Promise<string> {
  const client = await pool.connect();
  try {
    await client.query('begin');
    await work(client);
    await client.query('commit');
    return 'done';
  } catch (error) {
    await client.query('rollback');
    const { code } = error as { code?: string };
    if (code?.startsWith('23')) return code;
    throw error;
  } finally {
    client.release();
  }
}

/**
 * A new collectivité, so that tests do not affect each other: two départements, one of them with places down to two
 * secteurs.
 */
export interface Town {
  entite: number;
  /** Sub-entities: départements, quartier, zone, secteurs. */
  nodes: [number, number, number, number, number, number];
  nature: number;
  taxes: [number, number];
  agents: [number, number];
  moyens: [number, number];
}

let towns = 0;

export async function createTown(on: Connection): Promise<Town> {
  const name = `Essai ${process.pid}-${++towns}`;
  const ids = async (text: string): Promise<number[]> =>
    (await queryRows<{ id: number }>(on, text)).map(({ id }) => id);
  const { id: entite } = await queryRow<{ id: number }>(
    on,
    `insert into entite (nom, nom_court, code, ville_id, enabled) select $1, $1, $1, min(id), true from ville returning id`,
    [name],
  );
  const node = async (type: number, parent: number | null, nom = `Niveau ${type}`): Promise<number> =>
    (
      await queryRow<{ id: number }>(
        on,
        `insert into ramification (entite_id, type_id, parent_id, nom, code, enabled)
         values ($1, $2, $3, $4, gen_random_uuid()::text, true) returning id`,
        [entite, type, parent, nom],
      )
    ).id;
  const departement = await node(1, null);
  const other = await node(1, null, 'Autre niveau 1');
  const quartier = await node(2, departement);
  const zone = await node(3, quartier);
  const secteurs = [await node(4, zone), await node(4, zone, 'Autre niveau 4')] as const;
  const { id: nature } = await queryRow<{ id: number }>(
    on,
    `with categorie as (insert into categorie_activite (entite_id, nom) values ($1, 'Commerce') returning id)
     insert into nature_activite (entite_id, categorie_id, nom) select $1, id, 'Boutique' from categorie returning id`,
    [entite],
  );
  await on.query(
    "insert into type_equipement (entite_id, nom) select $1::int, 'Type ' || n from generate_series(1, 2) n",
    [entite],
  );
  const taxes = await queryRows<{ id: number }>(
    on,
    `with categorie as (insert into categorie_taxe (entite_id, nom) values ($1, 'Taxes') returning id)
     insert into taxe (entite_id, nom, categorie_id, nature_activite_id, frequence_id)
     select $1, 'Taxe ' || n, categorie.id, $2, (select min(id) from frequence) from categorie, generate_series(1, 2) n returning id`,
    [entite, nature],
  );
  return {
    entite,
    nodes: [departement, other, quartier, zone, ...secteurs],
    nature,
    taxes: taxes.map(({ id }) => id) as Town['taxes'],
    agents: (await ids('select id from utilisateur where type_id = 2 order by id limit 2')) as Town['agents'],
    moyens: (await ids('select id from moyen_paiement order by id limit 2')) as Town['moyens'],
  };
}

export interface Enrolment {
  node: number;
  agent?: number;
  /** Instant of enrolment; now when absent. */
  at?: string;
  statut?: string;
  betail?: number | null;
}

/** A taxpayer with one line. */
export async function enrol(
  on: Connection,
  town: Pick<Town, 'entite' | 'nature' | 'agents'>,
  enrolment: Enrolment,
): Promise<{ id: number; ligne: number }> {
  const agent = enrolment.agent ?? town.agents[0];
  const { id } = await queryRow<{ id: number }>(
    on,
    `insert into contribuable (entite_id, ramification_id, num_klis, nom, created_by_id, created_at, statut, nbre_betail, latitude, longitude)
     values ($1, $2, gen_random_uuid()::text, 'Essai', $3, coalesce($4::timestamptz, now()), coalesce($5, 'Enrolé'), $6,
       case when $2 % 5 > 0 then 13 + $2 % 3 * 0.004 end, nullif($2 % 5, 0) * 0.004) returning id`,
    [
      town.entite,
      enrolment.node,
      agent,
      enrolment.at ?? null,
      enrolment.statut ?? null,
      enrolment.betail ?? null,
    ],
  );
  const { id: ligne } = await queryRow<{ id: number }>(
    on,
    `insert into enrollement (entite_id, contribuable_id, nature_activite_id, created_by_id) values ($1, $2, $3, $4) returning id`,
    [town.entite, id, town.nature, agent],
  );
  return { id, ligne };
}

export interface Due {
  annee: number;
  montant: number;
  periode?: number;
  taxe?: number;
  /** First day of the period when absent. */
  le?: string;
}

/** An échéance of a taxpayer, at its present node. */
export async function bill(
  on: Connection,
  town: Pick<Town, 'entite' | 'taxes'>,
  contribuable: number,
  due: Due,
): Promise<number> {
  const { id } = await queryRow<{ id: number }>(
    on,
    `insert into echeance (entite_id, contribuable_id, enrollement_id, taxe_id, annee, periode, montant, exigible_le, ramification_id)
     select c.entite_id, c.id, (select min(id) from enrollement l where l.entite_id = c.entite_id and l.contribuable_id = c.id),
       $3, $4::int, $5::int, $6, coalesce($7::date, make_date($4::int, $5::int, 1)), c.ramification_id
     from contribuable c where c.entite_id = $1 and c.id = $2 returning id`,
    [
      town.entite,
      contribuable,
      due.taxe ?? town.taxes[0],
      due.annee,
      due.periode ?? 1,
      due.montant,
      due.le ?? null,
    ],
  );
  return id;
}

export interface Payment {
  montant: number;
  at?: string;
  statut?: string;
  moyen?: number;
  agent?: number | null;
}

/** A transaction of a taxpayer at its present node, without its imputations. */
export async function book(
  on: Connection,
  town: Pick<Town, 'entite' | 'moyens'>,
  contribuable: number,
  payment: Payment,
): Promise<number> {
  const { id } = await queryRow<{ id: number }>(
    on,
    `insert into transaction (entite_id, contribuable_id, ramification_id, betail, no_transaction, montant, statut, moyen_paiement_id,
       bureau_accepteur_id, date_transaction)
     select c.entite_id, c.id, c.ramification_id, c.betail, gen_random_uuid()::text, $3, coalesce($4, 'Confirmé'), $5, $6, coalesce($7::timestamptz, now())
     from contribuable c where c.entite_id = $1 and c.id = $2 returning id`,
    [
      town.entite,
      contribuable,
      payment.montant,
      payment.statut ?? null,
      payment.moyen ?? town.moyens[0],
      payment.agent ?? null,
      payment.at ?? null,
    ],
  );
  return id;
}

/** One part of a transaction: towards an échéance, or an advance. */
export async function impute(
  on: Connection,
  town: Pick<Town, 'entite'>,
  transaction: number,
  part: { annee: number; montant: number; echeance?: number | null },
): Promise<number> {
  const { id } = await queryRow<{ id: number }>(
    on,
    `insert into imputation (entite_id, transaction_id, contribuable_id, annee, echeance_id, montant)
     select t.entite_id, t.id, t.contribuable_id, $3, $4, $5 from transaction t where t.entite_id = $1 and t.id = $2 returning id`,
    [town.entite, transaction, part.annee, part.echeance ?? null, part.montant],
  );
  return id;
}

/** Splits a payment over the oldest unpaid échéances of its taxpayer; the excess is an advance. */
export async function imputeOldestFirst(
  on: Connection,
  town: Pick<Town, 'entite'>,
  transaction: number,
): Promise<void> {
  await on.query(
    `with paiement as (select * from transaction where entite_id = $1 and id = $2),
     du as (
       select e.id, e.annee, e.montant - e.paye as reste,
         sum(e.montant - e.paye) over (order by e.annee, e.periode, e.id) - (e.montant - e.paye) as avant
       from echeance e join paiement p on p.contribuable_id = e.contribuable_id
       where e.entite_id = $1 and e.montant > e.paye
     ),
     parts as (
       select du.annee, du.id as echeance, least(du.reste, p.montant - du.avant)::bigint as montant
       from du, paiement p where du.avant < p.montant
     )
     insert into imputation (entite_id, transaction_id, contribuable_id, annee, echeance_id, montant)
     select p.entite_id, p.id, p.contribuable_id, x.annee, x.echeance, x.montant
     from paiement p, (
       select * from parts
       union all
       select extract(year from p.jour)::int, null, p.montant - coalesce((select sum(montant) from parts), 0)::bigint from paiement p
     ) x where x.montant > 0`,
    [town.entite, transaction],
  );
}

/** Refunds money: advances first, then the latest imputations. False if nothing is left to refund. */
export async function refund(
  on: Connection,
  town: Pick<Town, 'entite' | 'moyens'>,
  contribuable: number,
  montant: number,
): Promise<boolean> {
  const net = await queryRow<{ net: number }>(
    on,
    'select coalesce(sum(montant), 0)::bigint as net from imputation where entite_id = $1 and contribuable_id = $2',
    [town.entite, contribuable],
  );
  const back = Math.min(montant, net.net);
  if (back <= 0) return false;
  const transaction = await book(on, town, contribuable, { montant: -back });
  await on.query(
    `with net as (
       select annee, echeance_id, sum(montant) as montant, max(id) as rang from imputation
       where entite_id = $1 and contribuable_id = $2 group by 1, 2 having sum(montant) > 0
     ),
     file as (select *, sum(montant) over (order by (echeance_id is not null), rang desc, annee) - montant as avant from net)
     insert into imputation (entite_id, transaction_id, contribuable_id, annee, echeance_id, montant)
     select $1, $3, $2, annee, echeance_id, -least(montant, $4::bigint - avant)::bigint from file where avant < $4::bigint`,
    [town.entite, contribuable, transaction, back],
  );
  return true;
}

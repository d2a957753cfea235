/** A new town with one tax, its rates by place and year, and the échéances generated from them. */
import type { Bareme, GenerationReport, Precision, Travail } from '@octroi/contract';
import type pg from 'pg';
import { expect } from 'vitest';
import type { Caller } from './app.ts';
import {
  queryRows,
  queryRow,
  book,
  enrol,
  createTown,
  imputeOldestFirst,
  type Town,
  outcomeOf,
} from './books.ts';

type Price = number | Record<string, number> | readonly Precision[] | 'exclue';
const PLACES = { departement: 0, autre: 1, quartier: 2, zone: 3, secteur: 4, secteur2: 5 } as const;
type Place = keyof typeof PLACES;

interface Asked {
  aBlanc?: boolean;
  ramifications?: number[];
}

export const at = (day: string): string => `${day}T10:00:00+01:00`;
export const placeOf = (town: Town, place: Place): number => town.nodes[PLACES[place]] ?? 0;

/**
 * Replaces the rate of a sub-entity in a year by a price, a price per précision, or an exclusion.
 * @param depuis its first day; null: that of the year
 */
async function setRate(
  pool: pg.Pool,
  town: Town,
  place: Place,
  annee: number,
  price: Price,
  depuis: string | null = null,
): Promise<void> {
  await pool.query(
    'delete from application where taxe_id = $1 and ramification_id = $2 and annee = $3 and depuis is not distinct from $4',
    [town.taxes[0], placeOf(town, place), annee, depuis],
  );
  const { id } = await queryRow<{ id: number }>(
    pool,
    `insert into application (entite_id, taxe_id, ramification_id, annee, tarif, exclue, depuis) values ($1, $2, $3, $4, $5, $6, $7) returning id`,
    [
      town.entite,
      town.taxes[0],
      placeOf(town, place),
      annee,
      typeof price === 'number' ? price : null,
      price === 'exclue',
      depuis,
    ],
  );
  for (const { libelle, tarif, parUnite, seuil } of precisionsOf(price))
    await pool.query(
      `with p as (insert into precision_taxe (annee, libelle, tarif, par_unite, seuil) values ($2, $3, $4, $5, $6) returning id)
       insert into application_precision select $1, id from p`,
      [id, annee, libelle, tarif, parUnite, seuil],
    );
}

function precisionsOf(price: Price): readonly Precision[] {
  if (typeof price !== 'object') return [];
  if (Array.isArray(price)) return price as readonly Precision[];
  return Object.entries(price).map(([libelle, tarif]) => ({ libelle, tarif, parUnite: false, seuil: null }));
}

/** Gives the base of the tax a unit, and its rates of a year their rules by unit. */
async function setCount(
  pool: pg.Pool,
  town: Town,
  annee: number,
  { unite = 'm²', franchise, minimum, maximum, arrondi = 1 }: Partial<Bareme> & { unite?: string } = {},
): Promise<void> {
  const [taxe] = town.taxes;
  await pool.query(
    `with t as (select * from taxe where id = $1),
       e as (update type_equipement set unite = $2, unite_decimales = 2 where id = (select type_equipement_id from t))
     update nature_activite set unite = $2, unite_decimales = 2 where id = (select nature_activite_id from t)`,
    [taxe, unite],
  );
  await pool.query(
    `update application set par_unite = tarif is not null, franchise = $3, minimum = $4, maximum = $5, arrondi = $6
     where taxe_id = $1 and annee = $2 and not exclue`,
    [taxe, annee, franchise ?? null, minimum ?? null, maximum ?? null, arrondi],
  );
  await pool.query(
    `update precision_taxe set par_unite = true where id in (
       select precision_id from application_precision ap join application a on a.id = ap.application_id
       where a.taxe_id = $1 and a.annee = $2) and seuil is null`,
    [taxe, annee],
  );
}

/**
 * @param pool as the database’s owner
 * @param caller signed-in user who starts the generations
 */
export function billing(pool: pg.Pool, caller: () => Caller) {
  const rate = (
    town: Town,
    place: Place,
    annee: number,
    price: Price,
    depuis: string | null = null,
  ): Promise<void> => setRate(pool, town, place, annee, price, depuis);
  const countIn = (town: Town, annee: number, counted?: Parameters<typeof setCount>[3]): Promise<void> =>
    setCount(pool, town, annee, counted);

  /** @param occurrences periods per year of the tax’s frequency */
  async function townWith(occurrences: number, rates: [place: Place, annee: number, price: Price][]) {
    const town = await createTown(pool);
    const [taxe, other] = town.taxes;
    const { id: frequence } = await queryRow<{ id: number }>(
      pool,
      `insert into frequence (nom, occurrences) values (gen_random_uuid()::text, $1) returning id`,
      [occurrences],
    );
    // its lines are enrolled in the past
    await pool.query("update taxe set frequence_id = $2, created_at = '2000-01-01' where id = $1", [
      taxe,
      frequence,
    ]);
    await pool.query('delete from taxe where id = $1', [other]);
    for (const [place, annee, price] of rates) await rate(town, place, annee, price);
    return town;
  }

  /** Sets the quantity of a line; null: not entered. */
  const quantify = async (ligne: number, quantite: number | null): Promise<void> => {
    await pool.query('update enrollement set quantite = $2 where id = $1', [ligne, quantite]);
  };

  async function enrolAt(
    town: Town,
    place: Place,
    day: string,
    betail: number | null = null,
  ): Promise<{ id: number; ligne: number }> {
    const enrolled = await enrol(pool, town, { node: placeOf(town, place), at: at(day), betail });
    await pool.query('update enrollement set created_at = $2 where id = $1', [enrolled.ligne, at(day)]);
    return enrolled;
  }

  async function generate(town: Town, annee: number, more: Asked = {}): Promise<GenerationReport> {
    const { status, body } = await caller().send<{ data: Travail[] }>('POST', '/v2/echeances/generation', {
      ...(more.ramifications ? {} : { entite: town.entite }),
      annee,
      ...more,
    });
    expect(status, JSON.stringify(body)).toBe(200);
    const [travail] = body.data;
    expect(travail?.statut, travail?.message ?? '').toBe('terminé');
    return travail?.rapport as GenerationReport;
  }

  const dues = (contribuable: number, annee: number) =>
    queryRows<{ periode: number; montant: number; paye: number; le: string }>(
      pool,
      `select periode, montant, paye, exigible_le::text as le from echeance
       where contribuable_id = $1 and annee = $2 order by periode, id`,
      [contribuable, annee],
    );
  const amounts = async (contribuable: number, annee: number): Promise<number[]> =>
    (await dues(contribuable, annee)).map(({ montant }) => montant);

  async function pay(town: Town, contribuable: number, montant: number, day: string): Promise<void> {
    const outcome = await outcomeOf(pool, async (client) => {
      const transaction = await book(client, town, contribuable, { montant, at: at(day) });
      await imputeOldestFirst(client, town, transaction);
    });
    expect(outcome).toBe('done');
  }
  /** Advances by year, and parts of échéances by year. */
  const parts = (contribuable: number) =>
    queryRows<{ annee: number; avance: boolean; montant: number }>(
      pool,
      `select annee, echeance_id is null as avance, sum(montant)::int as montant from imputation
       where contribuable_id = $1 group by 1, 2 order by 1, 2`,
      [contribuable],
    );

  return { townWith, rate, countIn, quantify, enrolAt, generate, dues, amounts, pay, parts };
}

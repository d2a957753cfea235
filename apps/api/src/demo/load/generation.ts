/** Generates taxpayers in the order of their enrolment and streams them into the database, chunk by chunk. */
import { setImmediate as breathe } from 'node:timers/promises';
import { type Day, SERIE_CONTRIBUABLE } from '@octroi/contract';
import type pg from 'pg';
import { Random, type Weighted } from '../random.ts';
import { runAccount } from './account.ts';
import { Calendar } from './calendar.ts';
import { copyBytes } from '#src/platform/database/copy.ts';
import { numeroRecu, SERIE_RECU } from './numbers.ts';
import { Rates } from './rates.ts';
import {
  COLUMNS,
  contribuableRow,
  sejourRow,
  emptyTables,
  ledgerRows,
  lineRows,
  LOADED,
  transactionRow,
  type Tables,
} from './rows.ts';
import { planPayments, type PlannedPayment } from './schedule.ts';
import { GROWING } from './schema.ts';
import { drawTaxpayer } from './taxpayer.ts';
import { readTowns, type Town } from './towns.ts';

export interface GenerationOptions {
  /** How many taxpayers are added. */
  contribuables: number;
  /** The same seed and the same `today` give the same rows, once the morning is over. */
  seed: number;
  /** Last day of what is generated, in the installation's time zone. */
  today: Day;
}

/** Taxpayers generated and sent at a time: about 10 MB. */
const CHUNK = 3000;
/** Taxpayers generated before the connection gets a turn to send. */
const SLICE = 40;

/** Streams of draws: each taxpayer has its own, so that no part of the generator disturbs another. */
const STREAM_PLAN = 1;
const STREAM_REST = 2;

interface Plan {
  /** From 0, in order of enrolment. */
  rank: number;
  town: Town;
  createdDay: number;
  /** Hour of the enrolment, as a fraction of the office's. */
  fraction: number;
  plan: PlannedPayment[];
}

export class Generation {
  private readonly options: GenerationOptions;
  private readonly calendar: Calendar;
  private readonly towns: Weighted<Town>;
  private readonly rates: Rates;
  /** Last id in use of each table. */
  private readonly ids: Record<(typeof GROWING)[number], number>;
  /** Taxpayers that were there before: they move the seeds, so that a second load does not repeat the first. */
  private readonly before: number;
  private readonly enrolments: number[];
  /** Last receipt given on each day, by collectivité. */
  private readonly receipts = new Map<Town, Float64Array>();
  private readonly random = new Random();

  private constructor(
    options: GenerationOptions,
    calendar: Calendar,
    towns: Weighted<Town>,
    rates: Rates,
    ids: Record<(typeof GROWING)[number], number>,
  ) {
    this.options = options;
    this.calendar = calendar;
    this.towns = towns;
    this.rates = rates;
    this.ids = ids;
    this.before = ids.contribuable;
    this.enrolments = calendar.enrolments(options.contribuables);
  }

  static async prepare(client: pg.ClientBase, options: GenerationOptions): Promise<Generation> {
    const calendar = await Calendar.read(client, options.today);
    const towns = await readTowns(client);
    const rates = await Rates.read(client, calendar.firstYear, calendar.lastYear);
    const { rows } = await client.query<{ nom: (typeof GROWING)[number]; id: string }>(
      GROWING.map((table) => `select '${table}' as nom, coalesce(max(id), 0) as id from ${table}`).join(
        ' union all ',
      ),
    );
    const ids = Object.fromEntries(rows.map(({ nom, id }) => [nom, Number(id)])) as Generation['ids'];
    const counters = await client.query<{ entite_id: number; serie: string; annee: number; valeur: string }>(
      'select entite_id, serie, annee, valeur from compteur',
    );
    for (const { entite_id, serie, annee, valeur } of counters.rows) {
      const town = towns.items.find(({ entiteId }) => entiteId === entite_id);
      if (serie === SERIE_CONTRIBUABLE && town) town.contribuables = Number(valeur);
      if (serie === SERIE_RECU && town) town.receipts.set(annee, Number(valeur));
    }
    return new Generation(options, calendar, towns, rates, ids);
  }

  /** Where and when a taxpayer enrols and pays; the same at each call. */
  private *plans(): Iterable<Plan> {
    let rank = 0;
    for (const [createdDay, count] of this.enrolments.entries()) {
      for (let i = 0; i < count; i++, rank++) {
        const random = this.random.reseed(this.options.seed, this.before + rank, STREAM_PLAN);
        const town = random.draw(this.towns);
        const fraction = (i + random.next()) / count;
        yield {
          rank,
          town,
          createdDay,
          fraction,
          plan: planPayments(random, this.calendar, rank, createdDay),
        };
      }
    }
  }

  /** First pass: how many receipts each day needs, so that their numbers follow the days. */
  private countReceipts(): void {
    const { calendar } = this;
    for (const town of this.towns.items) this.receipts.set(town, new Float64Array(calendar.last + 1));
    for (const { town, plan } of this.plans()) {
      const days = this.receipts.get(town) as Float64Array;
      for (const { day, statut } of plan) if (statut === 'Confirmé') days[day] = (days[day] ?? 0) + 1;
    }
    for (const [town, days] of this.receipts) {
      for (let day = 0; day < days.length; day++) {
        const annee = calendar.year(day);
        const receiptCount = town.receipts.get(annee) ?? 0;
        town.receipts.set(annee, receiptCount + (days[day] ?? 0));
        days[day] = receiptCount;
      }
    }
  }

  private nextReceipt(town: Town, day: number): string {
    const days = this.receipts.get(town) as Float64Array;
    const rank = (days[day] ?? 0) + 1;
    days[day] = rank;
    return numeroRecu(town.code, this.calendar.year(day), rank);
  }

  /** Generates a chunk while the one before it is being sent. */
  async run(client: pg.ClientBase, frozen: boolean, step: (message: string) => void): Promise<void> {
    this.countReceipts();
    let tables = emptyTables();
    let spare = emptyTables();
    let sending: Promise<void> = Promise.resolve();
    let failed = false;
    const total = this.options.contribuables;
    // a second generator object for what follows the plan, since the plan's iterator reseeds the first
    const random = new Random();
    for (const { rank, town, createdDay, fraction, plan } of this.plans()) {
      this.emit(
        random.reseed(this.options.seed, this.before + rank, STREAM_REST),
        tables,
        town,
        createdDay,
        fraction,
        plan,
      );
      const done = rank + 1;
      if (done % SLICE === 0) await breathe();
      if (done % CHUNK === 0 || done === total) {
        await sending;
        [tables, spare] = [spare, tables];
        for (const table of LOADED) tables[table].clear();
        sending = send(client, spare, frozen);
        sending.catch(() => (failed = true));
        if (done % 100_000 === 0) step(`${done.toLocaleString('fr-FR')} contribuables`);
      }
      if (failed) break;
    }
    await sending;
  }

  private emit(
    random: Random,
    tables: Tables,
    town: Town,
    createdDay: number,
    fraction: number,
    plan: readonly PlannedPayment[],
  ): void {
    const { calendar, ids } = this;
    const id = ++ids.contribuable;
    const taxpayer = drawTaxpayer(random, calendar, town, calendar.at(createdDay, fraction));
    tables.contribuable.add(contribuableRow(calendar, id, ++town.contribuables, taxpayer));
    tables.sejour.add(sejourRow(id, taxpayer));
    const enrollementIds = taxpayer.lines.map(() => ++ids.enrollement);
    lineRows(calendar, tables, id, taxpayer, enrollementIds, () => ++ids.equipement);
    const { ledger, payments } = runAccount(random, calendar, this.rates, taxpayer, enrollementIds, plan, {
      echeance: () => ++ids.echeance,
      transaction: () => ++ids.transaction,
    });
    for (const payment of payments) {
      const receipt = payment.statut === 'Confirmé' && payment.montant > 0;
      const recu = receipt ? this.nextReceipt(town, calendar.dayOf(payment.at)) : null;
      tables.transaction.add(transactionRow(calendar, id, taxpayer, payment, recu));
    }
    ledgerRows(calendar, tables, id, taxpayer, ledger, () => ++ids.imputation);
  }

  /** The next number of each series follows the last one given here. */
  async storeCounters(client: pg.ClientBase): Promise<void> {
    const rows = this.towns.items.flatMap((town) => [
      { entite: town.entiteId, serie: SERIE_CONTRIBUABLE, annee: 0, valeur: town.contribuables },
      ...[...town.receipts].map(([annee, valeur]) => ({
        entite: town.entiteId,
        serie: SERIE_RECU,
        annee,
        valeur,
      })),
    ]);
    await client.query(
      `insert into compteur (entite_id, serie, annee, valeur)
       select * from unnest($1::int[], $2::text[], $3::smallint[], $4::bigint[])
       on conflict (entite_id, serie, annee) do update set valeur = excluded.valeur`,
      [
        rows.map(({ entite }) => entite),
        rows.map(({ serie }) => serie),
        rows.map(({ annee }) => annee),
        rows.map(({ valeur }) => valeur),
      ],
    );
  }
}

async function send(client: pg.ClientBase, tables: Tables, frozen: boolean): Promise<void> {
  for (const table of LOADED) {
    const options = frozen ? ' with (freeze)' : '';
    await copyBytes(client, `${table} (${COLUMNS[table]}) from stdin${options}`, tables[table].content());
  }
}

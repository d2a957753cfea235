/**
 * What a line owes, by the rules of calculation (docs/regles-de-calcul.md), from the configuration as it stands in the database:
 * the application of the year for the sub-entity, else for its nearest ancestor that has one; an exclusion stops the climb.
 */
import type pg from 'pg';

/** One due of one line: a tax, a year, a period. */
export interface Due {
  taxeId: number;
  annee: number;
  periode: number;
  montant: number;
  exigibleLe: string;
}

interface PricedTax {
  id: number;
  occurrences: number;
  /** Rates by `secteur/année`, computed on first use. */
  rates: Map<number, Rate>;
  applications: Map<number, Rate>;
}
/** `undefined` tarif and précisions: excluded, or without a rate. */
type Rate = { tarif?: number; precisions?: ReadonlyMap<string, number> };

const NONE: Rate = {};
const key = (ramificationId: number, annee: number): number => ramificationId * 10_000 + annee;
const two = (value: number): string => (value < 10 ? `0${value}` : String(value));

/** Beyond twelve periods a year a tax is billed by month. */
const BILLED_MONTHS = 12;

const daysOfMonth = (annee: number, month: number): number =>
  new Date(Date.UTC(annee, month, 0)).getUTCDate();

/** Periods that are billed in a year. */
export const periodsOf = (occurrences: number): number => Math.min(occurrences, BILLED_MONTHS);

/** The period of a year in which a month lies, from 1. */
export const periodOfMonth = (month: number, occurrences: number): number =>
  Math.ceil((month * periodsOf(occurrences)) / BILLED_MONTHS);

/** The first day of a period. */
export const debutPeriode = (annee: number, periode: number, occurrences: number): string =>
  `${annee}-${two(Math.floor(((periode - 1) * BILLED_MONTHS) / periodsOf(occurrences)) + 1)}-01`;

/** Price of a period: the rate, or the rate times the days of its month. */
export const amountOf = (tarif: number, annee: number, periode: number, occurrences: number): number =>
  occurrences > BILLED_MONTHS ? tarif * daysOfMonth(annee, periode) : tarif;

export class Rates {
  private readonly parents = new Map<number, number | null>();
  private readonly byEquipement = new Map<number, PricedTax[]>();
  private readonly byNature = new Map<number, PricedTax[]>();

  static async read(client: pg.ClientBase, fromYear: number, toYear: number): Promise<Rates> {
    const rates = new Rates();
    const nodes = await client.query<{ id: number; parent_id: number | null }>(
      'select id, parent_id from ramification',
    );
    for (const { id, parent_id } of nodes.rows) rates.parents.set(id, parent_id);
    const taxes = await client.query<{
      id: number;
      te: number | null;
      na: number | null;
      occurrences: number;
    }>(
      `select t.id, t.type_equipement_id as te, t.nature_activite_id as na, f.occurrences
       from taxe t join frequence f on f.id = t.frequence_id where t.enabled order by t.id`,
    );
    const byId = new Map<number, PricedTax>();
    for (const { id, te, na, occurrences } of taxes.rows) {
      const tax = { id, occurrences, rates: new Map(), applications: new Map() };
      byId.set(id, tax);
      const [map, target] = te === null ? [rates.byNature, na] : [rates.byEquipement, te];
      if (target !== null) map.set(target, [...(map.get(target) ?? []), tax]);
    }
    const applications = await client.query<{
      taxe_id: number;
      ramification_id: number;
      annee: number;
      exclue: boolean;
      tarif: string | null;
      precisions: Record<string, number> | null;
    }>(
      `select a.taxe_id, a.ramification_id, a.annee, a.exclue, a.tarif,
         (select json_object_agg(p.libelle, p.tarif) from application_precision ap
          join precision_taxe p on p.id = ap.precision_id where ap.application_id = a.id) as precisions
       from application a where a.taxe_id is not null and a.annee between $1 and $2`,
      [fromYear, toYear],
    );
    for (const row of applications.rows) {
      const rate: Rate = row.exclue
        ? NONE
        : {
            ...(row.tarif === null ? {} : { tarif: Number(row.tarif) }),
            ...(row.precisions ? { precisions: new Map(Object.entries(row.precisions)) } : {}),
          };
      byId.get(row.taxe_id)?.applications.set(key(row.ramification_id, row.annee), rate);
    }
    return rates;
  }

  private rateOf(tax: PricedTax, secteurId: number, annee: number): Rate {
    const cached = tax.rates.get(key(secteurId, annee));
    if (cached) return cached;
    let rate: Rate | undefined;
    for (let node: number | null = secteurId; node !== null && !rate; node = this.parents.get(node) ?? null) {
      rate = tax.applications.get(key(node, annee));
    }
    rate ??= NONE;
    tax.rates.set(key(secteurId, annee), rate);
    return rate;
  }

  /**
   * The dues of a line for a year, oldest first.
   * @param fromMonth month of its enrolment in that year; 1 in later years
   * @param enrolled day of its enrolment: nothing falls due before
   */
  dues(line: RatedLine, secteurId: number, annee: number, fromMonth: number, enrolled: string): Due[] {
    const taxes = line.natureId
      ? this.byNature.get(line.natureId)
      : this.byEquipement.get(line.typeEquipementId);
    const dues: Due[] = [];
    for (const tax of taxes ?? []) {
      const rate = this.rateOf(tax, secteurId, annee);
      const tarif = rate.precisions ? rate.precisions.get(line.variation ?? '') : rate.tarif;
      if (tarif === undefined) continue;
      const { id: taxeId, occurrences } = tax;
      const periods = periodsOf(occurrences);
      for (let periode = periodOfMonth(fromMonth, occurrences); periode <= periods; periode++) {
        const debut = debutPeriode(annee, periode, occurrences);
        dues.push({
          taxeId,
          annee,
          periode,
          montant: amountOf(tarif, annee, periode, occurrences),
          exigibleLe: debut < enrolled ? enrolled : debut,
        });
      }
    }
    return dues;
  }
}

/** An activity nature, or a type of equipment (the other id is 0) with the label of its précision. */
export interface RatedLine {
  natureId: number;
  typeEquipementId: number;
  variation: string | null;
}

/**
 * What a line owes, by the rules of calculation (docs/regles-de-calcul.md), from the configuration as it stands in the database:
 * the application of the year for the sub-entity, else for its nearest ancestor that has one; an exclusion stops the climb.
 */
import { baremeDe, montantDePeriode, parTranche, type Precision, type Rate } from '@octroi/contract';
import type pg from 'pg';

/** One due of one line: a tax, a year, a period. */
export interface Due {
  taxeId: number;
  annee: number;
  periode: number;
  montant: number;
  precision: string | null;
  exigibleLe: string;
  /** Of a tax collected once. */
  uniqueFois: boolean;
}

interface PricedTax {
  id: number;
  occurrences: number;
  /** Rates by `secteur/année`, computed on first use; null: excluded, or without a rate. */
  rates: Map<number, Rate | null>;
  applications: Map<number, Rate | null>;
}

const key = (ramificationId: number, annee: number): number => ramificationId * 10_000 + annee;
const two = (value: number): string => (value < 10 ? `0${value}` : String(value));

/** Beyond twelve periods a year a tax is billed by month, as one collected once is. */
const BILLED_MONTHS = 12;

/** Periods that are billed in a year. */
export const periodsOf = (occurrences: number): number =>
  Math.min(occurrences || BILLED_MONTHS, BILLED_MONTHS);

/** The period of a year in which a month lies, from 1. */
export const periodOfMonth = (month: number, occurrences: number): number =>
  Math.ceil((month * periodsOf(occurrences)) / BILLED_MONTHS);

/** The first day of a period. */
export const debutPeriode = (annee: number, periode: number, occurrences: number): string =>
  `${annee}-${two(Math.floor(((periode - 1) * BILLED_MONTHS) / periodsOf(occurrences)) + 1)}-01`;

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
      tarif: number | null;
      precisions: Precision[];
      regles: Omit<Rate, 'tarif' | 'precisions'>;
    }>(
      `select a.taxe_id, a.ramification_id, a.annee, a.exclue, a.tarif::float8 as tarif,
         json_build_object('parUnite', a.par_unite, 'franchise', a.franchise, 'minimum', a.minimum, 'maximum', a.maximum,
           'arrondi', a.arrondi) as regles,
         coalesce((select json_agg(json_build_object('libelle', p.libelle, 'tarif', p.tarif, 'parUnite', p.par_unite,
             'seuil', p.seuil) order by p.seuil, p.libelle) from application_precision ap
           join precision_taxe p on p.id = ap.precision_id where ap.application_id = a.id), '[]') as precisions
       from application a where a.taxe_id is not null and a.annee between $1 and $2`,
      [fromYear, toYear],
    );
    for (const { taxe_id, ramification_id, annee, exclue, tarif, precisions, regles } of applications.rows) {
      const rate =
        exclue || (tarif === null && precisions.length === 0) ? null : { ...regles, tarif, precisions };
      byId.get(taxe_id)?.applications.set(key(ramification_id, annee), rate);
    }
    return rates;
  }

  private rateOf(
    { rates, applications }: Pick<PricedTax, 'rates' | 'applications'>,
    secteurId: number,
    annee: number,
  ): Rate | null {
    const cached = rates.get(key(secteurId, annee));
    if (cached !== undefined) return cached;
    let rate: Rate | null | undefined;
    for (
      let node: number | null = secteurId;
      node !== null && rate === undefined;
      node = this.parents.get(node) ?? null
    )
      rate = applications.get(key(node, annee));
    rates.set(key(secteurId, annee), rate ?? null);
    return rate ?? null;
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
    for (const { id: taxeId, occurrences, ...tax } of taxes ?? []) {
      const uniqueFois = occurrences === 0;
      if (uniqueFois && annee !== Number(enrolled.slice(0, 4))) continue;
      const rate = this.rateOf(tax, secteurId, annee);
      const bareme = rate && baremeDe(rate, line.variation, line.quantite);
      if (!bareme) continue;
      const periods = uniqueFois ? fromMonth : periodsOf(occurrences);
      for (let periode = periodOfMonth(fromMonth, occurrences); periode <= periods; periode++) {
        const montant = montantDePeriode(bareme, line.quantite, { occurrences, annee, periode });
        if (montant === null || (montant === 0 && bareme.parUnite)) continue;
        const debut = debutPeriode(annee, periode, occurrences);
        dues.push({
          taxeId,
          annee,
          periode,
          montant,
          precision: trancheOf(rate, line.quantite) ?? line.variation,
          exigibleLe: debut < enrolled ? enrolled : debut,
          uniqueFois,
        });
      }
    }
    return dues;
  }
}

/** The label of the tranche that a quantity decides; undefined where the précision is chosen. */
const trancheOf = ({ precisions }: Rate, quantite: number | null): string | undefined =>
  parTranche(precisions)
    ? precisions.findLast(({ seuil }) => (seuil ?? 0) <= (quantite ?? 0))?.libelle
    : undefined;

/** An activity nature, or a type of equipment (the other id is 0) with the label of its précision. */
export interface RatedLine {
  natureId: number;
  typeEquipementId: number;
  variation: string | null;
  /** In the unit of its base; null: counted by piece. */
  quantite: number | null;
}

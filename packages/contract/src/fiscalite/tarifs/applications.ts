/** The rate of a tax in a sub-entity and a year (specification 1 section 3). */
import { z } from 'zod';
import {
  day,
  defineResource,
  decimal,
  type Fault,
  flag,
  integer,
  reference,
  references,
} from '../../platform/resource/resource.ts';
import {
  daySchema,
  idSchema,
  nestedSchema,
  referenceSchema,
  yearSchema,
} from '../../platform/http/schemas.ts';
import { folded } from '../../platform/values/text.ts';
import {
  ARRONDIS,
  type Bareme,
  BAREME_MESSAGES,
  baremeFault,
  PRIX_MAX,
  QUANTITE_MAX,
  seuilsFault,
} from './bareme.ts';
import {
  precisionDonnee,
  precisionSchema,
  TARIF_MAX,
  TARIF_MESSAGES,
  tarifSchema,
  objectOrId,
} from './precisions.ts';

const base = defineResource({
  path: 'applications',
  alias: 'a',
  screen: 'taxes',
  approval: ['change', 'removal'],
  lowers: true,
  fields: {
    ramification: reference({
      label: 'Sous-entité',
      required: true,
      hint: 'Veuillez choisir une sous-entité',
      to: 'ramifications',
      alias: 'ram',
    }),
    annee: integer({
      label: 'Année',
      required: true,
      min: 2000,
      max: 2100,
      hint: "Veuillez choisir l'année",
    }),
    depuis: day({ label: 'Applicable depuis' }),
    tarif: integer({ label: 'Tarif', max: TARIF_MAX }),
    parUnite: flag({ label: 'Par unité', default: false }),
    franchise: decimal({ label: 'Franchise', max: QUANTITE_MAX }),
    minimum: integer({ label: 'Minimum', max: PRIX_MAX }),
    maximum: integer({ label: 'Maximum', max: PRIX_MAX }),
    arrondi: integer({ label: 'Arrondi', required: true, min: 1, max: 1000, default: 1 }),
    exclue: flag({ label: 'Exclue', default: false }),
    precisione: references({ label: 'Précisions', to: 'precisions', alias: 'pr', reply: precisionSchema }),
    taxe: reference({ label: 'Taxe', to: 'entite_taxes', alias: 't', derived: true }),
    entite: reference({ label: 'Collectivité', to: 'entites', alias: 'ent', derived: true }),
  },
  order: 'a.id',
  pageSize: 30,
});

/** An application as the reply of its tax nests it. */
export const applicationSchema = z.object({
  id: idSchema,
  ramification: nestedSchema,
  annee: z.string(),
  /** Day of its year from which on it is the rate; null: the first one. */
  depuis: z.string().nullable(),
  /** Francs per period; null if its précisions have the rates, or if the place is excluded. */
  tarif: z.int().nullable(),
  /** Excluded on purpose: no rate here, not even an inherited one. */
  exclue: z.boolean(),
  /** Whether `tarif` is the price of one unit of the quantity of a line. */
  parUnite: z.boolean(),
  /** Part of the quantity that is not counted. */
  franchise: z.number().nullable(),
  /** Bounds of the price of one period, in francs. */
  minimum: z.int().nullable(),
  maximum: z.int().nullable(),
  /** Amounts are multiples of this many francs. */
  arrondi: z.int(),
  precisione: z.array(precisionSchema),
});
export type Application = z.infer<typeof applicationSchema>;

/** The first label that occurs twice. */
export const doubleLibelle = (libelles: readonly string[]): string | undefined =>
  libelles.find((libelle, index) => libelles.findIndex((other) => folded(other) === folded(libelle)) < index);

interface Rated {
  tarif: number | null;
  exclue: boolean;
  precisione: readonly (number | { libelle: string })[];
}

/** The error in the rate of an application, which has either one tarif, or précisions, or is excluded. */
export function rateFault({ tarif, exclue, precisione }: Rated): Fault | undefined {
  const hasPrecisions = precisione.length > 0;
  if (exclue && (hasPrecisions || tarif !== null))
    return { field: 'exclue', message: 'Une sous-entité exclue ne porte pas de tarif' };
  if (hasPrecisions && tarif !== null)
    return { field: 'tarif', message: 'Une application porte un tarif ou des précisions, pas les deux' };
  if (!exclue && !hasPrecisions && tarif === null) return { field: 'tarif', message: TARIF_MESSAGES.manque };
  const double = doubleLibelle(precisione.flatMap((one) => (typeof one === 'number' ? [] : one.libelle)));
  if (double) return { field: 'precisione', message: `Le libellé « ${double} » apparaît deux fois` };
  return undefined;
}

/** The error of a first day that is not of its year. */
export const depuisFault = ({
  annee,
  depuis,
}: {
  annee: number;
  depuis?: string | null | undefined;
}): Fault | undefined =>
  depuis && depuis.slice(0, 4) !== String(annee)
    ? { field: 'depuis', message: `Un tarif de ${annee} commence un jour de ${annee}` }
    : undefined;

interface WholeRate extends Rated, Omit<Bareme, 'tarif'> {
  annee: number;
  depuis: string | null;
  precisione: readonly { libelle: string; parUnite: boolean; seuil: number | null }[];
}

/** The same, with what the rate counts. */
export function wholeRateFault(rate: WholeRate): Fault | undefined {
  const fault = rateFault(rate) ?? depuisFault(rate);
  if (fault) return fault;
  if (rate.parUnite && rate.tarif === null)
    return { field: 'parUnite', message: 'Chaque précision dit elle-même si elle compte par unité' };
  const seuils = seuilsFault(rate.precisione);
  if (seuils) return { field: 'precisione', message: seuils };
  return baremeFault({ ...rate, parUnite: hasUnitRate(rate) });
}

/** Whether a rate of an application is that of one unit. */
const hasUnitRate = ({ parUnite, precisione }: Pick<WholeRate, 'parUnite' | 'precisione'>): boolean =>
  parUnite || precisione.some((one) => one.parUnite);

const amount = z
  .int(BAREME_MESSAGES.bornes)
  .min(1, BAREME_MESSAGES.bornes)
  .max(PRIX_MAX, BAREME_MESSAGES.bornes);
/** What goes with a rate; absent: as stored at this place in this year. */
const baremeFields = {
  parUnite: z.boolean().optional(),
  franchise: z
    .number(BAREME_MESSAGES.franchise)
    .gt(0, BAREME_MESSAGES.franchise)
    .max(QUANTITE_MAX, BAREME_MESSAGES.franchise)
    .refine((value) => Number(value.toFixed(2)) === value, BAREME_MESSAGES.franchise)
    .nullable()
    .optional(),
  minimum: amount.nullable().optional(),
  maximum: amount.nullable().optional(),
  arrondi: z
    .int(BAREME_MESSAGES.arrondi)
    .refine((value) => ARRONDIS.some((each) => each === value), BAREME_MESSAGES.arrondi)
    .optional(),
};

const depuisSchema = z.preprocess((value) => (value === '' ? null : value), daySchema.nullable());

const body = z.object({
  ramification: referenceSchema,
  annee: yearSchema,
  depuis: depuisSchema.default(null),
  tarif: tarifSchema.nullable().default(null),
  exclue: z.boolean().default(false),
  ...baremeFields,
  precisione: z.array(objectOrId(precisionDonnee, 'libelle')).max(100).default([]),
});

export const applicationBody = body.superRefine((input, context) => {
  const fault = rateFault(input) ?? depuisFault(input);
  if (fault) context.addIssue({ code: 'custom', path: [fault.field], message: fault.message });
});
export type ApplicationBody = z.output<typeof applicationBody>;

/** The fields of a change to an application; together with the stored values they must be valid. */
const patchBody = z.object({
  ramification: referenceSchema.optional(),
  annee: yearSchema.optional(),
  depuis: depuisSchema.optional(),
  tarif: tarifSchema.nullable().optional(),
  exclue: z.boolean().optional(),
  ...baremeFields,
  precisione: body.shape.precisione.unwrap().optional(),
});
export type ApplicationPatch = z.output<typeof patchBody>;

export const applications = {
  ...base,
  createSchema: applicationBody,
  patchSchema: patchBody,
  replySchema: base.replySchema.extend({ annee: z.string() }),
};

/** Taxes with their rates by sub-entity and year (specification 1 sections 2 to 5). */
import { z } from 'zod';
import {
  type Fault,
  collectivite,
  defineResource,
  flag,
  integer,
  reference,
  text,
} from '../../platform/resource/resource.ts';
import { idSchema, nestedSchema } from '../../platform/http/schemas.ts';
import { applicationBody, applicationSchema } from '../tarifs/applications.ts';
import { objectOrId } from '../tarifs/precisions.ts';
import { termeFields } from './terme-fields.ts';
import { DELAI_MAX } from './terme.ts';

/** Messages worded by the specification (1 section 5). */
export const TAXE_MESSAGES = {
  nom: 'Veuillez entrer le nom de la taxe',
  entite: 'Veuillez choisir une collectivité',
  annee: "Veuillez choisir l'année d'application de la taxe",
  categorie: 'Veuillez choisir une catégorie de taxe',
  natureActivite: 'Veuillez choisir une activité',
  typeEquipement: 'Veuillez choisir un équipement',
  frequence: 'Veuillez choisir une fréquence',
  uneFois: 'Une taxe perçue une fois n’a qu’un tarif par an et par lieu : enlevez son premier jour',
} as const;

/**
 * A line has one précision, so that two active taxes of a base may not both ask for one in a year; `field` is the activity or
 * the equipment type.
 */
export const rivalMessage = (
  nom: string,
  field: 'natureActivite' | 'typeEquipement',
  annee: number,
): string =>
  `La taxe « ${nom} » demande déjà une précision pour ${field === 'natureActivite' ? 'cette activité' : 'cet équipement'} en ${annee} : une ligne n’en a qu’une. Donnez à celle-ci un seul tarif, ou des seuils.`;

const base = defineResource({
  path: 'entite_taxes',
  alias: 't',
  screen: 'taxes',
  approval: ['creation', 'change', 'removal'],
  lowers: true,
  fields: {
    nom: text({ label: 'Nom', required: true, hint: TAXE_MESSAGES.nom }),
    entite: collectivite(TAXE_MESSAGES.entite),
    categorie: reference({
      label: 'Catégorie',
      required: true,
      hint: TAXE_MESSAGES.categorie,
      to: 'categorietaxes',
      alias: 'ct',
      enabledOnly: true,
    }),
    natureActivite: reference({
      label: 'Activité',
      hint: TAXE_MESSAGES.natureActivite,
      to: 'nature_activites',
      alias: 'na',
      enabledOnly: true,
    }),
    typeEquipement: reference({
      label: 'Equipement',
      hint: TAXE_MESSAGES.typeEquipement,
      to: 'type_equipements',
      alias: 'teq',
      enabledOnly: true,
    }),
    frequence: reference({
      label: 'Frequence',
      required: true,
      hint: TAXE_MESSAGES.frequence,
      to: 'frequences',
      alias: 'f',
      enabledOnly: true,
    }),
    limite: text({ label: 'Exigible le', max: 5 }),
    delai: integer({ label: 'Exigible après (jours)', max: DELAI_MAX }),
    appartenance: text({ label: 'Appartenance' }),
    enabled: flag({ label: 'Activé?', default: true }),
  },
  order: 't.nom',
  pageSize: 50,
});

/** Rates of one year: each label (null without précisions), its distinct rates, and its number of sub-entities. */
const tarifsSchema = z.object({
  annee: z.string(),
  sousEntites: z.int(),
  valeurs: z.array(
    z.object({
      libelle: z.string().nullable(),
      tarifs: z.array(z.int()),
      /** Day from which on they are the rates; null: the first one of the year. */
      depuis: z.string().nullable(),
      /** Unit of the base that they count; null: the price of a line. */
      unite: z.string().nullable(),
    }),
  ),
});
export type TarifsAnnee = z.infer<typeof tarifsSchema>;

/** One row per sub-entity and year that differs from the inherited rate; limited by the largest request body. */
const applicationsSchema = z.array(objectOrId(applicationBody, 'ramification')).max(20_000);

export const taxes = {
  ...base,
  filterFields: {
    ...base.filterFields,
    't.objet': { type: 'text', label: 'Activité ou Équipement' },
    'a.annee': { type: 'integer', label: 'Année' },
    'ram.id': { type: 'reference', label: 'Sous-entité', to: 'ramifications' },
  } as typeof base.filterFields,
  createSchema: base.createSchema.safeExtend({
    ...termeFields,
    applications: applicationsSchema.default([]),
  }),
  patchSchema: base.patchSchema.safeExtend({ ...termeFields, applications: applicationsSchema.optional() }),
  replySchema: base.replySchema.extend({
    taxe: nestedSchema,
    /** Ids in a list, full objects in the reply of one tax. */
    applications: z.array(z.union([idSchema, applicationSchema])),
    tarifs: z.array(tarifsSchema),
  }),
};

/** A tax as its wizard submits it, with its id if it exists. */
export const taxeProposalSchema = taxes.createSchema.safeExtend({ id: idSchema.optional() });
export type TaxeProposal = z.infer<typeof taxeProposalSchema>;

const bringFields = {
  contribuables: z.int(),
  lignes: z.int(),
  /** Amount due for the year. */
  montant: z.int(),
};

/** Quantities in the register, of the lines that a rate by the unit reaches. */
const quantitesSchema = z.object({
  unite: z.string(),
  somme: z.number(),
  moyenne: z.number(),
  /** Lines whose quantity is not entered: they are not priced. */
  sans: z.int(),
});

/** What a proposed tax would bring, and its effect on existing échéances. */
export const simulationSchema = z.object({
  annees: z.array(
    z.object({
      annee: z.int(),
      ...bringFields,
      /** Absent if no rate counts units. */
      quantites: quantitesSchema.optional(),
      /** Lines enrolled before the tax, if it is collected once: they do not owe it. */
      anterieures: z.int().optional(),
      /** What the other taxes of the base bill for the same lines, in francs. */
      autres: z.array(z.object({ nom: z.string(), montant: z.int() })),
      /** By highest sub-entity. */
      parSousEntite: z.array(z.object({ id: idSchema, nom: z.string(), ...bringFields })),
    }),
  ),
  /** Précisions that get a new label, and the number of lines that name them. */
  renommages: z.array(z.object({ avant: z.string(), apres: z.string(), lignes: z.int() })),
  /** Effect on the échéances of each open year; null for a new tax. */
  changements: z
    .array(
      z.object({
        annee: z.int(),
        /** Échéances to create, and their francs. */
        crees: z.int(),
        creesMontant: z.int(),
        /** Échéances that get another price, or get a price for the first time. */
        retarifees: z.int(),
        inchangees: z.int(),
        /** Francs of the repriced échéances; `apres` includes the created ones. */
        avant: z.int(),
        apres: z.int(),
        /** Échéances no longer due and unpaid, or paid from advances only: their francs. */
        fermees: z.int(),
        fermeesAvant: z.int(),
        /** Échéances no longer due beyond what was paid on them: the francs that were due, and the francs that stay. */
        gardees: z.int(),
        gardeesAvant: z.int(),
        gardeesMontant: z.int(),
        /** Francs of advances released from échéances no longer due. */
        rendu: z.int(),
        /** Unpaid échéances that fall due on another day. */
        deplacees: z.int(),
      }),
    )
    .nullable(),
});
export type Simulation = z.infer<typeof simulationSchema>;

/** A tax charges an activity or an equipment type, never both. */
export function objetFaults(natureActivite: unknown, typeEquipement: unknown): Fault[] {
  if (natureActivite && typeEquipement)
    return [
      {
        field: 'typeEquipement',
        message: 'Une taxe porte sur une activité ou sur un équipement, pas sur les deux',
      },
    ];
  if (natureActivite || typeEquipement) return [];
  return (['natureActivite', 'typeEquipement'] as const).map((field) => ({
    field,
    message: TAXE_MESSAGES[field],
  }));
}

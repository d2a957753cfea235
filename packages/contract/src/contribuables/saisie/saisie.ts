/** The entry of a taxpayer: the person, and their taxable lines (specification 2 sections 2.6 and 3). */
import { z } from 'zod';
import { MOYEN_REMBOURSEMENT, TYPES_CONTRIBUABLE, STATUTS_CONTRIBUABLE } from '../../constants.ts';
import { isDay } from '../../platform/values/period.ts';
import { idSchema, nestedSchema, referenceSchema } from '../../platform/http/schemas.ts';
import { tidied } from '../../platform/values/text.ts';
import { contribuableRowSchema } from '../contribuables.ts';
import { deplacementSchema } from '../deplacement.ts';
import { correctionSchema, quantiteSchema } from '../lignes/quantite.ts';
import { isTelephone } from './telephone.ts';

/** Field messages, worded by the specification (2 section 5). */
export const SAISIE_MESSAGES = {
  nom: 'Veuillez entrer le nom',
  raisonSociale: 'Veuillez entrer la raison sociale',
  ramification: 'Veuillez choisir la localisation',
  telephone: 'Veuillez entrer un numéro de téléphone : 8 à 15 chiffres',
  ligneVide: "Veuillez choisir un type d'équipement ou une activité",
  ligneDouble: 'Une ligne porte un équipement ou une activité, jamais les deux',
  precision: 'Veuillez choisir une précision',
  precisionSeule: "Une précision ne se donne qu'avec un type d'équipement",
  position: 'La latitude et la longitude vont ensemble',
  moyenPrefere: 'On ne paie pas par remboursement : choisissez un autre moyen de paiement.',
  uneFois: 'Dites si les taxes perçues une fois sont dues',
  autreBase: 'Une ligne garde sa base taxable : retirez-la, puis ajoutez-en une autre.',
} as const;

const LINE = /^\P{Cc}*$/u;
const emptyToNull = <Given>(value: Given | ''): Given | null => (value === '' ? null : value);
type Reference = z.input<typeof referenceSchema>;
const textField = (label: string, max = 255) =>
  z
    .string({ error: `Valeur non valable : ${label}` })
    .overwrite(tidied)
    .max(max, `${label} : ${max} caractères au plus`)
    .regex(LINE, `${label} : un texte sur une ligne est attendu`);
const optionalTextField = (label: string, max?: number) =>
  z.preprocess(emptyToNull<string | null>, textField(label, max).nullable());

const degrees = (label: string, bound: number) =>
  z
    .number({ error: `Valeur non valable : ${label}` })
    .min(-bound, `${label} : entre −${bound} et ${bound}`)
    .max(bound, `${label} : entre −${bound} et ${bound}`)
    .nullable();
const position = { latitude: degrees('Latitude', 90), longitude: degrees('Longitude', 180) };

const integerField = (label: string, { min, max }: { min: number; max: number }) =>
  z.preprocess(
    emptyToNull<number | null>,
    z
      .int({ error: `Valeur non valable : ${label}` })
      .min(min, `${label} : entre ${min} et ${max}`)
      .max(max, `${label} : entre ${min} et ${max}`)
      .nullable(),
  );
const requiredReference = (message: string) =>
  (z.unknown() as z.ZodType<unknown, Reference | null>).transform((value, context) => {
    const parsed = referenceSchema.safeParse(value);
    if (parsed.success) return parsed.data;
    context.addIssue({ code: 'custom', message });
    return z.NEVER;
  });

/** The enrolment date, if earlier than the request: a day, or an instant with its offset. */
const pastSchema = z
  .string()
  .refine(
    (text) =>
      isDay(text.slice(0, 10)) &&
      text >= '2000' &&
      (text.length === 10 || z.iso.datetime({ offset: true }).safeParse(text).success),
    'Une date de la forme AAAA-MM-JJ est attendue.',
  );

/** The fields of a line. */
export const ligneFields = {
  /** Id of a line to keep; absent for a new line. */
  id: idSchema.optional(),
  typeEquipement: referenceSchema.nullish(),
  /** Label of the rate; `variation` is an alias. */
  precision: optionalTextField('Précision').optional(),
  variation: optionalTextField('Précision').optional(),
  natureActivite: referenceSchema.nullish(),
  /** Quantity in the unit of the base, required where it has one; absent: unchanged. */
  quantite: z.preprocess(emptyToNull<number | null>, quantiteSchema.nullable()).optional(),
  /** Why the quantity of a kept line changes. */
  correction: correctionSchema.optional(),
  /**
   * Whether a new line owes the taxes collected once; true if absent. Required where they were paid for an earlier line of
   * the same base (409 `conflit.percue`).
   */
  uneFois: z.boolean({ error: SAISIE_MESSAGES.uneFois }).optional(),
  latitude: position.latitude.optional(),
  longitude: position.longitude.optional(),
};

type LigneInput = { [Name in keyof typeof ligneFields]?: z.output<(typeof ligneFields)[Name]> };
/** Rules across the fields of a line. */
export function ligneRules(ligne: LigneInput, context: z.RefinementCtx): void {
  const fault = (path: string, message: string) =>
    context.addIssue({ code: 'custom', path: [path], message });
  if (ligne.typeEquipement && ligne.natureActivite) fault('natureActivite', SAISIE_MESSAGES.ligneDouble);
  else if (!ligne.typeEquipement && !ligne.natureActivite) fault('typeEquipement', SAISIE_MESSAGES.ligneVide);
  else if (ligne.natureActivite && (ligne.precision ?? ligne.variation))
    fault('precision', SAISIE_MESSAGES.precisionSeule);
  if (((ligne.latitude ?? null) === null) !== ((ligne.longitude ?? null) === null))
    fault('longitude', SAISIE_MESSAGES.position);
}

/** An equipment with its précision, or an activity. */
const ligneSchema = z
  .object(ligneFields)
  .superRefine(ligneRules)
  .transform(({ precision, variation, ...ligne }) => ({
    id: ligne.id,
    typeEquipement: ligne.typeEquipement ?? null,
    natureActivite: ligne.natureActivite ?? null,
    precision: precision ?? variation ?? null,
    quantite: ligne.quantite,
    correction: ligne.correction,
    uneFois: ligne.uneFois,
    latitude: ligne.latitude,
    longitude: ligne.longitude,
  }));
/** A line of a taxpayer in a request; an absent position stays unchanged. */
export type Ligne = z.output<typeof ligneSchema>;

/** Most lines of one taxpayer. */
const MAX_LIGNES = 200;

const ficheFields = {
  type: z.enum(TYPES_CONTRIBUABLE, { error: 'Veuillez choisir le type' }),
  nom: textField('Nom').min(1, SAISIE_MESSAGES.nom),
  prenom: z.preprocess((value: string | null | undefined) => value ?? '', textField('Prénom')),
  raisonSociale: optionalTextField('Raison sociale'),
  nif: optionalTextField('NIF', 60),
  // plausible ages only; an unknown age stays empty
  age: integerField('Age', { min: 1, max: 130 }),
  lieuNaissance: optionalTextField('Lieu de naissance'),
  telephone: z.preprocess(
    emptyToNull<string | null>,
    textField('Téléphone', 40).refine(isTelephone, SAISIE_MESSAGES.telephone).nullable(),
  ),
  adresse: optionalTextField('Adresse'),
  typePieceIdentite: optionalTextField("Type de pièce d'identité", 60),
  numeroPieceIdentite: optionalTextField("Numéro de pièce d'identité", 60),
  moyenPaiementPrefere: z.preprocess(
    emptyToNull<Reference | null>,
    referenceSchema.nullable().refine((moyen) => moyen !== MOYEN_REMBOURSEMENT, SAISIE_MESSAGES.moyenPrefere),
  ),
  ramification: requiredReference(SAISIE_MESSAGES.ramification),
  ...position,
  nbreBetail: integerField('Bétail', { min: 0, max: 1_000_000 }),
  enabled: z.boolean(),
};
/** All editable fields of a taxpayer. */
export type Fiche = { [Name in keyof typeof ficheFields]: z.output<(typeof ficheFields)[Name]> };
export const FICHE_FIELDS = Object.keys(ficheFields) as (keyof Fiche)[];

/** Other names that the specification's calls use for these fields. */
const FIELD_ALIASES = { adresseResidence: 'adresse', numPieceIdentite: 'numeroPieceIdentite' } as const;
const withSchemaNames = (input: unknown): unknown => {
  if (typeof input !== 'object' || input === null || Array.isArray(input)) return input;
  const body = { ...input } as Record<string, unknown>;
  for (const [other, name] of Object.entries(FIELD_ALIASES))
    if (body[other] !== undefined && body[name] === undefined) body[name] = body[other];
  return body;
};
/** Accepts the other names too; the types require the schema's names from our own code. */
const acceptingAliases = <Schema extends z.ZodType>(schema: Schema) =>
  z.preprocess((input: z.input<Schema>) => withSchemaNames(input), schema);

type FicheInput = Partial<Record<keyof Fiche, unknown>>;
/** Rules across the fields of a record, for the fields present. */
function ficheFaults(input: FicheInput): { field: keyof Fiche; message: string }[] {
  const faults: { field: keyof Fiche; message: string }[] = [];
  if (input.type === 'Personne morale' && input.raisonSociale === null)
    faults.push({ field: 'raisonSociale', message: SAISIE_MESSAGES.raisonSociale });
  if ((input.latitude === null) !== (input.longitude === null))
    faults.push({ field: 'longitude', message: SAISIE_MESSAGES.position });
  return faults;
}
const checkFiche = (input: FicheInput, context: z.RefinementCtx): void => {
  for (const { field, message } of ficheFaults(input))
    context.addIssue({ code: 'custom', path: [field], message });
};

const lignes = z.array(ligneSchema).max(MAX_LIGNES, `${MAX_LIGNES} lignes au plus`);
const optional = <Schema extends z.ZodType>(schema: Schema) => schema.optional();

/** `POST /v2/contribuables`: a taxpayer with its lines. Derived fields, which clients send back, are ignored. */
export const contribuableBody = acceptingAliases(
  z
    .object({
      ...ficheFields,
      type: ficheFields.type.default('Personne physique'),
      raisonSociale: ficheFields.raisonSociale.default(null),
      nif: ficheFields.nif.default(null),
      age: ficheFields.age.default(null),
      lieuNaissance: ficheFields.lieuNaissance.default(null),
      telephone: ficheFields.telephone.default(null),
      adresse: ficheFields.adresse.default(null),
      typePieceIdentite: ficheFields.typePieceIdentite.default(null),
      numeroPieceIdentite: ficheFields.numeroPieceIdentite.default(null),
      moyenPaiementPrefere: ficheFields.moyenPaiementPrefere.default(null),
      latitude: position.latitude.default(null),
      longitude: position.longitude.default(null),
      nbreBetail: ficheFields.nbreBetail.default(null),
      enabled: ficheFields.enabled.default(true),
      /** The collectivité, if given beside the place: both must agree. */
      entite: referenceSchema.optional(),
      /** Number on the payment platform; the server assigns one if absent. */
      numKlis: z.preprocess(
        (value: string | null | undefined) => (value === '' || value === null ? undefined : value),
        textField('Numéro', 60).optional(),
      ),
      dateEnrollement: pastSchema.optional(),
      /** The client's own key for this enrolment; equivalent to the header `Idempotency-Key`. */
      reference: textField('Référence', 200).min(1).optional(),
      lignes: lignes.default([]),
    })
    .superRefine(checkFiche),
);
export type ContribuableBody = z.output<typeof contribuableBody>;

/** `PATCH /v2/contribuables/{id}`: the changed fields; `lignes` replaces all lines of the taxpayer. */
export const contribuablePatch = acceptingAliases(
  z
    .object({
      type: optional(ficheFields.type),
      nom: optional(ficheFields.nom),
      prenom: z.preprocess(
        (value: string | null | undefined) => (value === null ? '' : value),
        textField('Prénom').optional(),
      ),
      raisonSociale: optional(ficheFields.raisonSociale),
      nif: optional(ficheFields.nif),
      age: optional(ficheFields.age),
      lieuNaissance: optional(ficheFields.lieuNaissance),
      telephone: optional(ficheFields.telephone),
      adresse: optional(ficheFields.adresse),
      typePieceIdentite: optional(ficheFields.typePieceIdentite),
      numeroPieceIdentite: optional(ficheFields.numeroPieceIdentite),
      moyenPaiementPrefere: optional(ficheFields.moyenPaiementPrefere),
      ramification: referenceSchema.optional(),
      /** Reason of a change of place. */
      deplacement: deplacementSchema.optional(),
      latitude: optional(position.latitude),
      longitude: optional(position.longitude),
      nbreBetail: optional(ficheFields.nbreBetail),
      enabled: optional(ficheFields.enabled),
      statut: z.enum(STATUTS_CONTRIBUABLE).optional(),
      lignes: lignes.optional(),
    })
    .superRefine(checkFiche),
);
export type ContribuablePatch = z.output<typeof contribuablePatch>;

/**
 * `baisse=refuser`: a change that lowers the amount due is refused with both amounts (409 `conflit.baisse`), so that
 * the client can ask the person before repeating the request without it.
 */
export const contribuablePatchQuery = z.object({ baisse: z.enum(['refuser']).optional() });

/**
 * `doublons=refuser`: a taxpayer that resembles existing ones is refused with their list (409 `conflit.semblable`), so
 * that the client can ask the person before repeating the request without it.
 */
export const contribuablePostQuery = z.object({ doublons: z.enum(['refuser']).optional() });

/** A line within a record. */
const ligneRowSchema = z.object({
  id: idSchema,
  equipement: z.object({ id: idSchema, photo: z.string().nullable(), enabled: z.boolean() }).nullable(),
  typeEquipement: nestedSchema.nullable(),
  natureActivite: nestedSchema.nullable(),
  precision: z.string().nullable(),
  /** Unit of the base and quantity of the line; null: counted by piece, or no quantity entered yet. */
  unite: z.string().nullable(),
  quantite: z.number().nullable(),
  latitude: z.number().nullable(),
  longitude: z.number().nullable(),
  createdAt: z.string(),
});
export type LigneRow = z.infer<typeof ligneRowSchema>;

/** A record with its editable fields. */
export const contribuableSchema = contribuableRowSchema.extend({
  age: z.int().nullable(),
  lieuNaissance: z.string().nullable(),
  typePieceIdentite: z.string().nullable(),
  numeroPieceIdentite: z.string().nullable(),
  moyenPaiementPrefere: nestedSchema.nullable(),
  lignes: z.array(ligneRowSchema),
});
export type Contribuable = z.infer<typeof contribuableSchema>;

/** A taxpayer as it is entered: the person, and the lines for which it is taxed (specification 2 sections 2.6 and 3). */
import { z } from 'zod';
import { MOYEN_REMBOURSEMENT, TYPES_CONTRIBUABLE, STATUTS_CONTRIBUABLE } from '../../constants.ts';
import { isDay } from '../../platform/values/period.ts';
import { idSchema, nestedSchema, referenceSchema } from '../../platform/http/schemas.ts';
import { tidied } from '../../platform/values/text.ts';
import { contribuableRowSchema } from '../contribuables.ts';
import { deplacementSchema } from '../deplacement.ts';
import { isTelephone } from './telephone.ts';

/** Messages beneath the fields, in the words of the specification (2 section 5). */
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
  autreBase: 'Une ligne garde sa base taxable : retirez-la, puis ajoutez-en une autre.',
} as const;

const LINE = /^\P{Cc}*$/u;
/** An emptied field says that there is nothing. */
const empty = <Given>(given: Given | ''): Given | null => (given === '' ? null : given);
type Reference = z.input<typeof referenceSchema>;
const words = (label: string, max = 255) =>
  z
    .string({ error: `Valeur non valable : ${label}` })
    .overwrite(tidied)
    .max(max, `${label} : ${max} caractères au plus`)
    .regex(LINE, `${label} : un texte sur une ligne est attendu`);
const optionalWords = (label: string, max?: number) =>
  z.preprocess(empty<string | null>, words(label, max).nullable());

const degrees = (label: string, bound: number) =>
  z
    .number({ error: `Valeur non valable : ${label}` })
    .min(-bound, `${label} : entre −${bound} et ${bound}`)
    .max(bound, `${label} : entre −${bound} et ${bound}`)
    .nullable();
const position = { latitude: degrees('Latitude', 90), longitude: degrees('Longitude', 180) };

const whole = (label: string, { min, max }: { min: number; max: number }) =>
  z.preprocess(
    empty<number | null>,
    z
      .int({ error: `Valeur non valable : ${label}` })
      .min(min, `${label} : entre ${min} et ${max}`)
      .max(max, `${label} : entre ${min} et ${max}`)
      .nullable(),
  );
const chosen = (message: string) =>
  (z.unknown() as z.ZodType<unknown, Reference | null>).transform((given, context) => {
    const parsed = referenceSchema.safeParse(given);
    if (parsed.success) return parsed.data;
    context.addIssue({ code: 'custom', message });
    return z.NEVER;
  });

/** When the enrolment took place, where that was before it is sent: a day, or an instant with its offset. */
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
  /** Of a line that stays; absent for a new one. */
  id: idSchema.optional(),
  typeEquipement: referenceSchema.nullish(),
  /** Label of the rate; `variation` is another spelling. */
  precision: optionalWords('Précision').optional(),
  variation: optionalWords('Précision').optional(),
  natureActivite: referenceSchema.nullish(),
  latitude: position.latitude.optional(),
  longitude: position.longitude.optional(),
};

type GivenLigne = { [Name in keyof typeof ligneFields]?: z.output<(typeof ligneFields)[Name]> };
/** Rules between the fields of a line. */
export function ligneRules(ligne: GivenLigne, context: z.RefinementCtx): void {
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
    latitude: ligne.latitude,
    longitude: ligne.longitude,
  }));
/** A line of a taxpayer as it is given; a position that is left out stays what it is. */
export type Ligne = z.output<typeof ligneSchema>;

/** Lines of one taxpayer at most. */
const MAX_LIGNES = 200;

const ficheFields = {
  type: z.enum(TYPES_CONTRIBUABLE, { error: 'Veuillez choisir le type' }),
  nom: words('Nom').min(1, SAISIE_MESSAGES.nom),
  prenom: z.preprocess((given: string | null | undefined) => given ?? '', words('Prénom')),
  raisonSociale: optionalWords('Raison sociale'),
  nif: optionalWords('NIF', 60),
  // years that somebody who is enrolled can have; one that is not known is left empty
  age: whole('Age', { min: 1, max: 130 }),
  lieuNaissance: optionalWords('Lieu de naissance'),
  telephone: z.preprocess(
    empty<string | null>,
    words('Téléphone', 40).refine(isTelephone, SAISIE_MESSAGES.telephone).nullable(),
  ),
  adresse: optionalWords('Adresse'),
  typePieceIdentite: optionalWords("Type de pièce d'identité", 60),
  numeroPieceIdentite: optionalWords("Numéro de pièce d'identité", 60),
  moyenPaiementPrefere: z.preprocess(
    empty<Reference | null>,
    referenceSchema.nullable().refine((moyen) => moyen !== MOYEN_REMBOURSEMENT, SAISIE_MESSAGES.moyenPrefere),
  ),
  ramification: chosen(SAISIE_MESSAGES.ramification),
  ...position,
  nbreBetail: whole('Bétail', { min: 0, max: 1_000_000 }),
  enabled: z.boolean(),
};
/** What a record says of a taxpayer, every value of it. */
export type Fiche = { [Name in keyof typeof ficheFields]: z.output<(typeof ficheFields)[Name]> };
export const FICHE_FIELDS = Object.keys(ficheFields) as (keyof Fiche)[];

/** Other spellings that the specification's calls use. */
const SPELLINGS = { adresseResidence: 'adresse', numPieceIdentite: 'numeroPieceIdentite' } as const;
const spelt = (given: unknown): unknown => {
  if (typeof given !== 'object' || given === null || Array.isArray(given)) return given;
  const body = { ...given } as Record<string, unknown>;
  for (const [other, name] of Object.entries(SPELLINGS))
    if (body[other] !== undefined && body[name] === undefined) body[name] = body[other];
  return body;
};
/** Takes the other spellings too; our own code writes the names of the schema, and the compiler holds it to them. */
const orSpelt = <Schema extends z.ZodType>(schema: Schema) =>
  z.preprocess((given: z.input<Schema>) => spelt(given), schema);

type Given = Partial<Record<keyof Fiche, unknown>>;
/** Rules between the fields of a record, over what is given of it. */
function ficheFaults(given: Given): { field: keyof Fiche; message: string }[] {
  const faults: { field: keyof Fiche; message: string }[] = [];
  if (given.type === 'Personne morale' && given.raisonSociale === null)
    faults.push({ field: 'raisonSociale', message: SAISIE_MESSAGES.raisonSociale });
  if ((given.latitude === null) !== (given.longitude === null))
    faults.push({ field: 'longitude', message: SAISIE_MESSAGES.position });
  return faults;
}
const check = (given: Given, context: z.RefinementCtx): void => {
  for (const { field, message } of ficheFaults(given))
    context.addIssue({ code: 'custom', path: [field], message });
};

const lignes = z.array(ligneSchema).max(MAX_LIGNES, `${MAX_LIGNES} lignes au plus`);
const optional = <Schema extends z.ZodType>(schema: Schema) => schema.optional();

/** `POST /v2/contribuables`: the record with its lines. Derived fields, as clients send records back, are ignored. */
export const contribuableBody = orSpelt(
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
      /** The collectivité, where it is told beside the place: they must agree. */
      entite: referenceSchema.optional(),
      /** Number of the payment platform; the server gives one where it is absent. */
      numKlis: z.preprocess(
        (given: string | null | undefined) => (given === '' || given === null ? undefined : given),
        words('Numéro', 60).optional(),
      ),
      dateEnrollement: pastSchema.optional(),
      /** What the client calls this enrolment; the header `Idempotency-Key` says the same. */
      reference: words('Référence', 200).min(1).optional(),
      lignes: lignes.default([]),
    })
    .superRefine(check),
);
export type ContribuableBody = z.output<typeof contribuableBody>;

/** `PATCH /v2/contribuables/{id}`: what changes; `lignes` are all lines that the taxpayer has from now on. */
export const contribuablePatch = orSpelt(
  z
    .object({
      type: optional(ficheFields.type),
      nom: optional(ficheFields.nom),
      prenom: z.preprocess(
        (given: string | null | undefined) => (given === null ? '' : given),
        words('Prénom').optional(),
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
      /** Why the place changes, where it does. */
      deplacement: deplacementSchema.optional(),
      latitude: optional(position.latitude),
      longitude: optional(position.longitude),
      nbreBetail: optional(ficheFields.nbreBetail),
      enabled: optional(ficheFields.enabled),
      statut: z.enum(STATUTS_CONTRIBUABLE).optional(),
      lignes: lignes.optional(),
    })
    .superRefine(check),
);
export type ContribuablePatch = z.output<typeof contribuablePatch>;

/**
 * `baisse=refuser`: a change that lowers what is due of the taxpayer is refused with both figures (409 `conflit.baisse`), so
 * that the person is asked before it is sent again without.
 */
export const contribuablePatchQuery = z.object({ baisse: z.enum(['refuser']).optional() });

/**
 * `doublons=refuser`: who resembles a known taxpayer is refused, with those whom the person may mean (409
 * `conflit.semblable`), so that the person is asked before it is sent again without.
 */
export const contribuablePostQuery = z.object({ doublons: z.enum(['refuser']).optional() });

/** A line as records show it. */
const ligneRowSchema = z.object({
  id: idSchema,
  equipement: z.object({ id: idSchema, photo: z.string().nullable(), enabled: z.boolean() }).nullable(),
  typeEquipement: nestedSchema.nullable(),
  natureActivite: nestedSchema.nullable(),
  precision: z.string().nullable(),
  latitude: z.number().nullable(),
  longitude: z.number().nullable(),
  createdAt: z.string(),
});
export type LigneRow = z.infer<typeof ligneRowSchema>;

/** A record as it is read to be edited. */
export const contribuableSchema = contribuableRowSchema.extend({
  age: z.int().nullable(),
  lieuNaissance: z.string().nullable(),
  typePieceIdentite: z.string().nullable(),
  numeroPieceIdentite: z.string().nullable(),
  moyenPaiementPrefere: nestedSchema.nullable(),
  lignes: z.array(ligneRowSchema),
});
export type Contribuable = z.infer<typeof contribuableSchema>;

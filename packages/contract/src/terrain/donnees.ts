/**
 * What a device carries of its places (ADR 0041): tuples, since it comes over slow networks. A cursor is a snapshot of the
 * database, opaque to who holds it; a pull can stop anywhere and go on with the last `curseur`.
 */
import { z } from 'zod';
import { NATURES_MOYEN } from '../constants.ts';
import { amountSchema, idSchema, inDigits, nestedSchema } from '../platform/http/schemas.ts';
import { PRESENCES, ISSUES } from '../recouvrement/visites.ts';
import { cleRemiseSchema } from './remises.ts';
import { STATUTS_APPAREIL } from './rules.ts';

export const donneesQuery = z.object({
  appareil: inDigits(idSchema),
  /** The `curseur` of the last reply that was kept whole; absent: everything. */
  depuis: z.string().max(400).optional(),
});

/** `[taxe, annee, exigibleLe, periode, reste]`: what is unpaid, in francs, of what falls due together; period 0 is a whole year's, from before Octroi. */
const duSchema = z.tuple([idSchema, z.int(), z.string(), z.int(), amountSchema]);
export type Du = z.infer<typeof duSchema>;

/** `[natureActivite or 0, typeEquipement or 0, precision]` */
const baseSchema = z.tuple([z.int(), z.int(), z.string().nullable()]);

/** `[montant, moyen, jour]`: a payment that waits for a confirmation, with the name of its method. */
const attenteTerrainSchema = z.tuple([amountSchema, z.string(), z.string()]);

/** `[id, version, numKlis, nom, telephone, lieu, latitude, longitude, photo, avance, dus, bases, attentes]` */
const contribuableTerrainSchema = z.tuple([
  idSchema,
  z.int(),
  z.string(),
  z.string(),
  z.string().nullable(),
  idSchema,
  z.number().nullable(),
  z.number().nullable(),
  z.string().nullable(),
  amountSchema,
  z.array(duSchema),
  z.array(baseSchema),
  z.array(attenteTerrainSchema),
]);
export type ContribuableAppareil = z.infer<typeof contribuableTerrainSchema>;

/** What changes seldom: told anew where any of it did. */
const referentielSchema = z.object({
  entite: nestedSchema.extend({ code: z.string() }),
  annee: z.int(),
  /** `[id, nom, parent]`: those of the device with what lies beneath, parents first. */
  lieux: z.array(z.tuple([idSchema, z.string(), z.int().nullable()])),
  natures: z.array(z.tuple([idSchema, z.string()])),
  typesEquipement: z.array(z.tuple([idSchema, z.string()])),
  /**
   * `[id, nom, natureActivite or 0, typeEquipement or 0, periods a year, by which échéances are called, occurrences of the rate]`:
   * a daily rate is called by month.
   */
  taxes: z.array(z.tuple([idSchema, z.string(), z.int(), z.int(), z.int(), z.int()])),
  /** `[taxe, lieu, tarif of a period, [[precision, tarif]…]]`, of this year, each for one occurrence: a tarif is null where précisions carry it. */
  tarifs: z.array(
    z.tuple([idSchema, idSchema, amountSchema.nullable(), z.array(z.tuple([z.string(), amountSchema]))]),
  ),
  /** `[id, nom, nature, aConfirmer]`: those that the agent may take. */
  moyens: z.array(z.tuple([idSchema, z.string(), z.enum(NATURES_MOYEN), z.boolean()])),
  regies: z.array(z.tuple([idSchema, z.string()])),
  /** `[id, nom]`: who may take the agent's till over. */
  successeurs: z.array(z.tuple([idSchema, z.string()])),
  /** Whether cash is taken in an open till alone. */
  caisseTenue: z.boolean(),
  /** Francs of one payment at most. */
  plafondPaiement: amountSchema.nullable(),
  /** Days after its enrolment before anything of a new line falls due. */
  delaiNouveau: z.int(),
  /** What commands are sealed to, so that they can be handed over without their person. */
  remise: cleRemiseSchema.nullable(),
});
export type Referentiel = z.infer<typeof referentielSchema>;

/** The agent's tours of today and of later. */
export const tourneeTerrainSchema = z.object({
  id: idSchema,
  jour: z.string(),
  visites: z.array(
    z.object({
      id: idSchema,
      contribuable: idSchema,
      ordre: z.int(),
      nom: z.string(),
      presence: z.enum(PRESENCES),
      issue: z.enum(ISSUES).nullable(),
    }),
  ),
});

/** The agent's till: never what it should hold. */
export const caisseTerrainSchema = z.object({
  session: z
    .object({ id: idSchema, regie: nestedSchema, jour: z.string(), fonds: amountSchema, recus: z.int() })
    .nullable(),
  /** `[id, entite's category, face value, de, a]`: tickets that the agent holds. */
  valeurs: z.array(
    z.object({ categorie: idSchema, nom: z.string(), valeur: amountSchema, de: z.int(), a: z.int() }),
  ),
});

export const donneesReply = z.object({
  /** To be sent as `depuis`, to go on or for the next pull. */
  curseur: z.string(),
  /** Whether more pages follow. */
  suite: z.boolean(),
  /** Said on every page of a pull that replaces all that there was: what it did not bring by its end is no longer there. */
  complet: z.boolean(),
  /** Of the server, and the time zone that its days are counted in. */
  heure: z.string(),
  fuseau: z.string(),
  appareil: z.object({
    id: idSchema,
    nom: z.string(),
    numero: z.int(),
    code: z.string(),
    statut: z.enum(STATUTS_APPAREIL),
    plafond: amountSchema.nullable(),
    dernierSequence: z.int(),
    series: z.array(z.object({ annee: z.int(), dernier: z.int() })),
  }),
  /** On the first page of a pull, where it is new to the device. */
  referentiel: referentielSchema.nullable(),
  /** On the first page of a pull. */
  tournees: z.array(tourneeTerrainSchema).nullable(),
  caisse: caisseTerrainSchema.nullable(),
  contribuables: z.array(contribuableTerrainSchema),
  /** Ids of those that are no longer of the device's places: to be forgotten. */
  retires: z.array(idSchema),
});
export type Donnees = z.infer<typeof donneesReply>;

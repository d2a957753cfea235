/**
 * The data that a device downloads for its places (ADR 0041), as tuples because networks are slow. A cursor is a
 * snapshot of the database, opaque to the client; a download may stop anywhere and continue with the last `curseur`.
 */
import { z } from 'zod';
import { NATURES_MOYEN } from '../constants.ts';
import { PARTIELLES_KEYS } from '../fiscalite/suspensions/suspension-words.ts';
import { amountSchema, idSchema, inDigits, nestedSchema } from '../platform/http/schemas.ts';
import { REMIS_A } from '../recouvrement/remis.ts';
import { PRESENCES, ISSUES } from '../recouvrement/visites.ts';
import { cleRemiseSchema } from './remises.ts';
import { STATUTS_APPAREIL } from './rules.ts';

export const donneesQuery = z.object({
  appareil: inDigits(idSchema),
  /** The `curseur` of the last reply stored completely; absent: full download. */
  depuis: z.string().max(400).optional(),
});

/**
 * `[taxe, annee, exigibleLe, periode, reste]`: unpaid francs of échéances due together; period 0 is a yearly debt from
 * before Octroi.
 */
const duSchema = z.tuple([idSchema, z.int(), z.string(), z.int(), amountSchema]);
export type Du = z.infer<typeof duSchema>;

/** `[natureActivite or 0, typeEquipement or 0, precision]` */
const baseSchema = z.tuple([z.int(), z.int(), z.string().nullable()]);

/** `[montant, moyen, jour]`: a payment waiting for confirmation, with the name of its method. */
const attenteTerrainSchema = z.tuple([amountSchema, z.string(), z.string()]);

/** `[du, fin, base, taxe, citation]`: an exonération in force this year or later; null: all bases, all taxes. */
const exonerationTerrainSchema = z.tuple([
  z.int(),
  z.int(),
  z.string().nullable(),
  z.string().nullable(),
  z.string(),
]);

/**
 * `[annee, numero, code, jour, remisLe, remisA]`: a notice in force of this year or later. Of its code the first signs,
 * enough to recognise it among those of a phone; the last two are null until it is handed over.
 */
const avisTerrainSchema = z.tuple([
  z.int(),
  z.string(),
  z.string(),
  z.string(),
  z.string().nullable(),
  z.enum(REMIS_A).nullable(),
]);
export type AvisTerrain = z.infer<typeof avisTerrainSchema>;

/**
 * `[jour, issue, promisLe, promis, payeALaVisite, payeDepuis]`: one of the last two visits, the latest first. Confirmed
 * francs within the days that count as paid at that visit, and until now.
 */
const visiteTerrainSchema = z.tuple([
  z.string(),
  z.enum(ISSUES),
  z.string().nullable(),
  amountSchema.nullable(),
  amountSchema,
  amountSchema,
]);
export type VisiteTerrain = z.infer<typeof visiteTerrainSchema>;

/**
 * `[id, version, numKlis, nom, telephone, lieu, latitude, longitude, photo, avance, dus, bases, attentes, exonerations,
 * avis, visites]`; the last three parts are absent where the taxpayer has none.
 */
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
  z.array(exonerationTerrainSchema).optional(),
  z.array(avisTerrainSchema).optional(),
  z.array(visiteTerrainSchema).optional(),
]);
export type ContribuableAppareil = z.infer<typeof contribuableTerrainSchema>;

/** Reference data that rarely changes: sent again completely after a change. */
const referentielSchema = z.object({
  entite: nestedSchema.extend({ code: z.string() }),
  annee: z.int(),
  /** `[id, nom, parent]`: the device's places with their subtrees, parents first. */
  lieux: z.array(z.tuple([idSchema, z.string(), z.int().nullable()])),
  /** Whether words of every day stand beside the office's; absent from older servers. */
  motsSimples: z.boolean().optional(),
  natures: z.array(z.tuple([idSchema, z.string()])),
  typesEquipement: z.array(z.tuple([idSchema, z.string()])),
  /**
   * `[id, nom, natureActivite or 0, typeEquipement or 0, periods a year, by which échéances are named, occurrences of
   * the rate]`: a daily rate is named by month.
   */
  taxes: z.array(z.tuple([idSchema, z.string(), z.int(), z.int(), z.int(), z.int()])),
  /**
   * `[taxe, lieu, rate, [[precision, rate]…]]` of this year, each for one occurrence: the rate is null if précisions
   * have it, and a place that is left out has neither.
   */
  tarifs: z.array(
    z.tuple([idSchema, idSchema, amountSchema.nullable(), z.array(z.tuple([z.string(), amountSchema]))]),
  ),
  /** `[natureActivite or 0, typeEquipement or 0, unit, decimals]` of the bases that have a unit; absent: none has. */
  unites: z.array(z.tuple([z.int(), z.int(), z.string(), z.int()])).optional(),
  /**
   * `[taxe, lieu, parUnite, franchise, minimum, maximum, arrondi, [precision by the unit…]]` of the rates that count
   * units; absent: none does.
   */
  baremes: z
    .array(
      z.tuple([
        idSchema,
        idSchema,
        z.boolean(),
        z.number().nullable(),
        amountSchema.nullable(),
        amountSchema.nullable(),
        z.int(),
        z.array(z.string()),
      ]),
    )
    .optional(),
  /** `[taxe, lieu, [threshold of each precision…]]` of the rates by tranche; absent: there is none. */
  seuils: z.array(z.tuple([idSchema, idSchema, z.array(z.number())])).optional(),
  /**
   * `[taxe, lieu, day, rate, [[precision, rate]…], [parUnite, franchise, minimum, maximum, arrondi, [precision by the unit…]],
   * [threshold of each precision…]]`: rates that begin on that day of the year, instead of those of `tarifs`, `baremes`
   * and `seuils`; without a rate, the place is left out from that day on. Absent: there is none.
   */
  changements: z
    .array(
      z.tuple([
        idSchema,
        idSchema,
        z.string(),
        amountSchema.nullable(),
        z.array(z.tuple([z.string(), amountSchema])),
        z.tuple([
          z.boolean(),
          z.number().nullable(),
          amountSchema.nullable(),
          amountSchema.nullable(),
          z.int(),
          z.array(z.string()),
        ]),
        z.array(z.number()),
      ]),
    )
    .optional(),
  /** `[taxe, day and month, days]`: when taxes fall due that do not on the first day of a period; absent: none. */
  termes: z.array(z.tuple([idSchema, z.string().nullable(), z.int().nullable()])).optional(),
  /**
   * `[taxe or 0 for all, first day, last day, what becomes of periods covered in part, [lieu…]]`: suspensions of collection of the
   * year at the carried places; absent: none.
   */
  suspensions: z
    .array(z.tuple([z.int(), z.string(), z.string(), z.enum(PARTIELLES_KEYS), z.array(idSchema)]))
    .optional(),
  /** `[taxe or 0 for all, first day, last day, [lieu…]]`: moratoires that end in the year or later; absent: none. */
  moratoires: z.array(z.tuple([z.int(), z.string(), z.string(), z.array(idSchema)])).optional(),
  /** `[id, nom, nature, aConfirmer]`: the methods that the agent may take. */
  moyens: z.array(z.tuple([idSchema, z.string(), z.enum(NATURES_MOYEN), z.boolean()])),
  regies: z.array(z.tuple([idSchema, z.string()])),
  /** `[id, nom]`: the agents who may take over the till. */
  successeurs: z.array(z.tuple([idSchema, z.string()])),
  /** Whether cash requires an open till. */
  caisseTenue: z.boolean(),
  /** Largest payment, in francs. */
  plafondPaiement: amountSchema.nullable(),
  /** Days after enrolment before the first échéance of a new line. */
  delaiNouveau: z.int(),
  /** The key that commands are sealed to, so that they can be handed over without the agent. */
  remise: cleRemiseSchema.nullable(),
});
export type Referentiel = z.infer<typeof referentielSchema>;

/** The agent's tours from today on. */
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

/** The agent's till, without its expected amount. */
export const caisseTerrainSchema = z.object({
  session: z
    .object({ id: idSchema, regie: nestedSchema, jour: z.string(), fonds: amountSchema, recus: z.int() })
    .nullable(),
  /** `[id, category id, face value, de, a]`: tickets held by the agent. */
  valeurs: z.array(
    z.object({ categorie: idSchema, nom: z.string(), valeur: amountSchema, de: z.int(), a: z.int() }),
  ),
});

export const donneesReply = z.object({
  /** The `depuis` of the next request. */
  curseur: z.string(),
  /** Whether more pages follow. */
  suite: z.boolean(),
  /** True on every page of a full download: records that it did not send are then deleted from the device. */
  complet: z.boolean(),
  /** Time of the server, and the time zone of its days. */
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
  /** On the first page, if it changed. */
  referentiel: referentielSchema.nullable(),
  /** On the first page. */
  tournees: z.array(tourneeTerrainSchema).nullable(),
  caisse: caisseTerrainSchema.nullable(),
  contribuables: z.array(contribuableTerrainSchema),
  /** Ids of taxpayers that left the device's places, to delete from the device. */
  retires: z.array(idSchema),
});
export type Donnees = z.infer<typeof donneesReply>;

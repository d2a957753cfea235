/** The map of taxpayers: grouped in cells, each with its planned and paid amounts. */
import { z } from 'zod';
import { cadreSchema } from '../territoire/maille-schemas.ts';
import { MAX_MAILLES, maillesOf, ZOOM_MAX } from '../territoire/maille.ts';
import { idSchema, inDigits } from '../platform/http/schemas.ts';
import { figureQuerySchema } from './figures.ts';

/** Taxpayers by the share of the fiscal year that they paid; `sansDu` owe nothing for it. */
const partsSchema = z.object({
  soldes: z.int(),
  partiels: z.int(),
  impayes: z.int(),
  sansDu: z.int(),
});

const sommesSchema = z.object({
  contribuables: z.int(),
  /** Amounts due for the fiscal year, payments towards it, and their difference, in francs. */
  prevu: z.int(),
  paye: z.int(),
  restant: z.int(),
});

/** Place, enrolment days, fiscal year and livestock. */
export const carteQuerySchema = figureQuerySchema;

/** The same, limited to a part of the map. */
export const mailleQuerySchema = figureQuerySchema
  .safeExtend({
    cadre: cadreSchema,
    zoom: inDigits(z.int().min(0).max(ZOOM_MAX)),
  })
  .refine(({ cadre, zoom }) => maillesOf(cadre, zoom).nombre <= MAX_MAILLES, {
    message: 'Ce cadre est trop grand pour ce zoom.',
    path: ['cadre'],
  });
export type MailleQuery = z.infer<typeof mailleQuerySchema>;

/** The totals of the selection and its extent, which the map opens on. */
export const carteSchema = z.object({
  total: sommesSchema,
  sansPosition: sommesSchema,
  /** Null if no taxpayer has a position. */
  cadre: z.object({ ouest: z.number(), sud: z.number(), est: z.number(), nord: z.number() }).nullable(),
});
export type Carte = z.infer<typeof carteSchema>;

export const maillesSchema = z.object({
  zoom: z.int(),
  mailles: z.array(
    sommesSchema.extend({
      ...partsSchema.shape,
      x: z.int(),
      y: z.int(),
      /** Mean position of its taxpayers. */
      latitude: z.number(),
      longitude: z.number(),
      /** The collectivité of most of its taxpayers, and the number of others. */
      entite: z.object({ id: idSchema, nom: z.string() }),
      autresEntites: z.int(),
      /** The lowest sub-entity that contains all of them; null without one. */
      lieu: z.object({ id: idSchema, nom: z.string(), parent: z.string().nullable() }).nullable(),
    }),
  ),
});
export type Mailles = z.infer<typeof maillesSchema>;
export type MailleCarte = Mailles['mailles'][number];

/** The places right below the selection, as on the dashboard, with their mean position. */
export const lieuxCarteSchema = z.object({
  lieux: z.array(
    z.object({
      id: idSchema,
      type: z.enum(['entite', 'ramification']),
      nom: z.string(),
      /** Counts the sub-entity itself only, because its own sub-entities have other rows. */
      direct: z.boolean(),
      /** Amounts due for the fiscal year and payments towards it, in francs. */
      prevu: z.int(),
      paye: z.int(),
      /** Mean position of its taxpayers; null if none has one. */
      position: z.object({ latitude: z.number(), longitude: z.number() }).nullable(),
    }),
  ),
});
export type LieuxCarte = z.infer<typeof lieuxCarteSchema>;
export type LieuCarte = LieuxCarte['lieux'][number];

/** Levels whose outlines are drawn (`NIVEAUX`, from 1): the larger places at low zoom. */
export const CONTOURS = { quartier: 2, secteur: 4 } as const;
export type NiveauContour = keyof typeof CONTOURS;
/** Most outlines in one reply, the largest first: more would overlap. */
export const MAX_CONTOURS = 400;

export const contourQuerySchema = figureQuerySchema.safeExtend({
  cadre: cadreSchema,
  niveau: z.enum(Object.keys(CONTOURS) as NiveauContour[]),
});
export type ContourQuery = z.infer<typeof contourQuerySchema>;

/** The places within a part of the map, located by their outline or by the positions of their taxpayers. */
export const contoursSchema = z.object({
  contours: z.array(
    z.object({
      id: idSchema,
      nom: z.string(),
      /**
       * Polygons with holes, corners as (latitude, longitude): the outline imported by the town, else the hull of the
       * taxpayers' positions without outliers.
       */
      polygones: z.array(z.array(z.array(z.tuple([z.number(), z.number()])))),
      /** Amounts due for the fiscal year and payments towards it, of the selected taxpayers, in francs. */
      prevu: z.int(),
      paye: z.int(),
    }),
  ),
});
export type Contours = z.infer<typeof contoursSchema>;
export type Contour = Contours['contours'][number];

/** The situation map: taxpayers gathered in cells, each with what is expected and paid there. */
import { z } from 'zod';
import { cadreSchema } from '../territoire/maille-schemas.ts';
import { MAX_MAILLES, maillesOf, ZOOM_MAX } from '../territoire/maille.ts';
import { idSchema, inDigits } from '../platform/http/schemas.ts';
import { figureQuerySchema } from './figures.ts';

/** Taxpayers by how much of the fiscal year they paid. `sansDu` owe nothing that year. */
const partsSchema = z.object({
  soldes: z.int(),
  partiels: z.int(),
  impayes: z.int(),
  sansDu: z.int(),
});

const sommesSchema = z.object({
  contribuables: z.int(),
  /** Dues of the fiscal year, payments towards it, and their difference, in francs. */
  prevu: z.int(),
  paye: z.int(),
  restant: z.int(),
});

/** Place, enrolment days, fiscal year and livestock. */
export const carteQuerySchema = figureQuerySchema;

/** The same within a part of the map. */
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

/** All that the selection holds, and where it lies: what the map opens on. */
export const carteSchema = z.object({
  total: sommesSchema,
  sansPosition: sommesSchema,
  /** Null where nobody has a position. */
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
      /** The collectivité that most of them are of, and how many others there are. */
      entite: z.object({ id: idSchema, nom: z.string() }),
      autresEntites: z.int(),
      /** The lowest sub-entity that all of them lie in; null where there is none. */
      lieu: z.object({ id: idSchema, nom: z.string(), parent: z.string().nullable() }).nullable(),
    }),
  ),
});
export type Mailles = z.infer<typeof maillesSchema>;
export type MailleCarte = Mailles['mailles'][number];

/** Places whose outlines are drawn, with their level (`NIVEAUX`, from 1): the larger ones from far. */
export const CONTOURS = { quartier: 2, secteur: 4 } as const;
export type NiveauContour = keyof typeof CONTOURS;
/** Outlines that one answer may hold, the largest ones: more would hide one another. */
export const MAX_CONTOURS = 400;

export const contourQuerySchema = figureQuerySchema.safeExtend({
  cadre: cadreSchema,
  niveau: z.enum(Object.keys(CONTOURS) as NiveauContour[]),
});
export type ContourQuery = z.infer<typeof contourQuerySchema>;

/** The places that a part of the map touches, as far as the town or the positions of their taxpayers tell where they lie. */
export const contoursSchema = z.object({
  contours: z.array(
    z.object({
      id: idSchema,
      nom: z.string(),
      /**
       * Polygons, each its outer ring and its holes, of corners (latitude, longitude): the outline that the town gave, else
       * what holds its taxpayers, but those far from all others.
       */
      polygones: z.array(z.array(z.array(z.tuple([z.number(), z.number()])))),
      /** Dues of the fiscal year and payments towards it, of the taxpayers that are chosen, in francs. */
      prevu: z.int(),
      paye: z.int(),
    }),
  ),
});
export type Contours = z.infer<typeof contoursSchema>;
export type Contour = Contours['contours'][number];

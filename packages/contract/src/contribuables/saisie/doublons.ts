/** Likely duplicates of the taxpayer being entered: a warning, and a confirmation before saving. */
import { z } from 'zod';
import { STATUTS_CONTRIBUABLE } from '../../constants.ts';
import { idSchema, referenceSchema } from '../../platform/http/schemas.ts';
import { tidied } from '../../platform/values/text.ts';
import { placeSchema } from '../../platform/listing/names.ts';

const typed = z.string().overwrite(tidied).max(255).nullish();

export const doublonsBody = z.object({
  /** Future place of the taxpayer; while unknown, the collectivité only, or neither. */
  ramification: referenceSchema.nullish(),
  entite: referenceSchema.nullish(),
  nom: typed,
  prenom: typed,
  raisonSociale: typed,
  telephone: typed,
  numeroPieceIdentite: typed,
  latitude: z.number().min(-90).max(90).nullish(),
  longitude: z.number().min(-180).max(180).nullish(),
  /** The taxpayer itself, excluded when it already exists. */
  sauf: idSchema.optional(),
});
export type DoublonsBody = z.output<typeof doublonsBody>;

/** Why two taxpayers may be the same. */
export const RAISONS_DOUBLON = {
  piece: "Même pièce d'identité",
  telephone: 'Même téléphone',
  nom: 'Même nom',
  nomProche: 'Nom semblable, même sous-entité',
  position: 'Nom semblable, tout près',
  nomSemblable: 'Nom semblable',
} as const;
export type RaisonDoublon = keyof typeof RAISONS_DOUBLON;

/** Most likely first. */
export const doublonSchema = z.object({
  id: idSchema,
  numKlis: z.string(),
  fullName: z.string(),
  telephone: z.string().nullable(),
  statut: z.enum(STATUTS_CONTRIBUABLE),
  ramification: placeSchema,
  raisons: z.array(z.enum(Object.keys(RAISONS_DOUBLON) as [RaisonDoublon, ...RaisonDoublon[]])),
  /** Metres between the two positions, if both are known. */
  distance: z.int().nullable(),
});
export type Doublon = z.infer<typeof doublonSchema>;

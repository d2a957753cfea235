/** Work that outlives its request: what a screen is told of it while it runs. */
import { z } from 'zod';
import { idSchema, nestedSchema } from '../http/schemas.ts';

export const STATUTS_TRAVAIL = ['en attente', 'en cours', 'terminé', 'annulé', 'échoué'] as const;
export type StatutTravail = (typeof STATUTS_TRAVAIL)[number];

export const travailParam = z.object({ travail: z.uuid() });

export const travailSchema = z.object({
  id: z.uuid(),
  /** What kind of work it is. */
  nature: z.string(),
  /** What was asked for, by kind of work. */
  parametres: z.record(z.string(), z.unknown()),
  entite: nestedSchema.nullable(),
  /** Who asked for it; null for what the product does by itself. */
  utilisateur: z.object({ id: idSchema, fullName: z.string() }).nullable(),
  statut: z.enum(STATUTS_TRAVAIL),
  /** Steps there are, and steps done. */
  total: z.int(),
  fait: z.int(),
  /** What was done, by kind of work; partial until it is over. */
  rapport: z.record(z.string(), z.unknown()).nullable(),
  /** Why it failed, for the person. */
  message: z.string().nullable(),
  createdAt: z.string(),
  startedAt: z.string().nullable(),
  endedAt: z.string().nullable(),
});
export type Travail = z.infer<typeof travailSchema>;

export const isOver = ({ statut }: Pick<Travail, 'statut'>): boolean =>
  statut !== 'en attente' && statut !== 'en cours';

/** Backups that the product makes by itself, as Super Admin follows them. */
import { z } from 'zod';
import { STATUTS_TRAVAIL } from './travaux.ts';

export const sauvegardeSchema = z.object({
  id: z.uuid(),
  statut: z.enum(STATUTS_TRAVAIL),
  createdAt: z.string(),
  startedAt: z.string().nullable(),
  endedAt: z.string().nullable(),
  /** Name in the folder of backups; null until it is there. */
  fichier: z.string().nullable(),
  octets: z.int().nullable(),
  lignes: z.int().nullable(),
  fichiersJoints: z.int().nullable(),
  /** Restored into a database apart, and found equal. */
  verifiee: z.boolean(),
  /** Only the private key opens it. */
  chiffree: z.boolean(),
  /** Where it was copied to; `message` says why it was not. */
  copies: z.array(z.object({ lieu: z.string(), message: z.string().nullable() })),
  /** Why it failed, or what is to be known of it although it did not. */
  message: z.string().nullable(),
});
export type Sauvegarde = z.infer<typeof sauvegardeSchema>;

export const sauvegardesSchema = z.object({
  /** The latest first. */
  data: z.array(sauvegardeSchema),
  /** What is set up; null where no backup is made by itself. */
  reglages: z
    .object({
      dossier: z.string(),
      prochaine: z.string(),
      jours: z.int(),
      semaines: z.int(),
      mois: z.int(),
      chiffrees: z.boolean(),
      ailleurs: z.array(z.string()),
    })
    .nullable(),
});
export type Sauvegardes = z.infer<typeof sauvegardesSchema>;

/** Automatic backups, as Super Admin follows them. */
import { z } from 'zod';
import { STATUTS_TRAVAIL } from './statuts.ts';

export const sauvegardeSchema = z.object({
  id: z.uuid(),
  statut: z.enum(STATUTS_TRAVAIL),
  createdAt: z.string(),
  startedAt: z.string().nullable(),
  endedAt: z.string().nullable(),
  /** File name in the backup folder; null until it exists. */
  fichier: z.string().nullable(),
  octets: z.int().nullable(),
  lignes: z.int().nullable(),
  fichiersJoints: z.int().nullable(),
  /** Restored into a separate database, and found equal. */
  verifiee: z.boolean(),
  /** Encrypted: only the private key opens it. */
  chiffree: z.boolean(),
  /** Destinations of copies; `message` is the error of a failed copy. */
  copies: z.array(z.object({ lieu: z.string(), message: z.string().nullable() })),
  /** Why it failed, or a warning about a successful one. */
  message: z.string().nullable(),
});
export type Sauvegarde = z.infer<typeof sauvegardeSchema>;

export const sauvegardesSchema = z.object({
  /** Latest first. */
  data: z.array(sauvegardeSchema),
  /** The schedule; null without automatic backups. */
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

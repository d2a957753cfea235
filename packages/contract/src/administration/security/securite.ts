/** The state of accounts, refused sign-ins and open sessions, as administrators watch them. */
import { z } from 'zod';
import { idSchema, nestedSchema } from '../../platform/http/schemas.ts';

const person = z.object({ id: idSchema, username: z.string(), fullName: z.string() });

/** An enabled account. */
export const compteSurRowSchema = person.extend({
  groupe: nestedSchema.nullable(),
  type: nestedSchema,
  secondFacteur: z.enum(['Actif', 'Absent']),
  /** Whether the next sign-in is delayed because of failed attempts in the last quarter of an hour. */
  attente: z.enum(['Ralenti', 'Libre']),
  sessions: z.int(),
  /** Instant of the last sign-in from an address that is still stored; null without one. */
  derniereConnexion: z.string().nullable(),
});
export type CompteSurRow = z.infer<typeof compteSurRowSchema>;

/** Refused sign-ins of one name from one address for one reason, within a quarter of an hour. */
export const echecRowSchema = z.object({
  id: idSchema,
  createdAt: z.string(),
  seenAt: z.string(),
  /** As typed if it is the name of an account, else masked; empty for attempts beyond the limit of individual rows. */
  nom: z.string(),
  adresse: z.string(),
  raison: z.enum(['inconnu', 'mot de passe', 'code', 'limite', 'compte']),
  nombre: z.int(),
  utilisateur: person.nullable(),
});
export type EchecRow = z.infer<typeof echecRowSchema>;

export const sessionOuverteRowSchema = z.object({
  id: idSchema,
  utilisateur: person,
  kind: z.enum(['cookie', 'bearer']),
  createdAt: z.string(),
  seenAt: z.string(),
  /** Whole minutes since the session was last used. */
  inactivite: z.int(),
  adresse: z.string().nullable(),
  userAgent: z.string().nullable(),
});
export type SessionOuverteRow = z.infer<typeof sessionOuverteRowSchema>;

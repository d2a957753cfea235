/** What keeps accounts safe, as administrators watch it: their state, refused sign-ins, open sessions. */
import { z } from 'zod';
import { idSchema, nestedSchema } from '../../platform/http/schemas.ts';

const person = z.object({ id: idSchema, username: z.string(), fullName: z.string() });

/** An enabled account. */
export const compteSurRowSchema = person.extend({
  groupe: nestedSchema.nullable(),
  type: nestedSchema,
  secondFacteur: z.enum(['Actif', 'Absent']),
  /** Whether so many sign-ins failed in the last quarter of an hour that the next has to wait. */
  attente: z.enum(['Ralenti', 'Libre']),
  sessions: z.int(),
  /** Instant of the last sign-in from an address that is still kept; null where there is none. */
  derniereConnexion: z.string().nullable(),
});
export type CompteSurRow = z.infer<typeof compteSurRowSchema>;

/** Sign-ins refused to one name from one address for one reason, within a quarter of an hour. */
export const echecRowSchema = z.object({
  id: idSchema,
  createdAt: z.string(),
  seenAt: z.string(),
  /** As it was typed where it is an account's, else masked; empty for attempts beyond those that are told one by one. */
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
  /** Whole minutes since it was last used. */
  inactivite: z.int(),
  adresse: z.string().nullable(),
  userAgent: z.string().nullable(),
});
export type SessionOuverteRow = z.infer<typeof sessionOuverteRowSchema>;

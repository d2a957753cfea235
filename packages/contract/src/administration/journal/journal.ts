/** The journal of acts: who did what, when, and what it changed. */
import { z } from 'zod';
import { idSchema, listOf, nestedSchema } from '../../platform/http/schemas.ts';

export * from './journal-words.ts';

export const journalRowSchema = z.object({
  id: idSchema,
  createdAt: z.string(),
  acte: z.string(),
  domaine: z.string(),
  ressource: z.string(),
  /** Id of the record that the act was about, in its resource. */
  enregistrement: z.int().nullable(),
  /** Null for what belongs to no collectivité. */
  entite: nestedSchema.nullable(),
  /** Null for what nobody asked for; without a username where the account was removed since. */
  utilisateur: z.object({ id: idSchema, username: z.string().nullable(), fullName: z.string() }).nullable(),
  /** Names of the fields that a change changed. */
  resume: z.array(z.string()),
  requestId: z.string().nullable(),
  /** Whether a seal holds the row: an alteration would be seen. */
  scelle: z.boolean(),
});
export type JournalRow = z.infer<typeof journalRowSchema>;

export const journalListSchema = listOf(journalRowSchema);

/** One act, with the record before and after; null where there was none. */
export const journalActSchema = journalRowSchema.extend({
  avant: z.unknown(),
  apres: z.unknown(),
  /** By field and id, the names of what the two records point at; of those alone that the reader may see. */
  noms: z.record(z.string(), z.record(z.string(), z.string())),
});
export type JournalAct = z.infer<typeof journalActSchema>;

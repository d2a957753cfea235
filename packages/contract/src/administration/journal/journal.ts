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
  /** Id of the record in its resource. */
  enregistrement: z.int().nullable(),
  /** Null for a record that belongs to no collectivité. */
  entite: nestedSchema.nullable(),
  /** Null for an act of the system; the username is null once the account is deleted. */
  utilisateur: z.object({ id: idSchema, username: z.string().nullable(), fullName: z.string() }).nullable(),
  /** Names of the changed fields. */
  resume: z.array(z.string()),
  requestId: z.string().nullable(),
  /** Whether the row is sealed: altering it afterwards is detectable. */
  scelle: z.boolean(),
});
export type JournalRow = z.infer<typeof journalRowSchema>;

export const journalListSchema = listOf(journalRowSchema);

/** One act with the record before and after it; null where there was no record. */
export const journalActSchema = journalRowSchema.extend({
  avant: z.unknown(),
  apres: z.unknown(),
  /** Names of the records that the two versions refer to, by field and id; only those that the reader may see. */
  noms: z.record(z.string(), z.record(z.string(), z.string())),
});
export type JournalAct = z.infer<typeof journalActSchema>;

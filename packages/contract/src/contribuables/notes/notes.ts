/** Notes about a taxpayer; a note with a day is a task of a person, due on that day. On no paper. */
import { z } from 'zod';
import { places } from '../../pilotage/figures.ts';
import { daySchema, idParam, idSchema, inDigits, nestedSchema } from '../../platform/http/schemas.ts';
import { MAX_NOTE } from './limits.ts';

export * from './limits.ts';

export const noteParams = idParam.extend({ note: inDigits(idSchema) });

export const noteBody = z.object({
  texte: z.string().trim().min(1, 'Veuillez écrire la note').max(MAX_NOTE, `${MAX_NOTE} caractères au plus.`),
  /** Makes it a task, due on that day. */
  jour: daySchema.optional(),
  /** Who does the task; its author when absent. */
  pour: idSchema.optional(),
});
export type NoteBody = z.infer<typeof noteBody>;

export const noteSchema = z.object({
  id: idSchema,
  texte: z.string(),
  createdAt: z.string(),
  auteur: nestedSchema,
  /** Null for a note that is no task. */
  jour: daySchema.nullable(),
  pour: nestedSchema.nullable(),
  /** Null while it is to do. */
  faitLe: z.string().nullable(),
  faitPar: nestedSchema.nullable(),
});
export type Note = z.infer<typeof noteSchema>;

export const notesSchema = z.object({ data: z.array(noteSchema) });

/** True ticks a task; false takes back one's own tick, for some seconds. */
export const faitBody = z.object({ fait: z.boolean() });
export type FaitBody = z.infer<typeof faitBody>;

export const tachesQuerySchema = z.object(places);
export type TachesQuery = z.infer<typeof tachesQuerySchema>;

/** A person's own tasks due today or before, the oldest first. */
export const tachesSchema = z.object({
  data: z.array(
    noteSchema.extend({
      contribuable: z.object({ id: idSchema, numKlis: z.string(), fullName: z.string() }),
    }),
  ),
  meta: z.object({ total_records: z.int() }),
});
export type Taches = z.infer<typeof tachesSchema>;

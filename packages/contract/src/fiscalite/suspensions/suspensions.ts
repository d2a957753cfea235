/** Suspensions of collection and moratoires (docs/regles-de-calcul.md, « Les suspensions de perception », « Les moratoires »). */
import { z } from 'zod';
import {
  amountSchema,
  daySchema,
  idSchema,
  nestedSchema,
  referenceSchema,
} from '../../platform/http/schemas.ts';
import { placedListQuery } from '../../pilotage/figures.ts';
import { agentSchema } from '../../platform/listing/names.ts';
import {
  ETATS_SUSPENSION,
  NATURES_SUSPENSION_KEYS,
  PARTIELLES_KEYS,
  PAYES_KEYS,
  SUSPENSION_MESSAGES,
} from './suspension-words.ts';

const words = (error: string) => z.string({ error }).trim().min(1, error).max(500);

export const suspensionBody = z
  .object({
    /** Absent: a suspension. */
    nature: z.enum(NATURES_SUSPENSION_KEYS).optional(),
    entite: referenceSchema,
    /** The only tax, and the only place with those below it; absent: all. */
    taxe: referenceSchema.nullish(),
    ramification: referenceSchema.nullish(),
    /** First and last day. */
    du: daySchema,
    au: daySchema,
    /** Only and always with a suspension. */
    partielles: z.enum(PARTIELLES_KEYS).nullish(),
    payes: z.enum(PAYES_KEYS).nullish(),
    motif: words(SUSPENSION_MESSAGES.motif),
    reference: words(SUSPENSION_MESSAGES.reference),
  })
  .superRefine((body, context) => {
    const refuse = (path: string, message: string) =>
      context.addIssue({ code: 'custom', path: [path], message });
    if (body.du > body.au) refuse('au', SUSPENSION_MESSAGES.ordre);
    const defers = body.nature === 'moratoire';
    for (const field of ['partielles', 'payes'] as const)
      if ((body[field] ?? null) === null ? !defers : defers)
        refuse(field, defers ? SUSPENSION_MESSAGES.differe : SUSPENSION_MESSAGES[field]);
  });
export type SuspensionBody = z.infer<typeof suspensionBody>;

/** The first day that is due again: its first day undoes it entirely. */
export const finSuspensionBody = z.object({ depuis: daySchema });
export type FinSuspensionBody = z.infer<typeof finSuspensionBody>;

/** What it changes in what is billed. */
export const suspensionEffetSchema = z.object({
  echeances: z.int(),
  /** Francs that are no longer due, or due again; of a moratoire, those that fall due on another day. */
  montant: amountSchema,
});
export type SuspensionEffet = z.infer<typeof suspensionEffetSchema>;

export const suspensionQuerySchema = placedListQuery;
export type SuspensionQuery = z.infer<typeof suspensionQuerySchema>;

export const suspensionRowSchema = z.object({
  id: idSchema,
  nature: z.enum(NATURES_SUSPENSION_KEYS),
  entite: nestedSchema,
  /** Null: all taxes, the whole collectivité. */
  taxe: nestedSchema.nullable(),
  lieu: nestedSchema.nullable(),
  du: z.string(),
  au: z.string(),
  /** Last day on which it is in force; before `du`: it never is. */
  fin: z.string(),
  etat: z.enum(ETATS_SUSPENSION),
  /** Null: a moratoire. */
  partielles: z.enum(PARTIELLES_KEYS).nullable(),
  payes: z.enum(PAYES_KEYS).nullable(),
  motif: z.string(),
  reference: z.string(),
  /** Whether the decision is attached. */
  document: z.boolean(),
  createdBy: agentSchema,
  createdAt: z.string(),
});
export type SuspensionRow = z.infer<typeof suspensionRowSchema>;

export const suspenduSchema = z.object({
  id: idSchema,
  nature: z.enum(NATURES_SUSPENSION_KEYS),
  du: z.string(),
  fin: z.string(),
  taxe: z.string().nullable(),
  reference: z.string(),
});

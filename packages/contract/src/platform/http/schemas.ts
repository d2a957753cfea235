/** Schemas that every domain shares, with their bounds. */
import { z } from 'zod';
import { MAX_ITEMS_PER_PAGE } from '../../constants.ts';
import { francsFault } from '../values/money.ts';
import { isDay } from '../values/period.ts';

const MAX_ID = Number.MAX_SAFE_INTEGER;

export const idSchema = z.int().min(1).max(MAX_ID);

/** A number in an address: digits only, not `1e3` nor `0x10`. */
export const inDigits = <Schema extends z.core.$ZodType>(schema: Schema) =>
  z.preprocess(
    (value: string | number) =>
      typeof value === 'string' && /^\d{1,16}$/.test(value) ? Number(value) : value,
    schema,
  );

/** An id in an address. */
export const idParam = z.object({ id: inDigits(idSchema) });

/** A reference in a body: `3`, `"3"` or `{ "id": 3 }`; parsed to the id. */
export const referenceSchema = z
  .union([
    idSchema,
    z.string().regex(/^\d{1,15}$/),
    z.object({ id: z.union([idSchema, z.string().regex(/^\d{1,15}$/)]) }),
  ])
  .transform((value) => Number(typeof value === 'object' ? value.id : value))
  .pipe(idSchema);

/** A reference in a reply. */
export const nestedSchema = z.object({ id: idSchema, nom: z.string() });
export type Nested = z.infer<typeof nestedSchema>;

/** Whole francs. */
export const amountSchema = z.int().min(-Number.MAX_SAFE_INTEGER).max(Number.MAX_SAFE_INTEGER);

/** Whole francs of a movement, from 1 by default; each error has its own message. */
export function francs(bounds: { min?: number; max: number }) {
  const error = ({ input }: { input?: unknown }): string | undefined => francsFault(input, bounds);
  return z
    .int({ error })
    .min(bounds.min ?? 1, { error })
    .max(bounds.max, { error });
}

export const daySchema = z.string().refine(isDay, 'Une date de la forme AAAA-MM-JJ est attendue.');

export const yearSchema = inDigits(z.int().min(2000).max(2100));

/** A search text. */
export const wordsSchema = z
  .string()
  .trim()
  .min(2, 'Tapez au moins deux caractères.')
  .max(100, 'Tapez cent caractères au plus.');

/** Paging and order of a list; filters stay in the raw query, and the list parses them. */
export const listQuerySchema = z.looseObject({
  page: inDigits(z.int().min(1)).default(1),
  itemperpage: inDigits(z.int().min(1).max(MAX_ITEMS_PER_PAGE)).optional(),
  orderBy: z.string().max(60).optional(),
  /** `0`: the rows alone, without their number in all, which may take longer to find; `seul`: that number, and no row. */
  nombre: z.enum(['0', '1', 'seul']).optional(),
  /** Words to search for, in addition to the filters; each list defines the searched columns. */
  q: wordsSchema.optional(),
  sortOrder: z
    .string()
    .transform((text) => text.toLowerCase())
    .pipe(z.enum(['asc', 'desc']))
    .optional(),
});
export type ListQuery = z.infer<typeof listQuerySchema>;

export const listOf = <Row extends z.ZodType>(row: Row) =>
  z.object({
    data: z.array(row),
    /** `total_records` is absent where the request says `nombre=0`. */
    meta: z.object({ total_records: z.int().min(0).optional() }),
  });

/** Errors or refusals, one per entry. */
export const faultsSchema = z.array(z.object({ field: z.string(), message: z.string() }));

/** An error reply (RFC 9457) with a message for the person and a stable code. */
const problemSchema = z
  .object({
    type: z.string(),
    title: z.string(),
    status: z.int(),
    code: z.string(),
    message: z.string(),
    requestId: z.string(),
    errors: faultsSchema.optional(),
  })
  .meta({ id: 'Probleme' });
export type Problem = z.infer<typeof problemSchema>;

/** Repeated requests with the same key create one record. The pattern excludes keys that a program would send by mistake. */
export const idempotencyHeaders = z.looseObject({
  'idempotency-key': z
    .string()
    .regex(/^[\x21-\x7e]{1,200}$/, "L'en-tête Idempotency-Key doit tenir en 200 signes visibles.")
    .optional(),
});

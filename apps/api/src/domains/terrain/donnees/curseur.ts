/** Where a device stands in what it pulls: a snapshot of the database, and how far a pull of several pages has come. */
import { z } from 'zod';

const curseurSchema = z.object({
  /** What the snapshots are of, and the places of the device: another makes everything new. */
  l: z.string().max(120),
  p: z.string().max(64),
  /** Of what changes seldom, as the device has it. */
  r: z.string().max(64),
  /** The snapshot up to which the device has everything; absent in a pull of everything. */
  d: z
    .string()
    .regex(/^\d{1,20}$/)
    .optional(),
  /** Under way: the snapshot that it began with, and the last taxpayer that it brought. */
  h: z
    .string()
    .regex(/^\d{1,20}$/)
    .optional(),
  a: z.int().min(0).optional(),
});
export type Curseur = z.infer<typeof curseurSchema>;

export const ecrire = (curseur: Curseur): string =>
  Buffer.from(JSON.stringify(curseur)).toString('base64url');

/** Undefined for what is no cursor: everything is pulled anew. */
export function lire(texte: string | undefined): Curseur | undefined {
  if (texte === undefined) return undefined;
  try {
    return curseurSchema.safeParse(JSON.parse(Buffer.from(texte, 'base64url').toString('utf8'))).data;
  } catch {
    return undefined;
  }
}

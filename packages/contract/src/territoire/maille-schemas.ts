/** Map cells and map extents in calls. */
import { z } from 'zod';
import { type Cadre, parseMaille, SANS_POSITION } from './maille.ts';

/** A map cell, or the taxpayers without a position. */
export const mailleSchema = z
  .string()
  .transform((text, context) => {
    if (text === SANS_POSITION) return SANS_POSITION;
    const maille = parseMaille(text);
    if (maille) return maille;
    context.addIssue({ code: 'custom', message: 'Une maille de la carte est attendue, comme 12/68/432.' });
    return z.NEVER;
  })
  .optional();

const degres = (bound: number) => z.number().min(-bound).max(bound);
const CADRE = 'Un cadre est attendu : ouest, sud, est et nord en degrés, comme 1.9,13.4,2.3,13.6.';

/** A map extent in an address: `ouest,sud,est,nord`. */
export const cadreSchema = z.string().transform((text, context): Cadre => {
  const [ouest, sud, est, nord, ...rest] = text
    .split(',')
    .map((part) => (/^\s*-?\d{1,3}(\.\d{1,20})?\s*$/.test(part) ? Number(part) : Number.NaN));
  const parsed = z
    .object({ ouest: degres(180), sud: degres(90), est: degres(180), nord: degres(90) })
    .refine((cadre) => cadre.ouest < cadre.est && cadre.sud < cadre.nord)
    .safeParse({ ouest, sud, est, nord });
  if (parsed.success && rest.length === 0) return parsed.data;
  context.addIssue({ code: 'custom', message: CADRE });
  return z.NEVER;
});

/** Parsers for environment variables. */
import path from 'node:path';
import { z } from 'zod';

/** A variable: its schema, and its expected value in words. */
export type Variable = readonly [z.ZodType, string];

export const REPOSITORY_ROOT = path.resolve(import.meta.dirname, '../../..');

export const wholeNumber = (min: number, max: number) =>
  z
    .string()
    .regex(/^\d{1,9}$/)
    .transform(Number)
    .refine((n) => n >= min && n <= max);

export const flag = z.enum(['0', '1']).transform((text) => text === '1');

export const url = (schemes: readonly string[]) =>
  z.string().refine((text) => {
    const scheme = URL.canParse(text) ? new URL(text).protocol : '';
    return schemes.includes(scheme);
  });

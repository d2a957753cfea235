/** The details of a cheque. */
import { z } from 'zod';
import { ENCAISSEMENT_MESSAGES } from './rules.ts';

export const line = (max: number) =>
  z
    .string()
    .trim()
    .max(max)
    .regex(/^\P{Cc}*$/u, 'Un texte sur une ligne est attendu');
export const requiredLine = (max: number, message: string) => line(max).min(1, message);

export const chequeSchema = z.object({
  banque: requiredLine(80, ENCAISSEMENT_MESSAGES.banque),
  numero: requiredLine(40, ENCAISSEMENT_MESSAGES.numero),
  /** Holder of the account. */
  tireur: requiredLine(120, ENCAISSEMENT_MESSAGES.tireur),
});

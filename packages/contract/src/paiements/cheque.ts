/** A cheque as it is taken. */
import { z } from 'zod';
import { ENCAISSEMENT_MESSAGES } from './rules.ts';

export const line = (max: number) =>
  z
    .string()
    .trim()
    .max(max)
    .regex(/^\P{Cc}*$/u, 'Un texte sur une ligne est attendu');
export const given = (max: number, message: string) => line(max).min(1, message);

export const chequeSchema = z.object({
  banque: given(80, ENCAISSEMENT_MESSAGES.banque),
  numero: given(40, ENCAISSEMENT_MESSAGES.numero),
  /** Whose account it draws on. */
  tireur: given(120, ENCAISSEMENT_MESSAGES.tireur),
});

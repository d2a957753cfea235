/** Acts on enrolments, one by one and many at once (specification 2 sections 2.7, 2.10 and 7). */
import { z } from 'zod';
import { idListSchema } from '../../pilotage/figures.ts';
import {
  amountSchema,
  idSchema,
  inDigits,
  nestedSchema,
  referenceSchema,
} from '../../platform/http/schemas.ts';
import { travailSchema } from '../../platform/jobs/travaux.ts';
import { deplacementSchema } from '../deplacement.ts';
import { SAISIE_MESSAGES } from '../saisie/saisie.ts';

/** `…/{id}/validate/{userId}`: the acting person is the session's, whatever user the path names. */
export const acteParams = z.object({ id: inDigits(idSchema), userId: inDigits(idSchema) });

/** The specification's call, with the taxpayers as a JSON list. */
export const changeSecteurQuery = z.object({
  ids: idListSchema,
  ramification: inDigits(idSchema),
});

/** Taxpayers by id, or by a stored selection. */
const cibles = {
  ids: z.array(referenceSchema).min(1).max(5000).optional(),
  selection: z.string().max(64).optional(),
};
const oneOfBoth = {
  check: ({ ids, selection }: { ids?: unknown; selection?: unknown }) =>
    (ids === undefined) !== (selection === undefined),
  fault: { message: 'Veuillez choisir des contribuables', path: ['ids'] },
};
export const validationBody = z.object(cibles).refine(oneOfBoth.check, oneOfBoth.fault);
export const changeSecteurBody = z
  .object({
    ...cibles,
    ramification: z.unknown().pipe(referenceSchema.catch(0)),
    deplacement: deplacementSchema.optional(),
  })
  .refine(({ ramification }) => ramification > 0, {
    message: SAISIE_MESSAGES.ramification,
    path: ['ramification'],
  })
  .refine(oneOfBoth.check, oneOfBoth.fault);

/** Preview of a change of sector; without a sector, only the collectivités of the taxpayers. */
export const simulationBody = z
  .object({ ...cibles, ramification: referenceSchema.nullish(), deplacement: deplacementSchema.optional() })
  .refine(oneOfBoth.check, oneOfBoth.fault);
export const simulationReply = z.object({
  total: z.int(),
  /** Collectivités of the taxpayers; with several, no common sector exists. */
  entites: z.array(nestedSchema),
  /** Path of the chosen sector, from the highest sub-entity down; null without one. */
  chemin: z.string().nullable(),
  /**
   * Amount due from the current year on, or from the year of a removal, in francs; null without a sector, or for more
   * than `SIMULATION_MAX` taxpayers.
   */
  montants: z.object({ avant: amountSchema, apres: amountSchema }).nullable(),
});
export type SimulationSecteur = z.infer<typeof simulationReply>;
/** Most taxpayers for which a change of sector is previewed. */
export const SIMULATION_MAX = 2000;

/** The result of a bulk act, or the job that runs it when it is long. */
const acteReportSchema = z.object({
  /** Records requested. */
  total: z.int(),
  /** Records changed. */
  faits: z.int(),
  /** Records left unchanged, by reason. */
  laisses: z.array(z.object({ motif: z.string(), nombre: z.int() })),
});
export type ActeReport = z.infer<typeof acteReportSchema>;
/** The combined report of several parts of an act. */
export function sumActes(reports: readonly ActeReport[]): ActeReport {
  const motifs = Map.groupBy(
    reports.flatMap(({ laisses }) => laisses),
    ({ motif }) => motif,
  );
  const sum = (numbers: readonly number[]): number => numbers.reduce((total, value) => total + value, 0);
  return {
    total: sum(reports.map(({ total }) => total)),
    faits: sum(reports.map(({ faits }) => faits)),
    laisses: [...motifs].map(([motif, parts]) => ({
      motif,
      nombre: sum(parts.map(({ nombre }) => nombre)),
    })),
  };
}
export const acteReply = z.object({
  rapport: acteReportSchema.nullable(),
  travail: travailSchema.nullable(),
});
export type ActeReply = z.infer<typeof acteReply>;

/** Most taxpayers of a bulk act within one request; beyond, it runs as a job. */
export const ACTE_IMMEDIAT = 500;

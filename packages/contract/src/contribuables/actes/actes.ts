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

/** `…/{id}/validate/{userId}`: the person who acts is the session's, whatever the path says. */
export const acteParams = z.object({ id: inDigits(idSchema), userId: inDigits(idSchema) });

/** The call of the specification, with the taxpayers as a JSON list. */
export const changeSecteurQuery = z.object({
  ids: idListSchema,
  ramification: inDigits(idSchema),
});

/** Taxpayers by id, or a selection that the server keeps. */
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

/** A change of sector that is looked at before it is done; without a sector, whose taxpayers they are. */
export const simulationBody = z
  .object({ ...cibles, ramification: referenceSchema.nullish(), deplacement: deplacementSchema.optional() })
  .refine(oneOfBoth.check, oneOfBoth.fault);
export const simulationReply = z.object({
  total: z.int(),
  /** Whose taxpayers they are: of several, no sector is all of theirs. */
  entites: z.array(nestedSchema),
  /** Path of the chosen sector, from the highest sub-entity down; null without one. */
  chemin: z.string().nullable(),
  /**
   * What is due from the present year on, or from that of a removal, in francs; null without a sector, or for more than `SIMULATION_MAX` taxpayers.
   */
  montants: z.object({ avant: amountSchema, apres: amountSchema }).nullable(),
});
export type SimulationSecteur = z.infer<typeof simulationReply>;
/** Taxpayers whose change of sector is worked out beforehand. */
export const SIMULATION_MAX = 2000;

/** What a bulk act did; or the work that does it, where it is long. */
const acteReportSchema = z.object({
  /** Records that it was for. */
  total: z.int(),
  /** Those that it changed. */
  faits: z.int(),
  /** Those that it left as they were, by reason. */
  laisses: z.array(z.object({ motif: z.string(), nombre: z.int() })),
});
export type ActeReport = z.infer<typeof acteReportSchema>;
/** The report of several parts of an act. */
export function sumActes(reports: readonly ActeReport[]): ActeReport {
  const motifs = Map.groupBy(
    reports.flatMap(({ laisses }) => laisses),
    ({ motif }) => motif,
  );
  const sum = (numbers: readonly number[]): number => numbers.reduce((total, one) => total + one, 0);
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

/** Taxpayers that a bulk act is done to while it is asked for; beyond, it becomes a work. */
export const ACTE_IMMEDIAT = 500;

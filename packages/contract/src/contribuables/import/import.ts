/** Taxpayers imported from a file: what its columns may contain (specification 2 section 3). */
import { z } from 'zod';
import { idSchema, inDigits, listQuerySchema, nestedSchema } from '../../platform/http/schemas.ts';

import { STYLES_NOMBRES } from './import-champs.ts';
import {
  ORDRES_COORDONNEES,
  ORDRES_JOURS,
  PAGES_DE_CODES,
  QUESTIONS,
  SORTS,
  SORTS_PHOTO,
  type SortPhoto,
} from './import-sorts.ts';

export * from './import-champs.ts';
export * from './import-sorts.ts';

export const importParam = z.object({ import: z.uuid() });

/** Decisions for the whole file; each is asked only where the file needs it, and kept until it is changed. */
export const decisionsImportSchema = z.object({
  /** The decimal mark of its numbers. */
  nombres: z.enum(STYLES_NOMBRES).optional(),
  /** Whether its days write the day or the month first. */
  jours: z.enum(ORDRES_JOURS).optional(),
  /** Whether its positions in one cell write the latitude or the longitude first. */
  coordonnees: z.enum(ORDRES_COORDONNEES).optional(),
  /** The code page of a text that is not UTF-8. */
  octets: z.enum(PAGES_DE_CODES).optional(),
  /** Rows without telephone or number that have the same name and place. Default: several people. */
  homonymes: z.enum(['plusieurs', 'une']).optional(),
  /** Rows that resemble somebody of the register and were not decided one by one. Default: they wait. */
  semblables: z.enum(['nouveaux', 'écarter']).optional(),
  /** What differs between a row and its taxpayer. Default: told, the register stays as it is. */
  differences: z.enum(['garder', 'corriger']).optional(),
  /** Rows whose base lacks the précision of its rate: nothing would be due. Default: rejected. */
  precisions: z.enum(['refuser', 'garder']).optional(),
});
export type DecisionsImport = z.infer<typeof decisionsImportSchema>;

export const importSchema = z.object({
  id: z.uuid(),
  nom: z.string(),
  entite: nestedSchema,
  /** Headings of the file, with the values of its first rows. */
  colonnes: z.array(z.object({ nom: z.string(), exemples: z.array(z.string()) })),
  lignes: z.int(),
  /** How the file was read: sheet, merged cells. */
  remarques: z.array(z.string()),
  /** Column number (from 0) by field: chosen before for the same headings, else the likely one. */
  correspondance: z.record(z.string(), z.int()),
  decisions: decisionsImportSchema,
  /** Taxes of the collectivité: a column may hold the unpaid amounts of one (`impaye2024:12`). */
  taxes: z.array(nestedSchema),
  /** The sheet that was read, and the sheets that may be chosen instead; empty for one sheet. */
  feuille: z.string().nullable(),
  feuilles: z.array(z.string()),
  createdAt: z.string(),
});
export type Import = z.infer<typeof importSchema>;

export const importBody = z.object({
  correspondance: z.record(z.string().max(40), z.int().min(0).max(200)),
  /** Replaces the decimal mark among the decisions. */
  nombres: z.enum(STYLES_NOMBRES).optional(),
  /** Validates every row without writing. */
  essai: z.boolean(),
});
export type ImportBody = z.infer<typeof importBody>;

const importReportSchema = z.object({
  essai: z.boolean(),
  lignes: z.int(),
  /** Rows imported, or valid in a trial. */
  bonnes: z.int(),
  /** Rows of people who are in the register already, or on an earlier row. */
  deja: z.int(),
  rejetees: z.int(),
  /** Unpaid amounts of past years, in francs. */
  impayes: z.int(),
  /** What the rows bring along by year, in francs: what is left to pay, and what was paid before Octroi. */
  exercices: z.array(z.object({ annee: z.int(), impayes: z.int(), payes: z.int() })),
  /** Number of rows by fate. */
  sorts: z.partialRecord(z.enum(SORTS), z.int()),
  /** Rows whose picture is attached, or would be; and those whose picture is not found, or not usable. */
  photos: z.object({ jointes: z.int(), manquantes: z.int() }),
  /** What a person should decide for the whole file: rows concerned, and the first of them. */
  questions: z.array(z.object({ nature: z.enum(QUESTIONS), lignes: z.int(), exemple: z.string() })),
});
export type ImportReport = z.infer<typeof importReportSchema>;

export const rejetSchema = z.object({
  rang: z.int(),
  valeurs: z.array(z.string()),
  erreurs: z.array(z.string()),
});
export type Rejet = z.infer<typeof rejetSchema>;

export const rejetsQuerySchema = listQuerySchema;

const candidatSchema = z.object({
  id: z.int(),
  numKlis: z.string(),
  nom: z.string(),
  telephone: z.string().nullable(),
  lieu: z.string(),
  /** In French. */
  raisons: z.array(z.string()),
});
export type Candidat = z.infer<typeof candidatSchema>;
export const CHOIX_LIGNE = ['nouveau', 'existant', 'écarter'] as const;

export const ligneImportSchema = z.object({
  rang: z.int(),
  valeurs: z.array(z.string()),
  sort: z.enum(SORTS),
  /** Why: reasons of a rejection, differences with the register, the earlier row. */
  details: z.array(z.string()),
  /** Its taxpayer, if known. */
  contribuable: z.object({ id: z.int(), numKlis: z.string() }).nullable(),
  /** Taxpayers whom it may be. */
  candidats: z.array(candidatSchema),
  choix: z.enum(CHOIX_LIGNE).nullable(),
  /** The taxpayer who was chosen, if `choix` is `existant`. */
  choixContribuable: z.int().nullable(),
});
export type LigneImport = z.infer<typeof ligneImportSchema>;

export const lignesImportQuerySchema = listQuerySchema.extend({ sort: z.enum(SORTS).optional() });

/** Decisions: those of the file replace the former ones, those of rows are added; null takes one back. */
export const importPatch = z.object({
  decisions: decisionsImportSchema.optional(),
  /** Another sheet of the workbook; the decisions on rows of the former one are lost. */
  feuille: z.string().max(200).optional(),
  lignes: z
    .array(
      z.object({
        rang: z.int().min(1),
        choix: z.enum(CHOIX_LIGNE).nullable(),
        contribuable: idSchema.optional(),
      }),
    )
    .max(1000)
    .optional(),
});
export type ImportPatch = z.infer<typeof importPatch>;

/** A picture of the archive that was sent beside a file. */
export const photoImportSchema = z.object({
  /** Its path in the archive. */
  chemin: z.string(),
  sort: z.enum(Object.keys(SORTS_PHOTO) as [SortPhoto, ...SortPhoto[]]),
  /** Why it is refused, in French. */
  detail: z.string().nullable(),
  /** The first rows that name it, at the last reading of the file. */
  lignes: z.array(z.int()),
});
export type PhotoImport = z.infer<typeof photoImportSchema>;

/** An earlier file of the person, to take up again. */
export const importBrefSchema = z.object({
  id: z.uuid(),
  nom: z.string(),
  entite: nestedSchema,
  lignes: z.int(),
  /** Rows that wait for a decision. */
  aDecider: z.int(),
  createdAt: z.string(),
});
export type ImportBref = z.infer<typeof importBrefSchema>;

/** The fields of the multipart body beside the file. */
export const importFieldsSchema = z.object({ entite: inDigits(idSchema) });

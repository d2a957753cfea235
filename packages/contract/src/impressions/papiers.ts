/** The official paper of a collectivité: letterhead, signatories, legal texts. */
import { z } from 'zod';
import { nestedSchema } from '../platform/http/schemas.ts';
import { MAX_LIGNE, MAX_TEXTE } from './papier-limits.ts';

export * from './papier-limits.ts';

const upTo = (max: number) => z.string().trim().max(max, `${max} caractères au plus.`);
const line = upTo(MAX_LIGNE).regex(/^\P{Cc}*$/u, 'Un texte sur une ligne est attendu');
const paragraph = upTo(MAX_TEXTE).regex(/^[\P{Cc}\n\r\t]*$/u, 'Un signe de ce texte ne s’imprime pas');

/** The texts; an empty text leaves its place empty. */
export const papierBody = z.object({
  /** Two heading lines. */
  enTete: line,
  devise: line,
  /** The issuing office, after the name of the collectivité. */
  office: line,
  /** « Fait à … ». */
  lieu: line,
  /** Signatories of notices, and of individual sheets. */
  signataireAvis: line,
  signataireFiche: line,
  /** Legal basis. */
  textes: paragraph,
  droits: paragraph,
  retard: paragraph,
});
export type PapierTextes = z.infer<typeof papierBody>;

/**
 * The texts until the collectivité enters its own.
 * @param lieu town of the collectivité
 */
export const papierParDefaut = (lieu: string): PapierTextes => ({
  enTete: 'RÉPUBLIQUE DU NIGER',
  devise: 'Fraternité – Travail – Progrès',
  office: 'Régie de recettes',
  lieu,
  signataireAvis: 'Le Receveur',
  signataireFiche: 'Chef de recouvrement',
  textes: '',
  droits: '',
  retard: '',
});

/** A way to pay, as a block on the notice. */
export interface BlocPaiement {
  titre: string;
  lignes: string[];
}

/** Texts, crest and ways to pay as printed; an issued document keeps those of its issue. */
export interface Papier extends PapierTextes {
  /** Name of the crest's file: the hash of its picture. */
  ecusson: string | null;
  paiement: BlocPaiement[];
}

export const papierSchema = papierBody.extend({
  entite: nestedSchema,
  ecusson: z.string().nullable(),
  /** Number of the change; 0 before the first one. */
  version: z.int(),
});
export type PapierRecord = z.infer<typeof papierSchema>;

/** What stands on every official paper of a collectivité: letterhead, signatories, legal texts. */
import { z } from 'zod';
import { nestedSchema } from '../platform/http/schemas.ts';
import { MAX_LIGNE, MAX_TEXTE } from './papier-limits.ts';

export * from './papier-limits.ts';

const upTo = (max: number) => z.string().trim().max(max, `${max} caractères au plus.`);
const line = upTo(MAX_LIGNE).regex(/^\P{Cc}*$/u, 'Un texte sur une ligne est attendu');
const paragraph = upTo(MAX_TEXTE).regex(/^[\P{Cc}\n\r\t]*$/u, 'Un signe de ce texte ne s’imprime pas');

/** The texts; an empty one leaves its place empty. */
export const papierBody = z.object({
  /** Two heading lines. */
  enTete: line,
  devise: line,
  /** The office that publishes the paper, after the collectivité's name. */
  office: line,
  /** « Fait à … ». */
  lieu: line,
  /** Who signs notices, and who signs individual sheets. */
  signataireAvis: line,
  signataireFiche: line,
  /** Legal basis. */
  textes: paragraph,
  droits: paragraph,
  retard: paragraph,
});
export type PapierTextes = z.infer<typeof papierBody>;

/**
 * What papers say until the collectivité has said otherwise.
 * @param lieu its town
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

/** A way to pay, as a block of its own on the notice. */
export interface BlocPaiement {
  titre: string;
  lignes: string[];
}

/** Texts, crest and ways to pay as papers are printed with them; a piece keeps them as they were when it was issued. */
export interface Papier extends PapierTextes {
  /** The crest's own name: what its picture hashes to. */
  ecusson: string | null;
  paiement: BlocPaiement[];
}

export const papierSchema = papierBody.extend({
  entite: nestedSchema,
  ecusson: z.string().nullable(),
  /** Where it stands in the order of its changes; 0 before the first. */
  version: z.int(),
});
export type PapierRecord = z.infer<typeof papierSchema>;

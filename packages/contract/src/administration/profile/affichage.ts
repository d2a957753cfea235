/** How a person has lists shown (how tight, which columns of each are left out), where the product opens, on what receipts are printed. */
import { z } from 'zod';
import { FORMATS_RECU } from '../../constants.ts';

const DENSITES = ['confortable', 'compacte'] as const;
export type Densite = (typeof DENSITES)[number];

/** Screens that the product may open with. */
const ACCUEILS = ['tableau-de-bord', 'journee'] as const;
export type Accueil = (typeof ACCUEILS)[number];

const densite = z.enum(DENSITES);
const accueil = z.enum(ACCUEILS);
const formatRecu = z.enum(FORMATS_RECU);
/** A list or a column as screens call them. */
const nom = z.string().regex(/^[\w/-]{1,60}$/, 'Veuillez choisir une liste et ses colonnes');

export const affichageSchema = z.object({
  densite,
  accueil,
  formatRecu,
  /** Ids of the columns that are left out, by list. */
  masquees: z.record(z.string(), z.array(z.string())),
});
export type Affichage = z.infer<typeof affichageSchema>;

/** What is absent stays as it is. */
export const affichageBody = z.object({
  densite: densite.optional(),
  accueil: accueil.optional(),
  formatRecu: formatRecu.optional(),
  liste: z.object({ ecran: nom, masquees: z.array(nom).max(60) }).optional(),
});

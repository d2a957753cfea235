/** A person's display preferences: density and hidden columns of lists, start and pinned screens, receipt paper. */
import { z } from 'zod';
import { FORMATS_RECU } from '../../constants.ts';
import { type MenuKey, SCREENS } from '../../register.ts';
import { MAX_EPINGLES } from './pins.ts';

const DENSITES = ['confortable', 'compacte'] as const;
export type Densite = (typeof DENSITES)[number];

/** Screens that may open after sign-in. */
const ACCUEILS = ['tableau-de-bord', 'journee'] as const;
export type Accueil = (typeof ACCUEILS)[number];

const ECRANS = Object.keys(SCREENS) as [MenuKey, ...MenuKey[]];

const densite = z.enum(DENSITES);
const accueil = z.enum(ACCUEILS);
const formatRecu = z.enum(FORMATS_RECU);
/** The key of a list or of a column. */
const nom = z.string().regex(/^[\w/-]{1,60}$/, 'Veuillez choisir une liste et ses colonnes');

export const affichageSchema = z.object({
  densite,
  accueil,
  /** Whether the person chose it, either way; otherwise « Ma journée » is proposed. */
  accueilChoisi: z.boolean(),
  formatRecu,
  /** Ids of the hidden columns, by list. */
  masquees: z.record(z.string(), z.array(z.string())),
  /** Screens pinned to the menu, in order; one that no longer exists may be among them. */
  epingles: z.array(z.string()),
});
export type Affichage = z.infer<typeof affichageSchema>;

/** An absent field keeps its value. */
export const affichageBody = z.object({
  densite: densite.optional(),
  accueil: accueil.optional(),
  formatRecu: formatRecu.optional(),
  epingles: z.array(z.enum(ECRANS)).max(MAX_EPINGLES).optional(),
  liste: z.object({ ecran: nom, masquees: z.array(nom).max(60) }).optional(),
});

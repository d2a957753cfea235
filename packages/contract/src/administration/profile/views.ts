/** Saved views: the named filters that each person keeps of a list. */
import { z } from 'zod';
import { tidied } from '../../platform/values/text.ts';

const ecran = z.string().min(1).max(60);

export const viewsQuery = z.object({ ecran });

export const viewBody = z.object({
  ecran,
  nom: z.string().overwrite(tidied).min(1, 'Veuillez nommer la vue').max(80),
  recherche: z.string().max(8000),
  /** Shown to the people of the same group in the same collectivités. */
  partagee: z.boolean().default(false),
});

export const viewSchema = z.object({
  id: z.int(),
  nom: z.string(),
  /** Search parameters of the list, without the page. */
  recherche: z.string(),
  partagee: z.boolean(),
  /** Who shares it; null for one's own. */
  auteur: z.string().nullable(),
});
export type View = z.infer<typeof viewSchema>;

/** The results of the search box: taxpayers, payments, places, screens and what is done on them. */
import { z } from 'zod';
import { idSchema } from '../http/schemas.ts';
import { SORTES_TROUVAILLE, type SorteTrouvaille } from './trouvailles.ts';

export const trouvailleSchema = z.object({
  type: z.enum(Object.keys(SORTES_TROUVAILLE) as [SorteTrouvaille, ...SorteTrouvaille[]]),
  /** Id of the record; for a screen, its key in the register; for an action, its name. */
  id: z.union([idSchema, z.string()]),
  titre: z.string(),
  /** Distinguishes it from others with the same name. */
  detail: z.string(),
  /** Its address in the web application. */
  lien: z.string(),
});
export type Trouvaille = z.infer<typeof trouvailleSchema>;

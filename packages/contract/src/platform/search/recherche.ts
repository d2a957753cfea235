/** What the search box finds: taxpayers, payments, places and screens, by whatever is remembered of them. */
import { z } from 'zod';
import { idSchema } from '../http/schemas.ts';
import { SORTES_TROUVAILLE, type SorteTrouvaille } from './trouvailles.ts';

export const trouvailleSchema = z.object({
  type: z.enum(Object.keys(SORTES_TROUVAILLE) as [SorteTrouvaille, ...SorteTrouvaille[]]),
  /** Of the record; of a screen, its key in the register. */
  id: z.union([idSchema, z.string()]),
  titre: z.string(),
  /** What tells it from others of its name. */
  detail: z.string(),
  /** Its address in the web application. */
  lien: z.string(),
});
export type Trouvaille = z.infer<typeof trouvailleSchema>;

import { z } from 'zod';
import { defineResource, flag, longText, text } from '../../platform/resource/resource.ts';
import { idSchema, nestedSchema, referenceSchema } from '../../platform/http/schemas.ts';

/** Groups, which are roles (specification 1 sections 2 and 3). */
export const groups = defineResource({
  path: 'groups',
  alias: 'g',
  screen: 'roles',
  sensitive: 'writes',
  fields: {
    nom: text({ label: 'Nom', required: true, hint: 'Veuillez entrer le nom du groupe' }),
    description: longText({ label: 'Description' }),
    secondFacteur: flag({ label: 'Second facteur obligatoire ?', default: false }),
    enabled: flag({ label: 'Activé ?', default: true }),
  },
  order: 'g.nom',
  pageSize: 30,
});

/** Every grant of the group, as the permission screen sends them; a grant that is absent is removed. */
export const groupPermissionsBody = z.object({
  permissions: z.array(z.object({ navigation: referenceSchema, nom: z.string().min(1).max(60) })).max(5000),
});
export type Grant = z.infer<typeof groupPermissionsBody>['permissions'][number];

/** The grants of a group by navigation entry, in the order of the screen. */
export const groupPermissionsReply = z.object({
  groupe: nestedSchema,
  /** Version of the group; a change of its permissions increments it. */
  version: z.int(),
  navigations: z.array(
    z.object({
      id: idSchema,
      cle: z.string(),
      nom: z.string(),
      module: z.string(),
      /** Names that may be granted. */
      permissions: z.array(z.string()),
      /** The granted names among them. */
      accordees: z.array(z.string()),
    }),
  ),
});
export type GroupPermissions = z.infer<typeof groupPermissionsReply>;

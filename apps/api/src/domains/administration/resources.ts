/** The resources of administration: who sees the declared ones, and who serves the others. */
import { groups, users } from '@octroi/contract';
import * as declared from '@octroi/contract/administration/resources';
import { demandUtilisateur } from '#src/platform/access/person.ts';
import {
  declarations,
  ofPlatform,
  type ResourceDeclaration,
  type ResourceScope,
} from '#src/platform/resource/resource.ts';
import type { ServedResource } from '#src/platform/resource/resource.service.ts';
import { userService } from './users.service.ts';

const domain = 'administration';

/** Belongs to the platform, and to those who enter the back office: the client loads its own rights. */
const ofOffice: ResourceScope = {
  ...ofPlatform,
  visible(person, alias) {
    demandUtilisateur(person);
    return ofPlatform.visible(person, alias);
  },
};

export const administrationResources: (ResourceDeclaration | ServedResource)[] = [
  ...declarations(
    domain,
    { groups, ...declared },
    {
      groups: {
        scope: ofOffice,
        duplicates: { groupe_nom_unique: { field: 'nom', message: 'Un groupe porte déjà ce nom.' } },
      },
      navigations: {
        scope: ofOffice,
        duplicates: {
          navigation_cle_key: { field: 'cle', message: 'Une entrée de navigation porte déjà cette clé.' },
        },
      },
      permissions: {
        scope: ofOffice,
        columns: { role: 'groupe_id' },
        duplicates: {
          permission_groupe_id_navigation_id_nom_key: {
            field: 'nom',
            message: 'Ce groupe a déjà cette permission.',
          },
        },
      },
    },
  ),
  { resource: users, domain, screens: ['users', 'agents'], serve: userService },
];

/** The resources of administration: who sees the declared ones, and who serves the others. */
import { groups, may, users } from '@octroi/contract';
import * as declared from '@octroi/contract/administration/resources';
import * as approbations from '@octroi/contract/approbations/resources';
import { demandOne, demandUtilisateur } from '#src/platform/access/person.ts';
import { seuilExpressions } from '#src/platform/approbation/approbation.repository.ts';
import {
  declarations,
  ofEntite,
  ofPlatform,
  type ResourceDeclaration,
  type ResourceScope,
} from '#src/platform/resource/resource.ts';
import type { ServedResource } from '#src/platform/resource/resource.service.ts';
import { ofGroup } from './group-permissions.repository.ts';
import type { Notify } from './notices.ts';
import { userService } from './users.service.ts';

const domain = 'administration';

/** Belongs to the platform, and to those who enter the back office: what its screens are called. */
const ofOffice: ResourceScope = {
  ...ofPlatform,
  visible(person, alias) {
    demandUtilisateur(person);
    return ofPlatform.visible(person, alias);
  },
};

/** Belongs to a collectivité, and to those who enter the back office: what is watched is no business of the field. */
const ofEntiteOffice: ResourceScope = {
  ...ofEntite,
  visible(person, alias) {
    demandUtilisateur(person);
    return ofEntite.visible(person, alias);
  },
};

/** Who may be put into groups is read beside the groups: by the screen of users too, which chooses among them. */
const ofGroupReaders: ResourceScope = {
  ...ofPlatform,
  visible(person, alias) {
    demandOne(person, [
      ['roles', 'Lister'],
      ['users', 'Lister'],
    ]);
    return ofPlatform.visible(person, alias);
  },
};

/** What groups are granted: everybody's own (specification 1 section 6: the client loads it at sign-in); the others by right. */
const ofOwnGroup: ResourceScope = {
  ...ofPlatform,
  visible(person, alias) {
    demandUtilisateur(person);
    return may(person.grants, 'roles', 'Lister')
      ? ofPlatform.visible(person, alias)
      : ofGroup(alias, person.groupe?.id ?? null);
  },
};

export const administrationResources = (notify: Notify): (ResourceDeclaration | ServedResource)[] => [
  ...declarations(
    domain,
    { groups, ...declared },
    {
      groups: {
        scope: ofGroupReaders,
        duplicates: { groupe_nom_unique: { field: 'nom', message: 'Un groupe porte déjà ce nom.' } },
      },
      navigations: {
        scope: ofOffice,
        duplicates: {
          navigation_cle_key: { field: 'cle', message: 'Une entrée de navigation porte déjà cette clé.' },
        },
      },
      permissions: {
        scope: ofOwnGroup,
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
  ...declarations(domain, approbations, {
    seuilApprobations: {
      scope: ofEntiteOffice,
      expressions: seuilExpressions('seuil'),
      duplicates: {
        seuil_approbation_nature_unique: {
          field: 'nature',
          message: 'Cette collectivité a déjà un seuil pour cela.',
        },
      },
    },
  }),
  { resource: users, domain, screens: ['users', 'agents'], serve: (db) => userService(db, notify) },
];

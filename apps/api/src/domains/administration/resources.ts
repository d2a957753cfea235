/** Declared resources of administration, with their scopes and services. */
import { groups, may, users } from '@octroi/contract';
import * as declared from '@octroi/contract/administration/resources';
import { demandOne, demandUtilisateur, type Person } from '#src/platform/access/person.ts';
import {
  declarations,
  ofPlatform,
  type ResourceDeclaration,
  type ResourceScope,
} from '#src/platform/resource/resource.ts';
import {
  type ResourceService,
  resourceService,
  type ServedResource,
} from '#src/platform/resource/resource.service.ts';
import type { Database } from '#src/platform/database/database.ts';
import { givableGroups, ofGroup } from './accounts/group-permissions.repository.ts';
import type { Notify } from './accounts/notices.ts';
import { userService } from './accounts/users.service.ts';

const domain = 'administration';

/** Resources of the platform that everybody with the back office may read, such as the names of screens. */
const ofOffice: ResourceScope = {
  ...ofPlatform,
  visible(person, alias) {
    demandUtilisateur(person);
    return ofPlatform.visible(person, alias);
  },
};

/** @throws AppError 403 */
const demandGroupReader = (person: Person): void =>
  demandOne(person, [
    ['roles', 'Lister'],
    ['users', 'Lister'],
  ]);

/** Groups that a person may assign; all groups for readers of groups. */
const ofGroupReaders: ResourceScope = {
  ...ofPlatform,
  visible(person, alias) {
    demandGroupReader(person);
    return may(person.grants, 'roles', 'Lister')
      ? ofPlatform.visible(person, alias)
      : givableGroups(alias, person);
  },
};
const ofGroupGivers: ResourceScope = {
  ...ofPlatform,
  visible(person, alias) {
    demandGroupReader(person);
    return givableGroups(alias, person);
  },
};

/** Groups; with `donnables=1`, only those that the person may assign (form of an account). */
const GROUPS: ResourceDeclaration = {
  resource: groups,
  domain,
  scope: ofGroupReaders,
  duplicates: { groupe_nom_unique: { field: 'nom', message: 'Un groupe porte déjà ce nom.' } },
};
function groupService(db: Database): ResourceService {
  const service = resourceService(db, GROUPS);
  const givable = resourceService(db, { ...GROUPS, scope: ofGroupGivers });
  return {
    ...service,
    list(person, query) {
      demandGroupReader(person);
      return (query['donnables'] === '1' ? givable : service).list(person, query);
    },
  };
}

/**
 * Permissions of groups: one's own for everybody (specification 1 section 6: the client loads it at sign-in), others by
 * right.
 */
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
  ...declarations(domain, declared, {
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
  }),
  { resource: groups, domain, serve: groupService },
  { resource: users, domain, screens: ['users', 'agents'], serve: (db) => userService(db, notify) },
];

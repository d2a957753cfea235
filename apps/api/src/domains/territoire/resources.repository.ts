/** Where the territory's declared resources are kept, and who sees them. */
import { entites, ramifications, typeRamifications, villes } from '@octroi/contract';
import { sql } from 'kysely';
import {
  demandEntite,
  demandSuperAdmin,
  entiteCondition,
  placeCondition,
  scopeOf,
} from '#src/platform/access/person.ts';
import { ofPlatform, type ResourceDeclaration } from '#src/platform/resource/resource.ts';

const domain = 'territoire';

export const territoireResources: ResourceDeclaration[] = [
  { resource: villes, domain, table: 'ville', scope: ofPlatform },
  { resource: typeRamifications, domain, table: 'type_ramification', scope: ofPlatform },
  {
    resource: entites,
    domain,
    table: 'entite',
    references: { type: 'type_entite', ville: 'ville' },
    scope: {
      visible: (person, alias) => entiteCondition(scopeOf(person), sql.ref(`${alias}.id`)),
      demandWritable: demandSuperAdmin,
    },
    acts: [],
  },
  {
    resource: ramifications,
    domain,
    table: 'ramification',
    references: { entite: 'entite', parent: 'ramification', type: 'type_ramification' },
    scope: {
      visible: (person, alias) =>
        placeCondition(scopeOf(person), sql.ref(`${alias}.entite_id`), sql.ref(`${alias}.id`)),
      demandWritable: demandEntite,
    },
    acts: [],
  },
];

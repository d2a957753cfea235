/** Where the declared resources of payments are kept, and who sees them. */
import { isSuperAdmin, moyenPaiements } from '@octroi/contract';
import { sql } from 'kysely';
import { ofPlatform, type ResourceDeclaration } from '#src/platform/resource/resource.ts';

export const paiementsResources: ResourceDeclaration[] = [
  {
    resource: moyenPaiements,
    domain: 'paiements',
    scope: {
      ...ofPlatform,
      // specification 2 section 6: a person attached to some payment methods sees those alone
      visible: (person, alias) =>
        isSuperAdmin(person) || person.moyenPaiements.length === 0
          ? sql<boolean>`true`
          : sql<boolean>`${sql.ref(`${alias}.id`)} = any(${person.moyenPaiements}::int[])`,
    },
  },
];

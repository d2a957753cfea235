/** The declared resources of payments, and who sees them. */
import { isSuperAdmin } from '@octroi/contract';
import * as declared from '@octroi/contract/paiements/resources';
import { sql } from 'kysely';
import { declarations, ofPlatform } from '#src/platform/resource/resource.ts';

export const paiementsResources = declarations('paiements', declared, {
  moyenPaiements: {
    scope: {
      ...ofPlatform,
      // specification 2 section 6: a person attached to some payment methods sees those alone
      visible: (person, alias) =>
        isSuperAdmin(person) || person.moyenPaiements.length === 0
          ? sql<boolean>`true`
          : sql<boolean>`${sql.ref(`${alias}.id`)} = any(${person.moyenPaiements}::int[])`,
    },
  },
});

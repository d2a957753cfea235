/** The declared resources of payments, with the scope of each. */
import { isSuperAdmin } from '@octroi/contract';
import * as declared from '@octroi/contract/paiements/resources';
import { sql } from 'kysely';
import { declarations, ofPlatform } from '#src/platform/resource/resource.ts';

export const paiementsResources = declarations('paiements', declared, {
  moyenPaiements: {
    scope: {
      ...ofPlatform,
      // a person attached to some payment methods sees only those (specification 2 section 6)
      visible: (person, alias) =>
        isSuperAdmin(person) || person.moyenPaiements.length === 0
          ? sql<boolean>`true`
          : sql<boolean>`${sql.ref(`${alias}.id`)} = any(${person.moyenPaiements}::int[])`,
    },
  },
});

/** Where the declared resources of payments are kept. */
import { moyenPaiements } from '@octroi/contract';
import { ofPlatform, type ResourceDeclaration } from '#src/platform/resource/resource.ts';

export const paiementsResources: ResourceDeclaration[] = [
  { resource: moyenPaiements, domain: 'paiements', table: 'moyen_paiement', scope: ofPlatform },
];

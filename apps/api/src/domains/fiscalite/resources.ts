/** Where the declared resources of taxation are kept; a new one is its line here. */
import { categorieActivites, frequences, natureActivites, typeEquipements } from '@octroi/contract';
import { ofEntite, ofPlatform, type ResourceDeclaration } from '#src/platform/resource/resource.ts';

const domain = 'fiscalite';

export const fiscaliteResources: ResourceDeclaration[] = [
  { resource: frequences, domain, table: 'frequence', scope: ofPlatform },
  {
    resource: categorieActivites,
    domain,
    table: 'categorie_activite',
    scope: ofEntite,
    references: { entite: 'entite' },
  },
  {
    resource: natureActivites,
    domain,
    table: 'nature_activite',
    scope: ofEntite,
    references: { entite: 'entite', categorie: 'categorie_activite' },
  },
  {
    resource: typeEquipements,
    domain,
    table: 'type_equipement',
    scope: ofEntite,
    references: { entite: 'entite' },
  },
];

/** The resources of taxation: where the declared ones are kept, and who serves the others. */
import {
  applications,
  categorieActivites,
  categorieTaxes,
  frequences,
  natureActivites,
  precisions,
  taxeColumns,
  taxes,
  typeEquipements,
} from '@octroi/contract';
import { demandEntite, demandSuperAdmin } from '#src/platform/access/person.ts';
import {
  ofEntite,
  ofPlatform,
  type ResourceDeclaration,
  type ResourceScope,
} from '#src/platform/resource/resource.ts';
import type { ServedResource } from '#src/platform/resource/resource.service.ts';
import { applicationService } from './applications.service.ts';
import { precisionService } from './precisions.service.ts';
import { ownOrCommon } from './taxes.repository.ts';
import { taxeService } from './taxes.service.ts';

const domain = 'fiscalite';

/** Belongs to a collectivité, or to the platform: then Super Admin alone writes it, and everybody uses it. */
const ofEntiteOrPlatform: ResourceScope = {
  visible: ownOrCommon,
  demandWritable: (person, entiteId) =>
    entiteId === null ? demandSuperAdmin(person) : demandEntite(person, entiteId),
};

export const fiscaliteResources: (ResourceDeclaration | ServedResource)[] = [
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
  {
    resource: categorieTaxes,
    domain,
    table: 'categorie_taxe',
    scope: ofEntiteOrPlatform,
    references: { entite: 'entite' },
    duplicates: {
      categorie_taxe_nom_unique: { field: 'nom', message: 'Une catégorie de taxes porte déjà ce nom.' },
    },
  },
  { resource: taxes, domain, serve: taxeService, columns: taxeColumns },
  { resource: applications, domain, serve: applicationService },
  { resource: precisions, domain, serve: precisionService },
];

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
  { resource: frequences, domain, scope: ofPlatform },
  { resource: categorieActivites, domain, scope: ofEntite },
  { resource: natureActivites, domain, scope: ofEntite },
  { resource: typeEquipements, domain, scope: ofEntite },
  {
    resource: categorieTaxes,
    domain,
    scope: ofEntiteOrPlatform,
    duplicates: {
      categorie_taxe_nom_unique: { field: 'nom', message: 'Une catégorie de taxes porte déjà ce nom.' },
    },
  },
  { resource: taxes, domain, serve: taxeService, columns: taxeColumns },
  { resource: applications, domain, serve: applicationService },
  { resource: precisions, domain, serve: precisionService },
];

/** Resources of taxation, with their scopes and services. */
import { applications, precisions, taxeColumns, taxes } from '@octroi/contract';
import * as declared from '@octroi/contract/fiscalite/resources';
import { demandEntite, demandSuperAdmin } from '#src/platform/access/person.ts';
import {
  declarations,
  type ResourceDeclaration,
  type ResourceScope,
} from '#src/platform/resource/resource.ts';
import type { ServedResource } from '#src/platform/resource/resource.service.ts';
import { applicationService } from './tarifs/applications.service.ts';
import { precisionService } from './tarifs/precisions.service.ts';
import { ownOrCommon } from './taxes/taxes.repository.ts';
import type { Tarification } from './tarifs/tarif-commandes.ts';
import { taxeService } from './taxes/taxes.service.ts';

const domain = 'fiscalite';

/** Belongs to a collectivité or to the platform. Everybody uses those of the platform, only Super Admin edits them. */
const ofEntiteOrPlatform: ResourceScope = {
  visible: ownOrCommon,
  demandWritable: (person, entiteId) =>
    entiteId === null ? demandSuperAdmin(person) : demandEntite(person, entiteId),
};

const lists = declarations(domain, declared, {
  categorieTaxes: {
    scope: ofEntiteOrPlatform,
    duplicates: {
      categorie_taxe_nom_unique: {
        field: 'nom',
        message: 'Une catégorie de taxes porte déjà ce nom.',
      },
    },
  },
  imputationBudgetaires: {
    duplicates: {
      imputation_budgetaire_unique: {
        field: 'debut',
        message: 'Une imputation budgétaire de cette taxe commence déjà ce jour-là.',
      },
    },
  },
});

/** The declared ones, by path. */
export const fiscaliteDeclarations: ReadonlyMap<string, ResourceDeclaration> = new Map(
  lists.map((declaration) => [declaration.resource.path, declaration]),
);

export const fiscaliteResources = (tarification: Tarification): (ResourceDeclaration | ServedResource)[] => [
  ...lists,
  { resource: taxes, domain, serve: (db) => taxeService(db, tarification), columns: taxeColumns },
  { resource: applications, domain, serve: (db) => applicationService(db, tarification) },
  { resource: precisions, domain, serve: (db) => precisionService(db, tarification) },
];

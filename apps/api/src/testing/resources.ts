/** The declared resources with generic routes, each with a body that creates a record. */
import {
  categorieActivites,
  categorieTaxes,
  frequences,
  groups,
  moyenPaiements,
  natureActivites,
  type Resource,
  typeEquipements,
  typeRamifications,
  villes,
} from '@octroi/contract';
import { tableOf } from '#src/platform/database/tables.ts';
import type { Account } from './app.ts';

export interface Sample {
  resource: Resource;
  path: string;
  table: string;
  /** Account that may write it in Niamey. */
  writer: Account;
  /** Whether its records belong to a collectivité. */
  local: boolean;
  /** Fields of a new record other than its name; references are to records of Niamey (id 1). */
  fields: Record<string, unknown>;
  /** SQL for the id of a record to which others refer. */
  linked: string;
}

const sample = (resource: Resource, linked: string, fields: Record<string, unknown> = {}): Sample => {
  const local = 'entite' in resource.fields;
  return {
    resource,
    path: `/v2/${resource.path}`,
    table: tableOf(resource.path),
    writer: local ? 'niamey' : 'superadmin',
    local,
    fields: local ? { entite: 1, ...fields } : fields,
    linked,
  };
};

/** A category of Niamey's, and one of Maradi's: the demonstration gives the lowest ids to the first collectivité. */
export const CATEGORIE_NIAMEY = 1;
export const CATEGORIE_MARADI = 'select min(id) as id from categorie_activite where entite_id = 2';

export const SAMPLES: readonly Sample[] = [
  sample(villes, 'select min(ville_id) as id from entite'),
  sample(typeRamifications, 'select min(type_id) as id from ramification', {
    niveau: 9,
  }),
  sample(groups, 'select min(groupe_id) as id from utilisateur where groupe_id > 2'),
  sample(frequences, 'select min(frequence_id) as id from taxe', { occurrences: 6 }),
  sample(moyenPaiements, 'select min(moyen_paiement_id) as id from transaction', {
    commission: 1.5,
  }),
  sample(categorieActivites, 'select min(categorie_id) as id from nature_activite where entite_id = 1'),
  sample(natureActivites, 'select min(nature_activite_id) as id from taxe where entite_id = 1', {
    categorie: CATEGORIE_NIAMEY,
  }),
  sample(typeEquipements, 'select min(type_equipement_id) as id from taxe where entite_id = 1', {
    code: 'ESS',
  }),
  sample(categorieTaxes, 'select min(categorie_id) as id from taxe where entite_id = 1'),
];

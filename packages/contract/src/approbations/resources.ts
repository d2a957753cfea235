/** The amount from which a command of a collectivité needs a second person. */
import { choice, collectivite, defineResource, flag, integer, text } from '../platform/resource/resource.ts';
import { NATURES_A_SEUIL } from './natures.ts';

export const seuilApprobations = defineResource({
  path: 'seuil_approbations',
  alias: 'seuil',
  screen: 'seuils-approbation',
  fields: {
    entite: collectivite(),
    nature: choice({
      label: 'Nature',
      required: true,
      hint: 'Veuillez choisir ce qui attend une seconde personne',
      values: NATURES_A_SEUIL,
      fixed: true,
    }),
    seuil: integer({ label: 'Seuil (F CFA)', default: 0, essential: true }),
    delai: integer({ label: 'Délai (jours)', min: 1, max: 90, default: 7 }),
    enabled: flag({ label: 'Active ?', default: true }),
    approbateurs: integer({ label: 'Approbateurs', derived: true }),
    effet: text({ label: 'Effet', derived: true }),
  },
  order: 'seuil.nature',
  pageSize: 30,
});

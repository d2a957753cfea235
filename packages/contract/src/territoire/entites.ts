import { decimal, defineResource, flag, longText, reference, text } from '../resource.ts';
import { TYPE_ENTITE_COLLECTIVITE } from '../constants.ts';

/** Collectivités (specification 1 sections 2, 3 and 5); `commission` is NTA's share in percent. */
export const entites = defineResource({
  path: 'entites',
  alias: 'ent',
  screen: 'collectivites',
  fields: {
    nom: text({ label: 'Nom', required: true, hint: 'Veuillez entrer le nom de la collectivité' }),
    nomCourt: text({ label: 'Nom court', required: true, max: 40, hint: 'Veuillez entrer le nom court' }),
    code: text({ label: 'Code', required: true, max: 20, hint: 'Veuillez entrer le code' }),
    type: reference({
      label: 'Type',
      to: 'type_entites',
      alias: 'te',
      default: TYPE_ENTITE_COLLECTIVITE,
      choices: [{ id: TYPE_ENTITE_COLLECTIVITE, nom: 'Collectivité' }],
    }),
    telephone: text({ label: 'Telephone', max: 40 }),
    adresse: text({ label: 'Adresse' }),
    commission: decimal({ label: 'Commission' }),
    statutJuridique: text({ label: 'Statut juridique' }),
    ville: reference({
      label: 'Ville',
      required: true,
      hint: 'Veuillez choisir une ville',
      to: 'villes',
      alias: 'v',
    }),
    description: longText({ label: 'Description' }),
    enabled: flag({ label: 'Active ?', default: false }),
  },
  order: 'ent.nom',
  pageSize: 10,
});

/** Declared resources of tills, with their scopes. */
import * as declared from '@octroi/contract/caisse/resources';
import { declarations } from '#src/platform/resource/resource.ts';

export const caisseResources = declarations('caisse', declared, {
  categorieValeurs: {
    duplicates: {
      categorie_valeur_nom_unique: {
        field: 'nom',
        message: 'Une catégorie de valeurs de cette collectivité porte déjà ce nom.',
      },
    },
  },
  regies: {
    duplicates: {
      regie_nom_unique: { field: 'nom', message: 'Une régie de cette collectivité porte déjà ce nom.' },
    },
  },
});

import { categorieActivites } from '@octroi/contract/fiscalite/categorie-activites';
import type { ResourceScreens } from '#src/ui/resource/index.ts';

const screens: ResourceScreens = {
  resource: categorieActivites,
  columns: ['nom', 'description', 'enabled'],
};

export default screens;

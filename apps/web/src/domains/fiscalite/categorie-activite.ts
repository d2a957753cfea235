import { categorieActivites } from '@octroi/contract/fiscalite/categorie-activites';
import type { ResourceScreens } from '#src/ui/resource/index.ts';

export default {
  resource: categorieActivites,
  columns: ['nom', 'description', 'enabled'],
} satisfies ResourceScreens;

import { natureActivites } from '@octroi/contract/fiscalite/nature-activites';
import type { ResourceScreens } from '#src/ui/resource/index.ts';

export default {
  resource: natureActivites,
  columns: ['nom', 'categorie', 'description', 'enabled'],
  narrow: { categorie: { column: 'ent.id', by: 'entite' } },
} satisfies ResourceScreens;

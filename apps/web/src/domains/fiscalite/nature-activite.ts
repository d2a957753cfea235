import { natureActivites } from '@octroi/contract/fiscalite/resources';
import type { ResourceScreens } from '#src/ui/resource/index.ts';

const screens: ResourceScreens = {
  resource: natureActivites,
  columns: ['nom', 'categorie', 'description', 'enabled'],
  narrow: { categorie: { column: 'ent.id', by: 'entite' } },
};

export default screens;

import { seuilApprobations } from '@octroi/contract/approbations/resources';
import type { ResourceScreens } from '#src/ui/resource/index.ts';

const screens: ResourceScreens = {
  resource: seuilApprobations,
  columns: ['nature', 'entite', 'seuil', 'delai', 'approbateurs', 'effet', 'enabled'],
};

export default screens;

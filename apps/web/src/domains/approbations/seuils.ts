import { seuilApprobations } from '@octroi/contract/approbations/resources';
import type { ResourceScreens } from '#src/ui/resource/index.ts';

const screens: ResourceScreens = {
  resource: seuilApprobations,
  columns: ['nature', 'effet', 'seuil', 'delai', 'approbateurs', 'enabled'],
};

export default screens;

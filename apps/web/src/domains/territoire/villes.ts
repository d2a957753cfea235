import { villes } from '@octroi/contract/territoire/villes';
import type { ResourceScreens } from '#src/ui/resource/index.ts';

const screens: ResourceScreens = {
  resource: villes,
  columns: ['nom', 'description', 'enabled'],
};

export default screens;

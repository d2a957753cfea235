import { typeRamifications } from '@octroi/contract/territoire/type-ramifications';
import type { ResourceScreens } from '#src/ui/resource/index.ts';

const screens: ResourceScreens = {
  resource: typeRamifications,
  columns: ['nom', 'niveau', 'description', 'enabled'],
};

export default screens;

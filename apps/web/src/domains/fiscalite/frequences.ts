import { frequences } from '@octroi/contract/fiscalite/frequences';
import type { ResourceScreens } from '#src/ui/resource/index.ts';

const screens: ResourceScreens = {
  resource: frequences,
  columns: ['nom', 'occurrences', 'description', 'enabled'],
};

export default screens;

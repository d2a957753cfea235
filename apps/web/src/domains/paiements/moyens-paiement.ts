import { moyenPaiements } from '@octroi/contract/paiements/resources';
import type { ResourceScreens } from '#src/ui/resource/index.ts';

const screens: ResourceScreens = {
  resource: moyenPaiements,
  columns: ['nom', 'nature', 'commission', 'description', 'enabled'],
};

export default screens;

import { moyenPaiements } from '@octroi/contract/paiements/moyen-paiements';
import type { ResourceScreens } from '#src/ui/resource/index.ts';

export default {
  resource: moyenPaiements,
  columns: ['nom', 'commission', 'description', 'enabled'],
} satisfies ResourceScreens;

import { villes } from '@octroi/contract/territoire/villes';
import type { ResourceScreens } from '#src/ui/resource/index.ts';

export default {
  resource: villes,
  columns: ['nom', 'description', 'enabled'],
} satisfies ResourceScreens;

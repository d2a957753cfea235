import { frequences } from '@octroi/contract/fiscalite/frequences';
import type { ResourceScreens } from '#src/ui/resource/index.ts';

export default {
  resource: frequences,
  columns: ['nom', 'occurrences', 'description', 'enabled'],
} satisfies ResourceScreens;

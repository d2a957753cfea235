import { typeRamifications } from '@octroi/contract/territoire/type-ramifications';
import type { ResourceScreens } from '#src/ui/resource/index.ts';

export default {
  resource: typeRamifications,
  columns: ['nom', 'niveau', 'description', 'enabled'],
} satisfies ResourceScreens;

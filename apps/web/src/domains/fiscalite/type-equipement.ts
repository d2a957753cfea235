import { typeEquipements } from '@octroi/contract/fiscalite/type-equipements';
import type { ResourceScreens } from '#src/ui/resource/index.ts';

export default {
  resource: typeEquipements,
  columns: ['nom', 'code', 'description', 'enabled'],
} satisfies ResourceScreens;

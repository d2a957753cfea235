import { typeEquipements } from '@octroi/contract/fiscalite/type-equipements';
import type { ResourceScreens } from '#src/ui/resource/index.ts';

const screens: ResourceScreens = {
  resource: typeEquipements,
  columns: ['nom', 'code', 'description', 'enabled'],
};

export default screens;

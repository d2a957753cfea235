import { ramifications } from '@octroi/contract/territoire/ramifications';
import { IconLock, IconPlus } from '@tabler/icons-react';
import { CONFIGURATIONS } from '#src/ui/PageHeader.tsx';
import type { ResourceScreens } from '#src/ui/resource/index.ts';
import { TreeLink } from './TreeLink.tsx';

export default {
  resource: ramifications,
  section: [{ label: 'Collectivité' }, CONFIGURATIONS],
  columns: ['parent', 'nom', 'code', 'type', 'enabled'],
  form: {
    create: ['entite', 'nom', 'type', 'code', 'enabled'],
    edit: ['nom', 'parent', 'type', 'code', 'enabled'],
  },
  narrow: { parent: { column: 'ent.id', by: 'entite' } },
  Actions: TreeLink,
  links: [
    {
      label: 'Ajouter sous-entité',
      icon: IconPlus,
      to: ({ id }) => `/ramifications/create/${id}`,
      right: ['ramifications', 'Créer'],
    },
    {
      label: 'Permissions',
      icon: IconLock,
      to: ({ id }) => `/ramifications/${id}/permissions`,
      right: ['ramifications', 'Voir'],
    },
  ],
} satisfies ResourceScreens;

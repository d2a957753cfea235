import { groups } from '@octroi/contract/administration/groups';
import { IconLock } from '@tabler/icons-react';
import { ADMINISTRATION } from '#src/ui/PageHeader.tsx';
import type { ResourceScreens } from '#src/ui/resource/index.ts';

export default {
  resource: groups,
  section: [ADMINISTRATION],
  columns: ['nom', 'enabled'],
  links: [
    {
      label: 'Permissions',
      icon: IconLock,
      to: ({ id }) => `/roles/${id}/permissions`,
      right: ['roles', 'Voir'],
    },
  ],
} satisfies ResourceScreens;

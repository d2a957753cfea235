import { PAGES } from '@octroi/contract/pages';
import { groups } from '@octroi/contract/administration/accounts/groups';
import { IconLock } from '@tabler/icons-react';
import { linkOptions } from '@tanstack/react-router';
import { ADMINISTRATION } from '#src/ui/page/crumbs.ts';
import type { ResourceScreens } from '#src/ui/resource/index.ts';

const screens: ResourceScreens = {
  resource: groups,
  section: [ADMINISTRATION],
  columns: ['nom', 'enabled'],
  links: [
    {
      label: 'Permissions',
      icon: IconLock,
      href: ({ id }) => linkOptions({ to: PAGES.permissions, params: { id: String(id) } }),
      right: ['roles', 'Voir'],
    },
  ],
};

export default screens;

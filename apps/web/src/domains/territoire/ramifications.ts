import { PAGES } from '@octroi/contract/pages';
import { ramifications } from '@octroi/contract/territoire/resources';
import { IconLock, IconPlus } from '@tabler/icons-react';
import { linkOptions } from '@tanstack/react-router';
import { CONFIGURATIONS, section } from '#src/ui/PageHeader.tsx';
import type { ResourceScreens } from '#src/ui/resource/index.ts';
import { TreeLink } from './TreeLink.tsx';

const screens: ResourceScreens = {
  resource: ramifications,
  section: [section('Collectivité'), CONFIGURATIONS],
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
      href: ({ id }) => linkOptions({ to: PAGES.ramificationCreate, params: { id: String(id) } }),
      right: ['ramifications', 'Créer'],
    },
    {
      label: 'Permissions',
      icon: IconLock,
      href: ({ id }) => linkOptions({ to: PAGES.acces, params: { id: String(id) } }),
      right: ['ramifications', 'Voir'],
    },
  ],
};

export default screens;

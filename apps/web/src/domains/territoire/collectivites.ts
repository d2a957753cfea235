import { PAGES } from '@octroi/contract/pages';
import { entites } from '@octroi/contract/territoire/resources';
import { IconUserPlus } from '@tabler/icons-react';
import { linkOptions } from '@tanstack/react-router';
import { ADMINISTRATION } from '#src/ui/PageHeader.tsx';
import type { ResourceScreens } from '#src/ui/resource/index.ts';

const FIELDS = ['nom', 'nomCourt', 'code', 'ville', 'adresse', 'commission', 'telephone', 'enabled'];

const screens: ResourceScreens = {
  resource: entites,
  section: [ADMINISTRATION],
  columns: ['nom', 'adresse', 'telephone', 'ville', 'enabled'],
  form: { create: FIELDS, edit: FIELDS },
  links: [
    {
      label: 'Ajouter un utilisateur',
      icon: IconUserPlus,
      href: ({ id }) => linkOptions({ to: PAGES.collectiviteUser, params: { id: String(id) } }),
      right: ['users', 'Créer'],
    },
  ],
};

export default screens;

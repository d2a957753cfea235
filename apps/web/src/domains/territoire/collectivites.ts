import { entites } from '@octroi/contract/territoire/entites';
import { IconUserPlus } from '@tabler/icons-react';
import { ADMINISTRATION } from '#src/ui/PageHeader.tsx';
import type { ResourceScreens } from '#src/ui/resource/index.ts';

const FIELDS = ['nom', 'nomCourt', 'code', 'ville', 'adresse', 'commission', 'telephone', 'enabled'];

export default {
  resource: entites,
  section: [ADMINISTRATION],
  columns: ['nom', 'adresse', 'telephone', 'ville', 'enabled'],
  form: { create: FIELDS, edit: FIELDS },
  links: [
    {
      label: 'Ajouter un utilisateur',
      icon: IconUserPlus,
      to: ({ id }) => `/administration/collectivite/${id}/user-create`,
      right: ['users', 'Créer'],
    },
  ],
} satisfies ResourceScreens;

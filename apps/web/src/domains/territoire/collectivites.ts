import { PAGES } from '@octroi/contract/pages';
import { SCREENS } from '@octroi/contract/register';
import { entites } from '@octroi/contract/territoire/resources';
import { IconCertificate, IconListCheck, IconUserPlus } from '@tabler/icons-react';
import { linkOptions } from '@tanstack/react-router';
import { ADMINISTRATION } from '#src/ui/page/crumbs.ts';
import type { ResourceScreens } from '#src/ui/resource/index.ts';

const FIELDS = [
  'nom',
  'nomCourt',
  'code',
  'ville',
  'adresse',
  'commission',
  'plafondPaiement',
  'delaiNouveau',
  'caisseDepuis',
  'smsRecus',
  'motsSimples',
  'delaiContact',
  'telephone',
  'enabled',
];

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
    {
      label: SCREENS.papiers.nom,
      icon: IconCertificate,
      href: ({ id }) => linkOptions({ to: SCREENS.papiers.url, search: { entite: id } }),
      right: ['papiers', 'Voir'],
    },
    {
      label: SCREENS['mise-en-service'].nom,
      icon: IconListCheck,
      href: ({ id }) => linkOptions({ to: SCREENS['mise-en-service'].url, search: { entite: id } }),
      right: ['collectivites', 'Lister'],
    },
  ],
};

export default screens;

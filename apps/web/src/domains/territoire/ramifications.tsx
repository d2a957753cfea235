import { PAGES } from '@octroi/contract/pages';
import type { ResourceRow } from '@octroi/contract/platform/resource/resource';
import { ramifications } from '@octroi/contract/territoire/resources';
import { IconLock, IconPlus } from '@tabler/icons-react';
import { linkOptions } from '@tanstack/react-router';
import type { Column } from '#src/ui/list/index.ts';
import { CONFIGURATIONS, section } from '#src/ui/page/crumbs.ts';
import type { ResourceScreens } from '#src/ui/resource/index.ts';
import { ContourField } from './ContourField.tsx';
import { PlaceStatus } from './PlaceStatus.tsx';
import { TreeLink } from './TreeLink.tsx';

const statut: Column<ResourceRow> = {
  id: 'enabled',
  header: 'Statut',
  sort: 'ram.enabled',
  kind: 'node',
  width: 200,
  render: ({ enabled, masquePar }) => (
    <PlaceStatus enabled={enabled === true} masquePar={typeof masquePar === 'string' ? masquePar : null} />
  ),
};

const screens: ResourceScreens = {
  resource: ramifications,
  section: [section('Collectivité'), CONFIGURATIONS],
  columns: ['parent', 'nom', 'code', 'type', statut],
  form: {
    create: ['entite', 'nom', 'type', 'code', 'enabled'],
    edit: ['nom', 'parent', 'type', 'code', 'enabled'],
  },
  narrow: { parent: { column: 'ent.id', by: 'entite' } },
  Below: ContourField,
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

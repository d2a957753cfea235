import { isSuperAdmin } from '@octroi/contract/rights';
import { categorieTaxes } from '@octroi/contract/fiscalite/resources';
import type { ResourceScreens } from '#src/ui/resource/index.ts';

/** Specification 1 sections 2 and 6: the collectivité cannot be edited. */
const screens: ResourceScreens = {
  resource: categorieTaxes,
  columns: ['nom', 'description', 'enabled'],
  form: { edit: ['nom', 'description', 'enabled'] },
  createLabel: 'Création',
  showsEntite: (session, selection) => isSuperAdmin(session.user) || selection !== null,
};

export default screens;

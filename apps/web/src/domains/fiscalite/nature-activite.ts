import { natureActivites } from '@octroi/contract/fiscalite/resources';
import type { ResourceScreens } from '#src/ui/resource/index.ts';
import { LignesDeNature } from './LignesDeBase.tsx';
import { askUnite } from './unite-question.ts';

const screens: ResourceScreens = {
  resource: natureActivites,
  columns: ['nom', 'categorie', 'description', 'enabled'],
  Below: LignesDeNature,
  question: askUnite('nature_activites'),
  narrow: { categorie: { column: 'ent.id', by: 'entite' } },
};

export default screens;

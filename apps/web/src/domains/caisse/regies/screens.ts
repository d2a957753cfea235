import { mandats as mandatResource, regies as regieResource } from '@octroi/contract/caisse/resources';
import type { ResourceScreens } from '#src/ui/resource/index.ts';
import { ReceveurNote } from './ReceveurNote.tsx';

export const regies: ResourceScreens = {
  resource: regieResource,
  columns: ['nom', 'regisseur', 'plafond', 'enabled'],
  notes: { regisseur: ReceveurNote, comptable: ReceveurNote },
};

export const mandats: ResourceScreens = {
  resource: mandatResource,
  narrow: { regie: { column: 'ent.id', by: 'entite' } },
  notes: { suppleant: ReceveurNote },
};

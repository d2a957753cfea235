/** The thresholds above which a command of a collectivité waits for a second person. */
import * as declared from '@octroi/contract/approbations/resources';
import { demandUtilisateur } from '#src/platform/access/person.ts';
import { declarations, ofEntite, type ResourceScope } from '#src/platform/resource/resource.ts';
import { seuilExpressions } from './seuils.repository.ts';

/** Belongs to a collectivité, and to those who enter the back office: what is watched is no business of the field. */
const ofEntiteOffice: ResourceScope = {
  ...ofEntite,
  visible(person, alias) {
    demandUtilisateur(person);
    return ofEntite.visible(person, alias);
  },
};

// the journal has always noted thresholds under this domain
export const approbationResources = declarations('administration', declared, {
  seuilApprobations: {
    scope: ofEntiteOffice,
    expressions: seuilExpressions('seuil'),
    duplicates: {
      seuil_approbation_nature_unique: {
        field: 'nature',
        message: 'Cette collectivité a déjà un seuil pour cela.',
      },
    },
  },
});

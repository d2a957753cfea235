/** Every call of the product. The browser imports the type only: importing the values would load all schemas. */
import { administrationEndpoints } from './administration/endpoints.ts';
import { approbationEndpoints } from './approbations/endpoints.ts';
import { caisseEndpoints } from './caisse/endpoints.ts';
import { contribuablesEndpoints } from './contribuables/endpoints.ts';
import type { Endpoint } from './platform/http/endpoints.ts';
import { fiscaliteEndpoints } from './fiscalite/endpoints.ts';
import { impressionEndpoints } from './impressions/endpoints.ts';
import { miseEnServiceEndpoints } from './mise-en-service/endpoints.ts';
import { paiementEndpoints } from './paiements/endpoints.ts';
import { pilotageEndpoints } from './pilotage/endpoints.ts';
import { recouvrementEndpoints } from './recouvrement/endpoints.ts';
import {
  lectureEndpoints,
  rechercheEndpoints,
  sauvegardeEndpoints,
  selectionEndpoints,
  travailEndpoints,
} from './platform/http/platform-endpoints.ts';
import { resourceEndpoints } from './platform/resource/resource-endpoints.ts';
import * as resources from './resources.ts';
import { terrainEndpoints } from './terrain/endpoints.ts';
import { territoireEndpoints } from './territoire/endpoints.ts';

const declared = resourceEndpoints(resources);

type Administration = typeof administrationEndpoints;
type Approbations = typeof approbationEndpoints;
type Caisse = typeof caisseEndpoints;
type Contribuables = typeof contribuablesEndpoints;
type Fiscalite = typeof fiscaliteEndpoints;
type Impressions = typeof impressionEndpoints;
type Lectures = typeof lectureEndpoints;
type MiseEnService = typeof miseEnServiceEndpoints;
type Paiements = typeof paiementEndpoints;
type Pilotage = typeof pilotageEndpoints;
type Recherche = typeof rechercheEndpoints;
type Recouvrement = typeof recouvrementEndpoints;
type Selections = typeof selectionEndpoints;
type Resources = typeof declared;
type Sauvegardes = typeof sauvegardeEndpoints;
type Terrain = typeof terrainEndpoints;
type Territoire = typeof territoireEndpoints;
type Travaux = typeof travailEndpoints;

/**
 * Calls by method and address. An interface with `extends` is resolved once by the compiler; an intersection is
 * resolved at every use.
 */
export interface Api
  extends
    Administration,
    Approbations,
    Caisse,
    Contribuables,
    Fiscalite,
    Impressions,
    Lectures,
    MiseEnService,
    Paiements,
    Pilotage,
    Recherche,
    Recouvrement,
    Resources,
    Sauvegardes,
    Selections,
    Terrain,
    Territoire,
    Travaux {}

export const API = {
  ...selectionEndpoints,
  ...rechercheEndpoints,
  ...lectureEndpoints,
  ...travailEndpoints,
  ...sauvegardeEndpoints,
  ...approbationEndpoints,
  ...declared,
  ...territoireEndpoints,
  ...administrationEndpoints,
  ...fiscaliteEndpoints,
  ...contribuablesEndpoints,
  ...paiementEndpoints,
  ...caisseEndpoints,
  ...pilotageEndpoints,
  ...recouvrementEndpoints,
  ...impressionEndpoints,
  ...miseEnServiceEndpoints,
  ...terrainEndpoints,
} satisfies Record<keyof Api, Endpoint>;

/** The contract's types under the names used in this app. */
import type { z } from 'zod';
import type { caisseTerrainSchema, tourneeTerrainSchema } from '@octroi/contract/terrain/donnees';

export type {
  AvisTerrain,
  ContribuableAppareil,
  Donnees,
  Du,
  Referentiel,
  VisiteTerrain,
} from '@octroi/contract/terrain/donnees';
export type TourneeTerrain = z.infer<typeof tourneeTerrainSchema>;
export type CaisseTerrain = z.infer<typeof caisseTerrainSchema>;

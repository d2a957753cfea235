import { ETAPES, type Etape } from '@octroi/contract/mise-en-service/etapes';

interface MiseEnServiceSearch {
  /** The collectivité; absent until it is created. */
  entite?: number | undefined;
  /** The step; absent for the list of missing points. */
  etape?: Etape | undefined;
}

export const readMiseEnService = ({ entite, etape }: Record<string, unknown>): MiseEnServiceSearch => ({
  entite: typeof entite === 'number' && Number.isSafeInteger(entite) && entite > 0 ? entite : undefined,
  etape: typeof etape === 'string' && Object.hasOwn(ETAPES, etape) ? (etape as Etape) : undefined,
});

import { ETAPES, type Etape } from '@octroi/contract/mise-en-service/etapes';

interface MiseEnServiceSearch {
  /** The collectivité that is opened; none while it is being made. */
  entite?: number | undefined;
  /** The step of the assistant; none for what is missing alone. */
  etape?: Etape | undefined;
}

export const readMiseEnService = ({ entite, etape }: Record<string, unknown>): MiseEnServiceSearch => ({
  entite: typeof entite === 'number' && Number.isSafeInteger(entite) && entite > 0 ? entite : undefined,
  etape: typeof etape === 'string' && Object.hasOwn(ETAPES, etape) ? (etape as Etape) : undefined,
});

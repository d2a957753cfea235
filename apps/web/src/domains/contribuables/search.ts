/** Search parameters of the lists of this domain. */
import { type StatutContribuable, STATUTS_CONTRIBUABLE } from '@octroi/contract/constants';
import { parseMaille, SANS_POSITION } from '@octroi/contract/territoire/maille';
import { type FigureSearch, readFigureSearch } from '#src/domains/pilotage/index.ts';
import { type ListSearch, readListSearch } from '#src/ui/list/list-state.ts';
import { readPeriodSearch } from '#src/ui/period/period-search.ts';
import { readId, readTerritorySearch, type TerritorySearch } from '#src/ui/territory/territory-search.ts';

export interface ContribuablesSearch extends ListSearch, FigureSearch {
  statut?: StatutContribuable | undefined;
  /** A map cell, or `aucune` for taxpayers without a position. */
  maille?: string | undefined;
}

const readMaille = (raw: unknown): string | undefined =>
  typeof raw === 'string' && (raw === SANS_POSITION || parseMaille(raw)) ? raw : undefined;

const readStatut = (raw: unknown): StatutContribuable | undefined =>
  STATUTS_CONTRIBUABLE.find((statut) => statut === raw);

type Raw = Record<string, unknown>;

export const readContribuablesSearch = (raw: Raw): ContribuablesSearch => ({
  ...readListSearch(raw),
  ...readFigureSearch(raw),
  statut: readStatut(raw.statut),
  maille: readMaille(raw.maille),
});

export const readBasesSearch = (raw: Raw): ContribuablesSearch => ({
  ...readListSearch(raw),
  ...readTerritorySearch(raw),
  ...readPeriodSearch(raw),
  betail: readFigureSearch(raw).betail,
  statut: readStatut(raw.statut),
});

type PlacedSearch = ListSearch & TerritorySearch;

export const readEnrollementsSearch = (raw: Raw): PlacedSearch => ({
  ...readListSearch(raw),
  ...readTerritorySearch(raw),
});

/** The review: the filters of its list, the record shown, and whether it is at its end. */
interface RevueSearch extends PlacedSearch {
  fiche?: number | undefined;
  fin?: true | undefined;
}

export const readRevueSearch = (raw: Raw): RevueSearch => ({
  ...readEnrollementsSearch(raw),
  fiche: readId(raw.fiche),
  fin: raw.fin === true || undefined,
});

/** The edit form returns to the review that it was opened from. */
export const readRetourSearch = (raw: Raw): { retour?: 'revue' | undefined } => ({
  retour: raw.retour === 'revue' ? 'revue' : undefined,
});

/** Level names in the addresses of the equipment list (specification 2 section 2.12); the lowest level wins. */
const LEVELS = ['branch', 'secteur', 'zone', 'quartier', 'departement', 'department', 'ramification'];

function readPlaceSearch(raw: Raw): TerritorySearch {
  const place = readTerritorySearch({ entite: raw.entite ?? raw.entity, ms: raw.ms });
  const level = LEVELS.map((name) => readId(raw[name])).find((id) => id !== undefined);
  return level === undefined ? place : { ...place, ms: place.ms ?? [level] };
}

export const readEquipementsSearch = (raw: Raw): PlacedSearch => ({
  ...readListSearch(raw),
  ...readPlaceSearch(raw),
});

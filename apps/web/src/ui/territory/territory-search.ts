/** The place in the address: `entite`, and `ms`, sub-entities with their subtrees (specification 1 section 7). */

export interface TerritorySearch {
  entite?: number | undefined;
  ms?: number[] | undefined;
  /** The sub-entities themselves only. */
  direct?: 1 | undefined;
}

export const readId = (raw: unknown): number | undefined => {
  const id = typeof raw === 'string' && raw !== '' ? Number(raw) : raw;
  return typeof id === 'number' && Number.isSafeInteger(id) && id > 0 ? id : undefined;
};

function readIds(raw: unknown): number[] | undefined {
  const list = Array.isArray(raw) ? raw : typeof raw === 'string' ? raw.split(',') : [raw];
  const ids = list.flatMap((each) => readId(each) ?? []);
  return ids.length > 0 ? ids : undefined;
}

/** Parses the search parameters; invalid ones are dropped (`validateSearch`). */
export const readTerritorySearch = (raw: Record<string, unknown>): TerritorySearch => ({
  // other programs also write one collectivité as a list
  entite: Array.isArray(raw.entite) ? readId(raw.entite[0]) : readId(raw.entite),
  ms: readIds(raw.ms),
  direct: String(raw.direct) === '1' ? 1 : undefined,
});

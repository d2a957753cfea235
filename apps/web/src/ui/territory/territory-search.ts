/** A place in the address: `entite`, and `ms`, the sub-entities (each means its subtree; specification 1 section 7). */

export interface TerritorySearch {
  entite?: number | undefined;
  ms?: number[] | undefined;
  /** Of those sub-entities themselves, without what lies beneath. */
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

/** Reads the place of an address; what makes no sense is left out (`validateSearch`). */
export const readTerritorySearch = (raw: Record<string, unknown>): TerritorySearch => ({
  // Other programs write one collectivité as a list too.
  entite: Array.isArray(raw.entite) ? readId(raw.entite[0]) : readId(raw.entite),
  ms: readIds(raw.ms),
  direct: String(raw.direct) === '1' ? 1 : undefined,
});

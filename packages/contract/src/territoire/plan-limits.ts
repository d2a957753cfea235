/** Limits of a territory import; apart from the schemas, so that screens do not load zod. */
export const MAX_PLAN_BYTES = 20 * 1024 * 1024;
export const MAX_PLAN_LIEUX = 5000;
export const PLAN_KINDS =
  '.csv,.txt,.tsv,.xlsx,.geojson,.json,text/csv,text/plain,application/geo+json,application/json';

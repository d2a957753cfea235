/** A rule, as a query for the rows that break it. */
export interface Check {
  name: string;
  /** Returns no rows if all is right; `difference` describes each in words. */
  sql: string;
}

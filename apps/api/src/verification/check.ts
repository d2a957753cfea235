/** Something that must hold, as a query that returns the rows where it does not. */
export interface Check {
  name: string;
  /** Returns nothing when all is right; `difference` tells the rest in words. */
  sql: string;
}

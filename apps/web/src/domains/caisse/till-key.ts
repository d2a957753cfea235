/** Leads from the counter to the till, and back. */
export const TILL_KEY = 'F9';

/** Limits of notes, apart from their schemas, because screens load them. */
export const MAX_NOTE = 1000;
/** Seconds for which a tick may be undone: offered on the screen, and accepted by the server. */
export const ANNULATION_TACHE = { offerte: 10, serveur: 30 } as const;

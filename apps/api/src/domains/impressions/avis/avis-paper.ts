import type { EnTete, Verification } from '../documents/letterhead.ts';
import type { ContenuAvis } from '../pieces/contenu.ts';

/** A notice as it is drawn. */
export interface AvisPaper {
  contenu: ContenuAvis;
  numero: string;
  enTete: EnTete;
  verification: Verification;
  /** What its reprints say of themselves. */
  mention: string | undefined;
}

import type { EnTete, Verification } from '../documents/letterhead.ts';
import type { ContenuAvis } from '../pieces/contenu.ts';

/** A notice ready to be drawn. */
export interface AvisPaper {
  contenu: ContenuAvis;
  numero: string;
  enTete: EnTete;
  verification: Verification;
  /** Note printed on a reprint. */
  mention: string | undefined;
}

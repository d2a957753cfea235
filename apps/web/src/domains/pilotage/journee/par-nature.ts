/** Groups payment methods by kind (cash, mobile money…). Pure. */
import type { NatureMoyen } from '@octroi/contract/constants';
import { type Moyen, MOYENS } from '@octroi/contract/pilotage/moyens';

const NAMES: Record<NatureMoyen, string> = {
  espèces: 'Espèces',
  mobile: 'Mobile',
  chèque: 'Chèque',
  virement: 'Virement',
  carte: 'Carte',
  remboursement: 'Remboursement',
  reprise: 'Reprise',
};

interface Nature<Of extends string> {
  nom: string;
  moyens: Of[];
}

const isOwn = (key: string): key is Moyen => key in MOYENS;

/**
 * In the order of kinds; entries without a kind (other methods, refunds) follow separately.
 * @param natures kind by method id
 */
export function parNature<Of extends string>(
  moyens: readonly Of[],
  natures: ReadonlyMap<number, NatureMoyen>,
): { natures: Nature<Extract<Of, Moyen>>[]; autres: Of[] } {
  const natureOf = (key: Of): NatureMoyen | undefined =>
    isOwn(key) ? natures.get(MOYENS[key].id) : undefined;
  const groups = (Object.keys(NAMES) as NatureMoyen[]).map((nature) => ({
    nom: NAMES[nature],
    moyens: moyens.filter((key) => natureOf(key) === nature) as Extract<Of, Moyen>[],
  }));
  return {
    natures: groups.filter((group) => group.moyens.length > 0),
    autres: moyens.filter((key) => natureOf(key) === undefined),
  };
}

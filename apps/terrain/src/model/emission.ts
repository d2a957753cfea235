/** What the receipt of a payment says, as it is given. */
import type { ContribuableTerrain } from '@octroi/contract/terrain/commandes';
import type { Emis } from '#src/platform/log/emis.ts';
import type { Act } from '#src/platform/log/log.ts';
import type { Etat } from './etat.ts';
import { placeText } from './lieux.ts';
import { totalDu } from './personnes.ts';
import type { Recu } from './recus.ts';

type Said = Pick<Etat, 'appareil' | 'personnes' | 'referentiel'>;

/** What the phone knows now of who pays, and how. */
function known(
  { appareil, personnes, referentiel }: Said,
  contribuable: ContribuableTerrain,
  moyenPaiement: number,
): Emis {
  const one = personnes.of(contribuable);
  const [, moyen = '', nature, aConfirmer = false] =
    referentiel?.moyens.find(([id]) => id === moyenPaiement) ?? [];
  return {
    collectivite: appareil?.entite.nom ?? '',
    nom: one?.nom ?? '',
    numKlis: one?.numKlis ?? null,
    lieu: one ? placeText(referentiel, one.lieu) : '',
    agent: appareil?.agent.fullName ?? '',
    moyen,
    especes: nature === 'espèces',
    aConfirmer,
    reste: null,
  };
}

/** Undefined for an act that gives no receipt. */
export function emisOf(act: Act, said: Said): Emis | undefined {
  if (act.type !== 'paiement') return undefined;
  const { montant, moyenPaiement } = act.corps;
  const contribuable = act.corps.contribuable as ContribuableTerrain;
  const one = said.personnes.of(contribuable);
  // of who was enrolled here and is not billed yet, nothing is known
  const isKnown = one && (one.id !== null || one.estime);
  return {
    ...known(said, contribuable, Number(moyenPaiement)),
    reste: isKnown ? Math.max(0, totalDu(one) - montant) : null,
  };
}

/** Of a receipt that was given before such things were kept with it. */
export const emisOfOld = ({ contribuable, moyen }: Pick<Recu, 'contribuable' | 'moyen'>, said: Said): Emis =>
  known(said, contribuable as ContribuableTerrain, moyen);

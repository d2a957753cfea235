/** The content of a payment's receipt at the time it is given. */
import type { ContribuableTerrain } from '@octroi/contract/terrain/commandes';
import type { Emis } from '#src/platform/log/emis.ts';
import type { Act } from '#src/platform/log/log.ts';
import type { Etat } from './etat.ts';
import { placeText } from './lieux.ts';
import { totalDu } from './personnes.ts';
import type { Recu } from './recus.ts';

type ReceiptContext = Pick<Etat, 'appareil' | 'personnes' | 'referentiel'>;

/** The payer and the method, as the phone knows them now. */
function receiptFields(
  { appareil, personnes, referentiel }: ReceiptContext,
  contribuable: ContribuableTerrain,
  moyenPaiement: number,
): Emis {
  const personne = personnes.byReference(contribuable);
  const [, moyen = '', nature, aConfirmer = false] =
    referentiel?.moyens.find(([id]) => id === moyenPaiement) ?? [];
  return {
    collectivite: appareil?.entite.nom ?? '',
    nom: personne?.nom ?? '',
    numKlis: personne?.numKlis ?? null,
    lieu: personne ? placeText(referentiel, personne.lieu) : '',
    agent: appareil?.agent.fullName ?? '',
    // in the street cash is not « Payer à la mairie », its name at the counter
    moyen: nature === 'espèces' ? 'Espèces' : moyen,
    especes: nature === 'espèces',
    aConfirmer,
    reste: null,
  };
}

/** Adds the name that the phone shows to an act about a taxpayer. */
export function namedAct(act: Act, { personnes }: Pick<Etat, 'personnes'>): Act {
  if (!('contribuable' in act.corps)) return act;
  const nomme = personnes.byReference(act.corps.contribuable as ContribuableTerrain)?.nom;
  return nomme ? ({ ...act, corps: { ...act.corps, nomme } } as Act) : act;
}

/** Undefined for an act without a receipt. */
export function emisOf(act: Act, context: ReceiptContext): Emis | undefined {
  if (act.type !== 'paiement') return undefined;
  const { montant, moyenPaiement } = act.corps;
  const contribuable = act.corps.contribuable as ContribuableTerrain;
  const personne = context.personnes.byReference(contribuable);
  // the amount due of a taxpayer enrolled here is unknown until the office bills it
  const isKnown = personne && (personne.id !== null || personne.estime);
  return {
    ...receiptFields(context, contribuable, Number(moyenPaiement)),
    reste: isKnown ? Math.max(0, totalDu(personne) - montant) : null,
  };
}

/** For a receipt from an app version that did not store the content. */
export const emisOfOld = (
  { contribuable, moyen }: Pick<Recu, 'contribuable' | 'moyen'>,
  context: ReceiptContext,
): Emis => receiptFields(context, contribuable as ContribuableTerrain, moyen);

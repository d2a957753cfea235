/** The allowed changes of a taxpayer's statut (specification 2 section 4; adr/0011). */
import type { StatutContribuable } from '../../constants.ts';

/**
 * An edit sets any record to Corrigé, so that a validated record is reviewed again. A record is neither enrolled nor
 * validated twice.
 */
const TRANSITIONS: Readonly<Record<StatutContribuable, readonly StatutContribuable[]>> = {
  Enrolé: ['Corrigé', 'Validé'],
  Corrigé: ['Corrigé', 'Validé'],
  Validé: ['Corrigé'],
};

/** Why a change of statut is refused; undefined if it is allowed. */
export function transitionFault(from: StatutContribuable, to: StatutContribuable): string | undefined {
  if (TRANSITIONS[from].includes(to)) return undefined;
  return from === to ? `Cet enrôlement est déjà ${from}.` : `Un enrôlement ${from} ne redevient pas ${to}.`;
}

/** Which statut a taxpayer's record may pass to (specification 2 section 4; adr/0011). */
import type { StatutContribuable } from '../../constants.ts';

/**
 * An edit makes Corrigé of every record, so that what was validated is looked at again; nobody is enrolled twice, and what
 * is validated is not validated again.
 */
const TRANSITIONS: Readonly<Record<StatutContribuable, readonly StatutContribuable[]>> = {
  Enrolé: ['Corrigé', 'Validé'],
  Corrigé: ['Corrigé', 'Validé'],
  Validé: ['Corrigé'],
};

/** Why a record may not pass to a statut; undefined where it may. */
export function transitionFault(from: StatutContribuable, to: StatutContribuable): string | undefined {
  if (TRANSITIONS[from].includes(to)) return undefined;
  return from === to ? `Cet enrôlement est déjà ${from}.` : `Un enrôlement ${from} ne redevient pas ${to}.`;
}

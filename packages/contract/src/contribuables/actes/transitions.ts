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

/**
 * Seconds after a validation in which the person who validated may undo it: as the screens offer it, and as the server
 * accepts it, which leaves time for a slow network.
 */
export const ANNULATION_VALIDATION = { offerte: 10, serveur: 30 } as const;

interface Validation {
  statut: StatutContribuable;
  /** Whether the person who asks is the one who validated. */
  own: boolean;
  recent: boolean;
  /** Whether the record has not been changed since. */
  unchanged: boolean;
}

/** Why a validation cannot be undone; undefined if it can. */
export function annulationFault({ statut, own, recent, unchanged }: Validation): string | undefined {
  if (statut !== 'Validé') return `Cet enrôlement est ${statut} : il n’y a pas de validation à annuler.`;
  if (!own) return 'Cette validation est d’une autre personne : elle seule peut l’annuler.';
  if (!recent) return 'Le délai pour annuler cette validation est passé : corrigez l’enrôlement si besoin.';
  return unchanged ? undefined : 'La fiche a changé depuis sa validation : corrigez l’enrôlement si besoin.';
}

/** Why a change of statut is refused; undefined if it is allowed. */
export function transitionFault(from: StatutContribuable, to: StatutContribuable): string | undefined {
  if (TRANSITIONS[from].includes(to)) return undefined;
  return from === to ? `Cet enrôlement est déjà ${from}.` : `Un enrôlement ${from} ne redevient pas ${to}.`;
}

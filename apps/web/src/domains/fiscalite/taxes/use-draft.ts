import { useCallback, useState } from 'react';
import type { Nested } from '@octroi/contract/platform/http/schemas';
import { failureOf } from '#src/platform/query.ts';
import { type Faults, type Infos, infosFaults, withEntite } from './infos.ts';
import { type Etat, isComplete, resolve, withLieux, withoutUnite } from '../tarifs/rates.ts';
import { useUnite } from '../tarifs/use-unite.ts';
import { useOccurrences } from './use-occurrences.ts';
import { type LieuNomme, useLieux } from '../tarifs/use-lieux.ts';

/** A tax being entered, with the sub-entities of its collectivité. */
export type Draft = ReturnType<typeof useDraft>;

/** @param stored whether the tax exists: its stored sub-entities are then selected */
export function useDraft(first: Infos, firstEtat: Etat, stored: boolean) {
  const [infos, setInfos] = useState(first);
  const [etat, setEtat] = useState(firstEtat);
  const [touched, setTouched] = useState(false);
  const lieux = useLieux(infos.entite?.id);
  // changing the collectivité reloads its sub-entities, all selected
  const [prepared, setPrepared] = useState(stored ? infos.entite?.id : undefined);
  if (lieux.data && prepared !== infos.entite?.id) {
    setPrepared(infos.entite?.id);
    setEtat(withLieux(etat, lieux.data));
  }
  const onInfos = useCallback((change: (now: Infos) => Infos): void => {
    setTouched(true);
    setInfos(change);
  }, []);
  const onEtat = useCallback((change: (now: Etat) => Etat): void => {
    setTouched(true);
    setEtat(change);
  }, []);
  const { unite, read: uniteRead } = useUnite(infos);
  // a base counted by piece has no rate by the unit
  const present = unite === undefined ? undefined : (unite?.unite ?? null);
  const [counted, setCounted] = useState(present);
  if (present !== counted) {
    setCounted(present);
    if (present === null) setEtat(withoutUnite(etat));
  }
  const { occurrences, read: frequences } = useOccurrences(infos.frequence);
  /** Until the unit and the periods are known, rates cannot be entered. */
  const unread = failureOf(uniteRead, frequences);
  const onEntite = (entite: Nested | null): void => onInfos((now) => withEntite(now, entite));
  /** What was typed before comes back, with its own sub-entities. */
  const restore = (typed: { infos: Infos; etat: Etat }): void => {
    setPrepared(typed.infos.entite?.id);
    onInfos(() => typed.infos);
    onEtat(() => typed.etat);
  };
  return { infos, etat, lieux, unite, occurrences, unread, touched, onInfos, onEtat, onEntite, restore };
}

/** The error of the second step. */
function lieuxFault(etat: Etat, lieux: readonly LieuNomme[]): string | undefined {
  if (etat.choisies.size === 0) return 'Veuillez choisir au moins une sous-entité';
  const resolved = resolve(etat, lieux);
  const missing = lieux.filter(({ id }) => {
    const rates = resolved.get(id);
    return rates?.choisie && !isComplete(rates.bareme, etat);
  });
  if (missing.length === 0) return undefined;
  const missingNames = missing.slice(0, 5).map(({ nom }) => nom);
  return `Veuillez compléter les tarifs de : ${missingNames.join(', ')}${missing.length > missingNames.length ? '…' : ''}`;
}

/** The errors of the steps, reported from the first attempt to leave each step. */
export function useFaults({ infos, etat, lieux, unread }: Draft) {
  const [reported, setReported] = useState({ infos: false, lieux: false });
  const places = lieux.data ?? [];
  const ofInfos: Faults = reported.infos ? infosFaults(infos, etat) : {};
  return {
    infos: ofInfos,
    lieux: reported.lieux ? lieuxFault(etat, places) : undefined,
    /** Whether the errors of the sub-entities are reported. */
    toldLieux: reported.lieux,
    /** @returns whether the step is valid */
    check: (step: 1 | 2): boolean => {
      setReported((now) => ({ ...now, [step === 1 ? 'infos' : 'lieux']: true }));
      return step === 1
        ? !unread && Object.keys(infosFaults(infos, etat)).length === 0
        : lieuxFault(etat, places) === undefined;
    },
  };
}

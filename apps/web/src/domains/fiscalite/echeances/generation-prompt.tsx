import type { ReactNode } from 'react';
import { MESSAGES } from '@octroi/contract/messages';

/** Title of the question and of the result of a generation. */
export const generationTitle = (annee: number): string => `Générer les écheances ${annee}`;

/** Which year a generation is for, and what it does without a rate or once that year is closed. */
const effects = (annee: number): ReactNode => (
  <p>
    <b>Exercice {annee}</b> : les échéances qui manquent sont créées, les autres sont remises à leur tarif de{' '}
    {annee}. Sans tarif pour {annee}, une ligne taxable n’a pas d’échéance, et celle qu’elle avait est fermée
    à ce qui a été payé ; le résultat compte ces lignes. Si l’exercice {annee} est clos, la génération est
    refusée et rien ne change.
  </p>
);

/** Asked before a generation for sub-entities. */
export const generationPrompt = (annee: number): ReactNode => (
  <>
    <p style={{ marginTop: 0 }}>{MESSAGES.genererEcheances}</p>
    {effects(annee)}
  </>
);

/** Asked before a generation for one tax. */
export const taxePrompt = (nom: string, annee: number): ReactNode => (
  <>
    <p style={{ marginTop: 0 }}>{nom}, dans toute la collectivité.</p>
    {effects(annee)}
  </>
);

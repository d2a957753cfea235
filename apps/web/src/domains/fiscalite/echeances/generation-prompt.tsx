import type { ReactNode } from 'react';
import { MESSAGES } from '@octroi/contract/messages';

/** Title of the confirmation and of the result. */
export const generationTitle = (annee: number): string => `Générer les écheances ${annee}`;

/** The effect of a generation: its year, lines without a rate, closed years. */
const effects = (annee: number): ReactNode => (
  <p>
    <b>Exercice {annee}</b> : les échéances qui manquent sont créées, les autres sont remises à leur tarif de{' '}
    {annee}. Sans tarif pour {annee}, une ligne taxable n’a pas d’échéance, et celle qu’elle avait est fermée
    à ce qui a été payé ; le résultat compte ces lignes. Si l’exercice {annee} est clos, la génération est
    refusée et rien ne change.
  </p>
);

/** The confirmation for sub-entities. */
export const generationPrompt = (annee: number): ReactNode => (
  <>
    <p style={{ marginTop: 0 }}>{MESSAGES.genererEcheances}</p>
    {effects(annee)}
  </>
);

/** The confirmation for one tax. */
export const taxePrompt = (nom: string, annee: number): ReactNode => (
  <>
    <p style={{ marginTop: 0 }}>{nom}, dans toute la collectivité.</p>
    {effects(annee)}
  </>
);

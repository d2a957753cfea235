/** How states are tinted, on screen and on paper: always beside their word. */
export type Tone = 'green' | 'amber' | 'blue' | 'red' | 'gray';

export const TONES: Readonly<Record<string, Tone>> = {
  Active: 'green',
  Ouvert: 'green',
  Validé: 'green',
  Confirmé: 'green',
  Soldé: 'green',
  Corrigé: 'amber',
  Avance: 'amber',
  'Trop-perçu': 'blue',
  'En attente de confirmation': 'amber',
  Enrolé: 'blue',
  terminé: 'green',
  'en attente': 'amber',
  'en cours': 'blue',
  échoué: 'red',
  Actif: 'green',
  Absent: 'amber',
  Fait: 'green',
  'À faire': 'red',
  'À voir': 'amber',
  'En attente': 'amber',
  Approuvée: 'green',
  Refusée: 'red',
  Échouée: 'red',
  Libre: 'green',
  Ralenti: 'red',
  inactive: 'red',
  Failed: 'red',
  Extourné: 'red',
  Extourne: 'gray',
  Impayé: 'red',
};

export const toneOf = (state: string): Tone => TONES[state] ?? 'gray';

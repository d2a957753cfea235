/** The notice of a taxpayer who does not exist, to see what the papers look like. */
import type { PapierRecord } from '@octroi/contract';
import type { PrintedPiece } from '../pieces/pieces.repository.ts';

/** No piece has it, so whoever checks the paper learns that it is none. */
const CODE = '0'.repeat(20);

export function specimen({ entite }: PapierRecord, today: string): PrintedPiece {
  const annee = Number(today.slice(0, 4));
  return {
    code: CODE,
    numero: 'SPÉCIMEN',
    jour: today,
    impressions: 1,
    annuleLe: null,
    contenu: {
      nature: 'avis',
      entite: { ...entite, code: 'XXX' },
      chemin: [entite.nom, 'Premier arrondissement', 'Grand Marché', 'Zone 1', 'Secteur A'],
      contribuable: {
        id: 0,
        numKlis: 'XXX-000000',
        fullName: 'Boutique des Exemples',
        telephone: '90 00 00 00',
        adresse: 'Rue de l’Exemple, porte 12',
      },
      annee,
      lignes: [{ base: 'Terrasse', precision: 'Moins de 20 m²', nombre: 4, prix: 8500, total: 34_000 }],
      prevu: 34_000,
      paye: 8500,
      echeance: `${annee}-12-01`,
    },
  };
}

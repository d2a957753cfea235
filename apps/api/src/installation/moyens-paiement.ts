/** Ways to pay, with the ids and labels of the specification (2 section 3); 9 is the one of refunds. */
import type { NatureMoyen } from '@octroi/contract';

export interface MoyenPaiementSeed {
  id: number;
  nom: string;
  nature: NatureMoyen;
  /** The operator's commission in percent; null if there is none. */
  commission: number | null;
  description: string;
  /** Whether an operator or a person must confirm the payment: all but cash. */
  aConfirmer: boolean;
}

export const MOYENS_PAIEMENT: readonly MoyenPaiementSeed[] = [
  {
    id: 1,
    nom: 'Orange Money',
    nature: 'mobile',
    commission: 1.5,
    description: "Paiement mobile par l'abonné",
    aConfirmer: true,
  },
  {
    id: 2,
    nom: 'Depot Orange Money',
    nature: 'mobile',
    commission: 1,
    description: 'Dépôt chez un distributeur Orange Money',
    aConfirmer: true,
  },
  {
    id: 3,
    nom: 'Ecobank Xpress',
    nature: 'mobile',
    commission: 1,
    description: 'Point Xpress ou application Ecobank',
    aConfirmer: true,
  },
  {
    id: 4,
    nom: 'Cheque',
    nature: 'chèque',
    commission: null,
    description: 'Chèque bancaire',
    aConfirmer: true,
  },
  {
    id: 5,
    nom: 'Payer à la mairie',
    nature: 'espèces',
    commission: null,
    description: "Espèces à la caisse ou à l'agent",
    aConfirmer: false,
  },
  {
    id: 6,
    nom: 'Virement',
    nature: 'virement',
    commission: null,
    description: 'Virement bancaire',
    aConfirmer: true,
  },
  {
    id: 7,
    nom: 'Moov Money',
    nature: 'mobile',
    commission: 1.5,
    description: "Paiement mobile par l'abonné",
    aConfirmer: true,
  },
  {
    id: 8,
    nom: 'Carte bancaire',
    nature: 'carte',
    commission: 2.5,
    description: 'Paiement en ligne par carte',
    aConfirmer: true,
  },
  {
    id: 9,
    nom: 'Remboursement',
    nature: 'remboursement',
    commission: null,
    description: 'Somme rendue au contribuable',
    aConfirmer: false,
  },
];

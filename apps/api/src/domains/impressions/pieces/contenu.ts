/** Contents of receipts and notices as issued; reprints use nothing else. */
import type { CompteAvis, Papier, Reste } from '@octroi/contract';

export interface Subject {
  entite: { id: number; nom: string; code: string };
  /** Collectivité and sub-entities, from the top. */
  chemin: string[];
  contribuable: {
    id: number;
    numKlis: string;
    fullName: string;
    telephone: string | null;
    adresse: string | null;
  };
  /** Texts of the collectivité's papers; absent on pieces issued before those existed. */
  papier?: Papier;
}

/** A payment, for its receipt. */
export interface ContenuRecu extends Subject {
  /** A cheque not yet paid by the bank gets a provisional receipt. */
  nature: 'recu' | 'provisoire';
  /** Instant of the payment. */
  date: string;
  montant: number;
  moyen: string;
  reference: string;
  agent: string | null;
  /** Who handed over the money, if not the taxpayer. */
  payeur?: string | null;
  cheque?: { banque: string; numero: string; tireur: string } | null;
  /** The receipt that it replaces, if the payment was booked again. */
  remplace?: { numero: string; jour: string } | null;
  /** What the payment paid, by fiscal year. */
  exercices: { annee: number; montant: number }[];
  /** What it paid and what remains due; absent on older receipts. */
  detail?: Reste & {
    /** By year and tax; null for an advance. The parts add up to the amount. */
    parts: { annee: number; taxe: string | null; montant: number }[];
  };
}

/** The content of a notice. */
export interface ContenuAvis extends Subject {
  nature: 'avis';
  compte: CompteAvis;
  /** Amounts planned for each year up to the notice's; a change of them makes the notice obsolete. */
  prevus: { annee: number; montant: number }[];
  /** The notice that it replaces. */
  remplace?: { numero: string; jour: string };
}

/** The content of notices issued before échéances were listed one by one. */
export interface ContenuAncienAvis extends Subject {
  nature: 'avis';
  annee: number;
  lignes: { base: string; precision: string | null; nombre: number; prix: number; total: number }[];
  prevu: number;
  paye: number;
  /** The last due date of its parts. */
  echeance: string | null;
  remplace?: { numero: string; jour: string };
}

export type ContenuPiece = ContenuRecu | ContenuAvis | ContenuAncienAvis;

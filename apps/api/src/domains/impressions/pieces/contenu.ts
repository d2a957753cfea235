/** What a piece says, as it was when the piece was issued: all that its reprints print. */
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
  /** What stands on the collectivité's papers; pieces that were issued before there was any have none. */
  papier?: Papier;
}

/** A payment as its receipt tells it. */
export interface ContenuRecu extends Subject {
  /** A cheque that waits for its bank has a provisional one. */
  nature: 'recu' | 'provisoire';
  /** Instant of the payment. */
  date: string;
  montant: number;
  moyen: string;
  reference: string;
  agent: string | null;
  /** Whoever handed it over, where that was another than the taxpayer. */
  payeur?: string | null;
  cheque?: { banque: string; numero: string; tireur: string } | null;
  /** The receipt in whose place it stands: the payment was booked anew. */
  remplace?: { numero: string; jour: string } | null;
  /** What it paid, by fiscal year. */
  exercices: { annee: number; montant: number }[];
  /** What it paid, and what is left; older receipts do not tell it. */
  detail?: Reste & {
    /** By year and tax; what is paid in advance has none. Together they are the amount. */
    parts: { annee: number; taxe: string | null; montant: number }[];
  };
}

/** What somebody is asked to pay, as the notice tells it. */
export interface ContenuAvis extends Subject {
  nature: 'avis';
  compte: CompteAvis;
  /** What was planned of each year up to the notice's: while it stands, so does the notice. */
  prevus: { annee: number; montant: number }[];
  /** The notice in whose place it stands. */
  remplace?: { numero: string; jour: string };
}

/** The same as it was told before échéances were told one by one. */
export interface ContenuAncienAvis extends Subject {
  nature: 'avis';
  annee: number;
  lignes: { base: string; precision: string | null; nombre: number; prix: number; total: number }[];
  prevu: number;
  paye: number;
  /** The last day on which a part of it falls due. */
  echeance: string | null;
  remplace?: { numero: string; jour: string };
}

export type ContenuPiece = ContenuRecu | ContenuAvis | ContenuAncienAvis;

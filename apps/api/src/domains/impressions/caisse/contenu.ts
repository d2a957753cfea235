/** What papers of tills say, as it was when they were issued: all that their reprints print (ADR 0036). */
import type { Billets, Destination, Papier } from '@octroi/contract';

interface Subject {
  entite: { id: number; nom: string; code: string };
  regie: string;
  papier: Papier;
}

/** A session that was counted; francs. */
export interface ContenuCloture extends Subject {
  nature: 'clôture';
  titulaire: string;
  jour: string;
  /** Instants. */
  ouverteLe: string;
  fermeeLe: string;
  /** Who closed it in the holder's place. */
  fermeePar: string | null;
  fonds: number;
  recu: number;
  annule: number;
  /** For tickets, of people who are no taxpayers. */
  vendu: number;
  attendu: number;
  compte: number;
  billets: Billets;
  procesVerbal: string | null;
}

/** A till that was counted by surprise. */
export interface ContenuControle extends Subject {
  nature: 'contrôle';
  titulaire: string;
  controleur: string;
  /** Day of the session, and instant of the control. */
  jour: string;
  le: string;
  compte: number;
  attendu: number;
  billets: Billets;
  procesVerbal: string;
}

/** What is handed over of one line of the budget, or of none. */
export interface LigneVersee {
  origine: 'taxe' | 'valeurs' | 'avance' | 'à classer' | 'écart' | 'fonds';
  code: string | null;
  libelle: string | null;
  montant: number;
}

/** Cash as it was declared: to the treasury by line of the budget, or to the next holder. */
export interface ContenuVersement extends Subject {
  nature: 'versement' | 'passation';
  /** What the lists call it by. */
  versement: number;
  declarant: string;
  destination: Destination;
  destinataire: string | null;
  montant: number;
  reference: string | null;
  /** Instant. */
  declareLe: string;
  /** Together they are the amount. */
  lignes: LigneVersee[];
  /** First and last day of the payments in it; null where there are none. */
  du: string | null;
  au: string | null;
}

/** What became of it: told as it stands when the paper is printed, since it is decided once. */
export interface Reception {
  statut: 'déclaré' | 'reçu' | 'reçu avec différence' | 'refusé';
  recu: number | null;
  par: string | null;
  /** Instant. */
  le: string | null;
  motif: string | null;
}

/** What one person holds at the end of a day. */
export interface LigneSituation {
  titulaire: string;
  /** Francs held, of which some were on their way. */
  especes: number;
  enRoute: number;
  /** Found beyond what was expected and not settled; below 0 where some were missing. */
  ecarts: number;
  cheques: number;
  montantCheques: number;
}

export interface ChequeDetenu {
  jour: string;
  titulaire: string;
  banque: string | null;
  numero: string;
  tireur: string | null;
  montant: number;
}

/** Tickets and counterfoil books of one category in one hand. */
export interface ValeursDetenues {
  /** Null for the stock of the régie. */
  detenteur: string | null;
  categorie: string;
  nombre: number;
  /** Francs of one. */
  valeur: number;
}

/** What a régie holds at the end of a day. */
export interface ContenuSituation extends Subject {
  nature: 'situation';
  jour: string;
  regisseur: string;
  comptable: string | null;
  lignes: LigneSituation[];
  cheques: ChequeDetenu[];
  valeurs: ValeursDetenues[];
}

export type ContenuCaisse = ContenuCloture | ContenuControle | ContenuVersement | ContenuSituation;

/** A paper as it was issued, printed once more. */
export interface PrintedCaisse {
  numero: string;
  /** Day on which it was issued. */
  etabliLe: string;
  contenu: ContenuCaisse;
  /** How often it was printed, this time included. */
  impressions: number;
}

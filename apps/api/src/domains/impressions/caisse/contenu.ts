/** Contents of till papers as issued; reprints use nothing else (ADR 0036). */
import type { Billets, Destination, Papier } from '@octroi/contract';

interface Subject {
  entite: { id: number; nom: string; code: string };
  regie: string;
  papier: Papier;
}

/** A counted session; amounts in francs. */
export interface ContenuCloture extends Subject {
  nature: 'clôture';
  titulaire: string;
  jour: string;
  /** Instants. */
  ouverteLe: string;
  fermeeLe: string;
  /** When it was counted on a device; absent from papers issued before it was kept. */
  compteeLe?: string | null;
  /** Who closed the session instead of its holder. */
  fermeePar: string | null;
  fonds: number;
  recu: number;
  annule: number;
  /** Tickets sold, to people who are not taxpayers. */
  vendu: number;
  attendu: number;
  compte: number;
  billets: Billets;
  procesVerbal: string | null;
}

/** A surprise control of a till. */
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

/** The part of a versement for one budget line; null for none. */
export interface LigneVersee {
  origine: 'taxe' | 'valeurs' | 'avance' | 'à classer' | 'écart' | 'fonds';
  code: string | null;
  libelle: string | null;
  montant: number;
}

/** Cash as declared: for the treasury by budget line, or for the next holder. */
export interface ContenuVersement extends Subject {
  nature: 'versement' | 'passation';
  /** Number shown in lists. */
  versement: number;
  declarant: string;
  destination: Destination;
  destinataire: string | null;
  montant: number;
  reference: string | null;
  /** Instant. */
  declareLe: string;
  /** They add up to the amount. */
  lignes: LigneVersee[];
  /** First and last day of its payments; null if there are none. */
  du: string | null;
  au: string | null;
}

/** The decision on a versement, read when the paper is printed: it is taken only once. */
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
  /** Francs held, including those on their way. */
  especes: number;
  enRoute: number;
  /** Unsettled excess over the expected amount; negative if cash is missing. */
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

/** Tickets and counterfoil books of one category held by one person. */
export interface ValeursDetenues {
  /** Null for the régie's stock. */
  detenteur: string | null;
  categorie: string;
  nombre: number;
  /** Francs of one unit. */
  valeur: number;
}

/** What a régie holds at the end of a day. */
export interface ContenuSituation extends Subject {
  nature: 'situation';
  jour: string;
  /** HH:mm for a statement of the present day; absent for the end of a day. */
  heure?: string;
  regisseur: string;
  comptable: string | null;
  lignes: LigneSituation[];
  cheques: ChequeDetenu[];
  valeurs: ValeursDetenues[];
}

export type ContenuCaisse = ContenuCloture | ContenuControle | ContenuVersement | ContenuSituation;

/** An issued paper, with its present print. */
export interface PrintedCaisse {
  numero: string;
  /** Day of issue. */
  etabliLe: string;
  contenu: ContenuCaisse;
  /** Number of prints, this one included. */
  impressions: number;
}

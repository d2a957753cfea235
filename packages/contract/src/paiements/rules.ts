/** The rules of payments, shared by server and clients (specification 2 section 2.8; docs/regles-de-calcul.md). */
import type { StatutTransaction } from '../constants.ts';
import { formatFrancs, FRANCS_ENTIERS, francsFault, MONTANT_FAUTES } from '../platform/values/money.ts';

/** Largest payment, in francs: more is a typing error. */
export const MAX_PAIEMENT = 1_000_000_000;

export const PAIEMENT_MESSAGES = {
  nul: MONTANT_FAUTES.nul,
  demesure: MONTANT_FAUTES.demesure(MAX_PAIEMENT),
  motif: 'Veuillez entrer le motif.',
  moyenDeRemboursement: 'Ce moyen de paiement est celui des remboursements, dont le montant est négatif.',
  moyenDuRemboursement: 'Un montant négatif est un remboursement, qui se fait par le moyen de paiement 9.',
  anneeDuRemboursement:
    "Un remboursement ne désigne pas d'année : il reprend ce qui est payé d'avance, puis les dernières imputations.",
  moyen: "Ce moyen de paiement n'existe pas, est désactivé, ou ne vous est pas ouvert.",
  contribuable: "Ce contribuable n'existe pas, ou n'est pas dans votre périmètre.",
  annee: (annee: number) => `Ce contribuable n'a pas d'échéance en ${annee}.`,
  rembourse: (paye: number) =>
    `Ce contribuable n'a payé que ${formatFrancs(paye)} : on ne peut pas lui rendre davantage.`,
  plafond: (plafond: number) =>
    `Un paiement ne dépasse pas ${formatFrancs(plafond)} dans cette collectivité : vérifiez le montant.`,
  /** @param attente payments waiting for confirmation, in francs */
  excedent: (montant: number, du: number, attente = 0) => {
    const trop = formatFrancs(montant - Math.max(0, du - attente));
    const doit = du === 0 ? 'ne doit rien' : `doit ${formatFrancs(du)}`;
    if (attente > 0)
      return `Ce contribuable ${doit} et ${formatFrancs(attente)} attendent déjà d’être confirmés : avec eux, ${trop} seraient payés d’avance.`;
    return du === 0
      ? `Ce contribuable ne doit rien : ${trop} seraient payés d’avance.`
      : `Ce contribuable doit ${formatFrancs(du)} : ${trop} de trop seraient payés d’avance.`;
  },
  cle: 'Cette clé a déjà servi à un autre paiement : une nouvelle demande prend une nouvelle clé.',
  reference: 'Cette référence est déjà celle d’un autre paiement.',
} as const;

/** The label of payments from an unknown payer, and the record under which they are booked. */
export const A_CLASSER = 'À classer';
export const RECETTES_A_CLASSER = 'Recettes à classer';
/** The refusal of any act on that record; the database has the same message. */
export const SYSTEME_MESSAGE = `« ${RECETTES_A_CLASSER} » n'est pas un contribuable : son argent se voit et se réimpute dans « ${A_CLASSER} ».`;

/** The allowed changes of statut. Confirmed and failed payments are final: a correction is another payment. */
export const TRANSITIONS: Readonly<Record<StatutTransaction, readonly StatutTransaction[]>> = {
  'En attente de confirmation': ['Confirmé', 'Failed'],
  Confirmé: [],
  Failed: [],
};

/** The error of an amount to pay or refund; undefined if it is valid. */
export function montantFault(montant: number | ''): string | undefined {
  return Number.isNaN(montant) ? FRANCS_ENTIERS : francsFault(montant, { max: MAX_PAIEMENT });
}

/** The label of a reversed payment, and of the transaction that reverses it. */
export const EXTOURNE_WORDS = {
  extournée: 'Extourné',
  rejetée: 'Chèque rejeté',
  extourne: 'Extourne',
} as const;

/** Most taxpayers of one encaissement. */
export const MAX_LIGNES_ENCAISSEMENT = 50;

/** The state of an encaissement: waiting for its bank or operator, counted, or reversed. */
export const ETATS_ENCAISSEMENT = ['Provisoire', 'Confirmé', 'Annulé en partie', 'Annulé'] as const;
export type EtatEncaissement = (typeof ETATS_ENCAISSEMENT)[number];

export const ENCAISSEMENT_MESSAGES = {
  payeur: 'Veuillez entrer le nom de qui paie.',
  lignes: 'Choisissez au moins un contribuable.',
  tropDeLignes: `Un encaissement paie pour ${MAX_LIGNES_ENCAISSEMENT} contribuables au plus : faites-en deux.`,
  deuxFois: 'Ce contribuable est déjà dans l’encaissement : une seule ligne par contribuable.',
  somme: (somme: number, montant: number) =>
    `Les lignes font ${formatFrancs(somme)}, et le montant ${formatFrancs(montant)} : ils doivent être égaux.`,
  recu: (recu: number, montant: number) =>
    `${formatFrancs(recu)} reçus en main ne suffisent pas pour ${formatFrancs(montant)}.`,
  recuEspeces: 'Le montant reçu en main ne se dit que d’espèces.',
  cheque: 'Veuillez entrer la banque, le numéro et le tireur du chèque.',
  chequeSeul: 'La banque, le numéro et le tireur ne se disent que d’un chèque.',
  banque: 'Veuillez entrer la banque.',
  numero: 'Veuillez entrer le numéro.',
  tireur: 'Veuillez entrer le tireur du chèque.',
  referenceSeule:
    'La référence de l’opérateur est celle d’un seul paiement : enlevez-la, ou payez séparément.',
  autre: 'Dites quel contribuable, ou quel moyen de paiement, était le bon.',
  pareil: 'Ce paiement est déjà de ce contribuable et par ce moyen.',
  dUnAutre: 'Seul qui a encaissé annule ou réimpute au guichet. Demandez une extourne à un responsable.',
  dUnAutreJour: 'Un encaissement s’annule le jour même. Demandez une extourne à un responsable.',
  dUneAutreCaisse: 'Cet argent est d’une caisse déjà comptée. Demandez une extourne à un responsable.',
  secondePersonne:
    'Votre collectivité demande une seconde personne pour cela. Demandez l’extourne depuis la transaction : elle attendra son accord.',
  dejaAnnule: 'Ce paiement est déjà annulé ou remplacé.',
  pasRejetable: 'Seul un chèque confirmé, qui n’est ni annulé ni déjà rejeté, est rejeté par sa banque.',
  avisTropGrand: 'L’avis de la banque dépasse 5 Mo.',
  pasReimputable: 'Seul un paiement reçu et confirmé, qui n’est pas annulé, se réimpute.',
  ligneInconnue: 'Ce paiement n’est pas de cet encaissement.',
  unSeulRecu: 'Cet encaissement est d’un seul contribuable : son reçu suffit.',
  chequeAReprendre:
    'Un chèque se reprend au guichet, avec sa banque et son numéro : annulez, puis encaissez-le.',
  collectivite: 'Un encaissement reste dans une collectivité : payez ce contribuable à part.',
} as const;

/** The rules of tills, shared by server and clients (ADR 0034). Pure, without schemas. */

/** Notes and coins of the F CFA, the largest first. */
export const COUPURES = [10_000, 5000, 2000, 1000, 500, 250, 200, 100, 50, 25, 10, 5] as const;
export type Coupure = (typeof COUPURES)[number];

/** Count of each denomination; an absent one is 0. */
export type Billets = Readonly<Partial<Record<`${Coupure}`, number>>>;

/** Most notes or coins of one denomination: more is a typing error. */
export const MAX_BILLETS = 100_000;
/** Largest float, in francs. */
export const MAX_FONDS = 1_000_000_000;
/** Largest versement, in francs. */
export const MAX_VERSEMENT = 1_000_000_000_000;

/** Total of a count, in francs. */
export const sommeBillets = (billets: Billets): number =>
  COUPURES.reduce((total, coupure) => total + coupure * (billets[`${coupure}`] ?? 0), 0);

/** Francs of a counted session. */
interface Sommes {
  fonds: number;
  recu: number;
  annule: number;
  vendu: number;
  attendu: number;
}
/**
 * Cash that its holder already had, less what was handed over meanwhile: the part of the expected amount that the
 * session itself did not bring. With it the count adds up for its reader.
 */
export const reportDe = ({ fonds, recu, annule, vendu, attendu }: Sommes): number =>
  attendu - (fonds + recu - annule + vendu);
export const REPORT = 'Détenu avant, versements déduits';

export const DESTINATIONS = ['régisseur', 'détenteur', 'comptable', 'banque'] as const;
export type Destination = (typeof DESTINATIONS)[number];
export const DESTINATION_WORDS: Readonly<Record<Destination, string>> = {
  régisseur: 'Au régisseur',
  détenteur: 'À un autre caissier (passation)',
  comptable: 'Au comptable',
  banque: 'À la banque',
};

/** Groups of a new installation for tills, with what their members do. */
export const GROUPES_CAISSE = {
  Caissier: 'encaisse au guichet, tient sa caisse, la compte et la verse',
  Régisseur: 'reçoit les versements des caissiers, contrôle leurs caisses et verse au comptable',
  Comptable: 'reçoit les versements du régisseur, confirme ou rejette les chèques',
} as const;

/** Why a person who is to receive versements of a régie cannot. */
export const OBSTACLES_RECEPTION = ['compte', 'agent', 'droit', 'lieux'] as const;
export type ObstacleReception = (typeof OBSTACLES_RECEPTION)[number];
/** After the person's name: what is wrong, and what to do. */
export const OBSTACLE_WORDS: Readonly<Record<ObstacleReception, string>> = {
  compte:
    'n’a pas de compte actif dans cette collectivité, et ne peut pas recevoir de versement : activez son compte et rattachez-le à la collectivité',
  agent: 'est un agent de terrain, et ne peut pas recevoir de versement : choisissez un utilisateur',
  droit:
    'n’a pas les droits « Voir » et « Valider » sur « Versements », et ne peut pas les recevoir : donnez-lui le groupe « Régisseur » ou « Comptable »',
  lieux:
    'est limité à des sous-entités, et ne voit pas les versements des autres : rattachez son compte à toute la collectivité',
};

export const STATUTS_VERSEMENT = ['déclaré', 'reçu', 'reçu avec différence', 'refusé'] as const;

export const STATUTS_ECART = ['ouvert', 'expliqué', 'réglé'] as const;

/**
 * How an écart is settled: the holder pays in the shortage; a later till entry accounts for it; an entry was wrong; the
 * shortage is a loss; the surplus is kept.
 */
export const REGLEMENTS = ['reversé', 'compensé', 'rectifié', 'perte', 'excédent'] as const;
export type Reglement = (typeof REGLEMENTS)[number];
export const REGLEMENT_WORDS: Readonly<Record<Reglement, string>> = {
  reversé: 'Reversé par le titulaire',
  compensé: 'Compensé par une écriture de caisse plus tard',
  rectifié: 'Écriture erronée, rectifiée',
  perte: 'Passé en perte',
  excédent: 'Gardé comme excédent',
};

/** The settlements allowed for an écart of this amount. */
export const reglementsOf = (montant: number): Reglement[] =>
  REGLEMENTS.filter((reglement) =>
    montant < 0 ? reglement !== 'excédent' : reglement !== 'reversé' && reglement !== 'perte',
  );

/** Shown when a count is confirmed before it closes a till. */
export const COMPTAGE_DEFINITIF =
  'Une fois fermée, la caisse ne reçoit plus rien et ne se recompte pas : un écart s’explique.';

export const CAISSE_MESSAGES = {
  sessionAbsente: 'Ouvrez votre caisse avant d’encaisser des espèces.',
  sessionACompter: (jour: string) =>
    `Votre caisse du ${jour} n’est pas comptée : comptez-la, puis ouvrez celle d’aujourd’hui.`,
  autreCollectivite: 'Votre caisse ouverte est celle d’une autre collectivité.',
  dejaOuverte: 'Votre caisse est déjà ouverte : comptez-la avant d’en ouvrir une autre.',
  dejaFermee: 'Cette session de caisse est déjà fermée.',
  procesVerbal: 'Veuillez écrire le procès-verbal : une autre personne que le titulaire ferme cette caisse.',
  autrePersonne: 'Une autre personne que le titulaire contrôle une caisse.',
  regie: 'Cette régie n’existe pas, est désactivée, ou n’est pas dans votre périmètre.',
  destinataire: 'Veuillez choisir la personne qui reprend la caisse.',
  soiMeme: 'Qui a déclaré un versement ne le reçoit pas.',
  detenu: 'Ce versement dépasse ce que vous détenez.',
  ouvertureACompter: 'Comptez la caisse pour l’ouvrir : sa régie le demande.',
  rienCompte: 'Écrivez ce que vous avez compté : 0 s’il n’y a rien.',
  decide: 'Ce versement est déjà reçu ou refusé.',
  motif: 'Veuillez dire pourquoi.',
  tropRecu: 'On ne reçoit pas plus que ce qui est déclaré : refusez ce versement, il sera déclaré à nouveau.',
  regle: 'Cet écart est déjà réglé.',
  regleDepuis: (reglement: string) => `L’écart a été réglé depuis la demande (${reglement}).`,
  expliqueDepuis: (explication: string) =>
    `L’écart a été expliqué depuis la demande : « ${explication} ». Refaites la demande si elle vaut encore.`,
  reglement: 'Cet écart ne se règle pas ainsi.',
  propreEcart: 'Le titulaire ne règle pas son propre écart.',
  bordereau: 'Un bordereau est déjà joint à ce versement.',
} as const;

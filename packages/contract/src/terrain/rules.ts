/** The rules of devices and commands, shared by server and app (ADR 0039, 0040). Pure, without schemas. */

/** Most taxpayers in the places of one device. */
export const MAX_CONTRIBUABLES_APPAREIL = 10_000;
/** Most commands in one batch. */
export const MAX_COMMANDES = 500;
/** Largest batch, uncompressed, in bytes. */
export const MAX_OCTETS_COMMANDES = 4_000_000;
/** Largest photo of a device, in bytes. */
export const MAX_OCTETS_PHOTO_TERRAIN = 400_000;
/** Longest payment reference of an operator or bank, and longest phone number of a payer. */
export const MAX_REFERENCE = 60;
export const MAX_TELEPHONE = 40;
/** Taxpayers per page of a download. */
export const PAGE_DONNEES = 500;

/** Alphabet of enrolment codes, without letters and digits that look alike. */
export const ALPHABET_CODE = '23456789ABCDEFGHJKMNPQRSTUVWXYZ';
export const LONGUEUR_CODE = 10;
/** Hours during which a code may be used, once. */
export const HEURES_CODE = 24;

/** The canonical form of a typed code: capitals, no separators. */
export const normaliserCode = (saisi: string): string => saisi.toUpperCase().replaceAll(/[^0-9A-Z]/g, '');

/** The address in the QR code that passes an enrolment code to the app. */
export const lienInscription = (origine: string, code: string): string => `${origine}/terrain#code=${code}`;

export const STATUTS_APPAREIL = ['attendu', 'actif', 'bloqué', 'effacé'] as const;
/** Created and not enrolled; in use; blocked; to be wiped at its next contact. */
export type StatutAppareil = (typeof STATUTS_APPAREIL)[number];
/** What the office reads: a blocked device whose phone became another device is replaced (ADR 0093). */
export const ETATS_APPAREIL = [...STATUTS_APPAREIL, 'remplacé'] as const;
type EtatAppareil = (typeof ETATS_APPAREIL)[number];
export const ETAT_APPAREIL_WORDS: Readonly<Record<EtatAppareil, string>> = {
  attendu: 'À inscrire',
  actif: 'Actif',
  bloqué: 'Bloqué',
  effacé: 'Effacé',
  remplacé: 'Remplacé',
};

/** Days without contact after which a device is overdue, unless the collectivité sets another number. */
export const DELAI_CONTACT_JOURS = 3;
export const CONTACTS = ['en retard', 'à jour', 'non suivi'] as const;
/** Overdue; in contact; not expected, because the device is not enrolled yet or wiped. */
type Contact = (typeof CONTACTS)[number];
export const CONTACT_WORDS: Readonly<Record<Contact, string>> = {
  'en retard': 'En retard',
  'à jour': 'À jour',
  'non suivi': 'Non suivi',
};
export const ETATS_PLAFOND = ['dépassé', 'respecté', 'aucun'] as const;
/** State of the daily cash limit. The amount taken stays hidden, because it is what the agent must count. */
type EtatPlafond = (typeof ETATS_PLAFOND)[number];
export const ETAT_PLAFOND_WORDS: Readonly<Record<EtatPlafond, string>> = {
  dépassé: 'Dépassé',
  respecté: 'Respecté',
  aucun: 'Sans plafond',
};

export const TYPES_COMMANDE = [
  'enrolement',
  'correction',
  'ligne',
  'paiement',
  'annulation',
  'visite',
  'session',
  'comptage',
  'versement',
  'vente',
  'avis',
  'tournee',
] as const;
export type TypeCommande = (typeof TYPES_COMMANDE)[number];
export const TYPE_COMMANDE_WORDS: Readonly<Record<TypeCommande, string>> = {
  enrolement: 'Enrôlement',
  correction: 'Correction',
  ligne: 'Base taxable',
  paiement: 'Paiement',
  annulation: 'Annulation',
  visite: 'Visite',
  session: 'Ouverture de caisse',
  comptage: 'Comptage',
  versement: 'Versement',
  vente: 'Vente de tickets',
  avis: 'Remise d’un avis',
  tournee: 'Tournée proposée',
};

export const MOTIFS_CAS = [
  'refus',
  'panne',
  'à classer',
  'série',
  'sans caisse',
  'plafond',
  'conflit',
] as const;
/**
 * Why a command needs a review: it was refused; its money is booked under « Recettes à classer »; its receipt number
 * leaves a gap or was already used; its cash is in no till; it exceeds the device's daily cash limit; it corrects what
 * the office has corrected meanwhile.
 */
export type MotifCas = (typeof MOTIFS_CAS)[number];
export const MOTIF_CAS_WORDS: Readonly<Record<MotifCas, string>> = {
  refus: 'Commande refusée',
  panne: 'Panne du serveur',
  'à classer': 'Recette à classer',
  série: 'Numéro de reçu',
  'sans caisse': 'Espèces hors caisse',
  plafond: 'Plafond du jour dépassé',
  conflit: 'Correction en conflit',
};

export const ETATS_CAS = ['ouverts', 'réglés', 'tous'] as const;
/** State of a case: open; the money was assigned or given back; reviewed. */
type EtatCas = 'ouvert' | 'repris' | 'réglé';
export const ETAT_CAS_WORDS: Readonly<Record<EtatCas, string>> = {
  ouvert: 'À voir',
  repris: 'Réimputé',
  réglé: 'Réglé',
};

export const TERRAIN_MESSAGES = {
  nom: 'Veuillez entrer le nom de l’appareil.',
  agent: 'Veuillez choisir un agent de cette collectivité.',
  lieux: 'Veuillez choisir les sous-entités de l’appareil.',
  lieuHors: 'Une sous-entité choisie n’est pas de cette collectivité, ou n’est pas dans votre périmètre.',
  tropDeContribuables: (nombre: number) =>
    `Ces sous-entités ont ${nombre.toLocaleString('fr-FR')} contribuables : un appareil en porte ${MAX_CONTRIBUABLES_APPAREIL.toLocaleString('fr-FR')} au plus. Choisissez des quartiers ou des zones, ou partagez le lieu entre plusieurs appareils.`,
  enAttente: (nombre: number) =>
    nombre === 1
      ? 'Cet appareil garde une commande qui n’est pas encore envoyée : il ne change pas d’agent avant.'
      : `Cet appareil garde ${nombre.toLocaleString('fr-FR')} commandes qui ne sont pas encore envoyées : il ne change pas d’agent avant.`,
  code: 'Ce code n’est pas valable, a déjà servi, ou a plus de vingt-quatre heures. Demandez-en un autre au bureau.',
  tropDeCodes:
    'Trop de codes faux ont été donnés : réessayez dans un quart d’heure, avec un nouveau code du bureau.',
  autreAgent: 'Ce code est celui d’un autre agent.',
  autreAppareil: (appareil: string) =>
    `Ce code est celui d’un autre appareil. Ce téléphone garde des actes de ${appareil} : demandez un code pour ${appareil}.`,
  autreTelephone: (appareil: string) =>
    `Un autre téléphone a servi comme ${appareil} depuis : ce que celui-ci garde ne peut plus partir par le réseau. Apportez-le au bureau avec l’argent, et montrez ses reçus.`,
  remplace: (appareil: string, successeur: string) =>
    `${appareil} est remplacé par ${successeur} : ce code ne sert qu’au téléphone qui garde encore des actes de ${appareil}. Demandez un code pour ${successeur}.`,
  plusDeReprise: (successeur: string) =>
    `Cet appareil est remplacé par ${successeur} : il ne peut que remettre ce qu’il garde.`,
  cle: 'La clé de l’appareil n’est pas valable.',
  agentSeul: 'Seul un agent de terrain inscrit un appareil.',
  inconnu: 'Cet appareil n’est pas inscrit, ou n’est pas le vôtre.',
  bloque: 'Cet appareil est bloqué : apportez-le au bureau.',
  signature: 'La signature de cet envoi n’est pas celle de l’appareil.',
  tropDeRemises:
    'Trop de remises n’ont pas abouti depuis ici : réessayez dans un quart d’heure, ou apportez le téléphone au bureau.',
  remises: (de: number, a: number) => (de === a ? `n° ${de}` : `n° ${de} à ${a}`),
  sequenceManquante: (attendue: number) =>
    `Il manque une commande avant celle-ci : la suivante est la n° ${attendue}.`,
  sequenceAutre:
    'Cette commande a déjà été reçue, et disait autre chose : l’appareil est bloqué, apportez-le au bureau.',
  tropDeCommandes: `Un envoi porte ${MAX_COMMANDES} commandes au plus.`,
  contribuable: 'Ce contribuable n’existe plus, ou n’est plus dans cette collectivité.',
  dejaEnrole: 'Un appareil a déjà enrôlé un contribuable sous ce nom local.',
  agentDesactive: 'L’agent était désactivé quand cette commande est arrivée.',
  appareilEfface: 'L’appareil était déclaré perdu quand cette commande est arrivée.',
  numeroPris: (numero: string) =>
    `Le reçu ${numero} a déjà servi : le paiement a reçu un autre numéro, le papier garde le sien.`,
  numeroAutre: (attendu: string) => `Le reçu attendu était ${attendu}.`,
  numeroEtranger:
    'Le numéro du reçu n’est pas de la série de cet appareil : le paiement a reçu un autre numéro, le papier garde le sien.',
  numeroAnnee: (numero: string) =>
    `Le reçu ${numero} est d’une autre année que son paiement : l’heure du téléphone était fausse.`,
  plafond: (plafond: string) => `Plus de ${plafond} d’espèces ont été prises ce jour-là avec cet appareil.`,
  sansCaisse: 'Ces espèces ne sont dans aucune caisse ouverte de l’agent, ce jour-là.',
  autreJour: 'Un paiement s’annule le jour même. Demandez une extourne à un responsable.',
  corps: 'Cette commande n’a pas la forme attendue.',
  pasDePaiement: 'Le paiement à annuler n’a pas été reçu de cet appareil.',
  pasDeSession: 'Aucune caisse n’est ouverte.',
  pasDeVisite: 'Ce contribuable n’est pas dans une tournée de ce jour.',
  photo: 'La photo ne correspond pas à son empreinte, ou dépasse 400 ko.',
  motif: 'Veuillez dire pourquoi.',
  dejaRegle: 'Ce cas est déjà réglé.',
  panne: (reference: string) =>
    `Le serveur n’a pas su faire cet acte. Le bureau l’a reçu en entier et peut l’exécuter (référence ${reference}).`,
  pannePayee: (reference: string) => `Le serveur n’a pas su imputer ce paiement (référence ${reference}).`,
  sansPapier: 'Le reçu remis n’a pas pu être enregistré : son code ne se vérifie pas.',
  pasEnPanne: 'Seul un acte arrêté par une panne du serveur, ou une correction en conflit, s’exécute d’ici.',
  executee: 'Exécutée par le bureau',
  conflit: (valeurs: readonly { nom: string; bureau: string; terrain: string }[]) =>
    `Le bureau avait corrigé autre chose entre-temps. ${valeurs
      .map(
        ({ nom, bureau, terrain }) =>
          `${nom} : ${bureau || 'vide'} au bureau, ${terrain || 'vide'} sur le terrain.`,
      )
      .join(' ')}`,
  terrainRepris: 'Valeur du terrain reprise',
  bureauGarde: 'Valeur du bureau gardée',
} as const;

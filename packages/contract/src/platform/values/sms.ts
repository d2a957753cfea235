/** SMS texts: conversion to the 7-bit alphabet, and number of billed messages. Pure, without schemas. */

/** Characters that take one position in the GSM 7-bit alphabet (3GPP TS 23.038). */
const BASIC =
  '@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !"#¤%&\'()*+,-./0123456789:;<=>?¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà';
/** Characters that take two. */
const EXTENDED = '\f^{}\\[~]|€';
const BASIC_SIGNS = new Set(BASIC);
const EXTENDED_SIGNS = new Set(EXTENDED);

/** Positions of a single message, and of each part of a longer one, whose header takes some. */
const MAX_SINGLE = 160;
const MAX_PART = 153;

const REPLACEMENTS: Readonly<Record<string, string>> = {
  '’': "'",
  '‘': "'",
  ʼ: "'",
  '«': '"',
  '»': '"',
  '“': '"',
  '”': '"',
  '–': '-',
  '—': '-',
  '…': '...',
  œ: 'oe',
  Œ: 'OE',
};

/**
 * A character in the alphabet: itself, without its accent, or a question mark. One character outside the alphabet would
 * shorten a message from 160 positions to 70.
 */
function signOf(sign: string): string {
  if (BASIC_SIGNS.has(sign) || EXTENDED_SIGNS.has(sign)) return sign;
  const otherwise = REPLACEMENTS[sign];
  if (otherwise !== undefined) return otherwise;
  if (/\s/u.test(sign)) return ' ';
  const withoutAccent = sign.normalize('NFD').replaceAll(/\p{M}/gu, '');
  return withoutAccent !== '' && Array.from(withoutAccent).every((each) => BASIC_SIGNS.has(each))
    ? withoutAccent
    : withoutAccent === ''
      ? ''
      : '?';
}

/** A text in the 7-bit alphabet only: ê, î, ô, ç and ’ are replaced. */
export const texteSms = (texte: string): string => Array.from(texte.normalize('NFC'), signOf).join('');

/** Number of billed messages. @param texte in the 7-bit alphabet */
export function segmentsSms(texte: string): number {
  const places = Array.from(texte, (sign): number => (EXTENDED_SIGNS.has(sign) ? 2 : 1));
  const length = places.reduce((sum, place) => sum + place, 0);
  if (length <= MAX_SINGLE) return 1;
  let segments = 1;
  let used = 0;
  for (const place of places) {
    // a two-position character is not split
    if (used + place > MAX_PART) {
      segments += 1;
      used = 0;
    }
    used += place;
  }
  return segments;
}

/** `250 000` with a separator that the alphabet has. */
const francsSms = (montant: number): string => `${String(montant).replaceAll(/\B(?=(\d{3})+$)/g, ' ')} F CFA`;

interface RecuSms {
  collectivite: string;
  montant: number;
  numeroRecu: string;
  /** Verification address of the receipt; absent if it has no code. */
  adresse: string | undefined;
}

/** The text sent to a taxpayer for a received payment. */
export const smsDeRecu = ({ collectivite, montant, numeroRecu, adresse }: RecuSms): string =>
  texteSms(
    `${collectivite} : ${francsSms(montant)} reçus. Reçu ${numeroRecu}.${adresse ? ` Vérifiez : ${adresse}` : ''}`,
  );

export const ETATS_SMS = ['à envoyer', 'envoyé', 'refusé'] as const;
type EtatSms = (typeof ETATS_SMS)[number];
export const ETAT_SMS_WORDS: Readonly<Record<EtatSms, string>> = {
  'à envoyer': 'À envoyer',
  envoyé: 'Envoyé',
  refusé: 'Non envoyé',
};

/** Why a message is not sent, as screens show it. */
export const SMS_CAUSES = {
  sansTelephone: 'Aucun téléphone sur la fiche',
  illisible: 'Numéro de téléphone illisible',
  echoue: 'Le paiement n’a pas été confirmé',
  annule: 'Le paiement a été annulé avant l’envoi',
  interrompu: 'Interrompu pendant l’envoi : peut-être parti, donc pas renvoyé',
  epuise: (cause: string) => `Abandonné après plusieurs essais : ${cause}`,
} as const;

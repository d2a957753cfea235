/** Texts of SMS: what their 7-bit alphabet says, and how many are billed. Pure, and without schemas. */

/** The signs of one place of the GSM 7-bit alphabet (3GPP TS 23.038). */
const BASIC =
  '@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !"#¤%&\'()*+,-./0123456789:;<=>?¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà';
/** Those that take two. */
const EXTENDED = '\f^{}\\[~]|€';
const BASIC_SIGNS = new Set(BASIC);
const EXTENDED_SIGNS = new Set(EXTENDED);

/** Places of one message, and of each part where there are several: some are taken by what joins them. */
const ALONE = 160;
const JOINED = 153;

const SAID_OTHERWISE: Readonly<Record<string, string>> = {
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

/** A sign as the alphabet says it: itself, without its accent, or a question mark. One that it lacks would cost 90 places of 160. */
function signOf(sign: string): string {
  if (BASIC_SIGNS.has(sign) || EXTENDED_SIGNS.has(sign)) return sign;
  const otherwise = SAID_OTHERWISE[sign];
  if (otherwise !== undefined) return otherwise;
  if (/\s/u.test(sign)) return ' ';
  const bare = sign.normalize('NFD').replaceAll(/\p{M}/gu, '');
  return bare !== '' && Array.from(bare).every((each) => BASIC_SIGNS.has(each))
    ? bare
    : bare === ''
      ? ''
      : '?';
}

/** A text in signs of the 7-bit alphabet alone: ê, î, ô, ç and ’ are said without what they lack there. */
export const texteSms = (texte: string): string => Array.from(texte.normalize('NFC'), signOf).join('');

/** How many messages a text is billed as. @param texte of the 7-bit alphabet */
export function segmentsSms(texte: string): number {
  const places = Array.from(texte, (sign): number => (EXTENDED_SIGNS.has(sign) ? 2 : 1));
  const whole = places.reduce((sum, place) => sum + place, 0);
  if (whole <= ALONE) return 1;
  let segments = 1;
  let used = 0;
  for (const place of places) {
    // a sign of two places is not torn apart
    if (used + place > JOINED) {
      segments += 1;
      used = 0;
    }
    used += place;
  }
  return segments;
}

/** `250000` as SMS say it: no sign of it is lost. */
const francsSms = (montant: number): string => `${String(montant).replaceAll(/\B(?=(\d{3})+$)/g, ' ')} F CFA`;

interface RecuSms {
  collectivite: string;
  montant: number;
  numeroRecu: string;
  /** Where the receipt is verified; absent: it has no code. */
  adresse: string | undefined;
}

/** What a taxpayer is told of a payment that was received. */
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

/** Why one is not sent, as screens say it. */
export const SMS_CAUSES = {
  sansTelephone: 'Aucun téléphone sur la fiche',
  illisible: 'Numéro de téléphone illisible',
  echoue: 'Le paiement n’a pas été confirmé',
  annule: 'Le paiement a été annulé avant l’envoi',
  interrompu: 'Interrompu pendant l’envoi : peut-être parti, donc pas renvoyé',
  epuise: (cause: string) => `Abandonné après plusieurs essais : ${cause}`,
} as const;

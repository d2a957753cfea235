/** The password rules, stated once for the API and the screens. */
import { folded } from '../../platform/values/text.ts';

const MIN = 8;
const MAX = 200;
/**
 * A password without letters must have this length: below it, it is a date, a phone number or another number that can
 * be guessed by trying all.
 */
const LONG_NUMBER = 16;

export const PASSWORD_HINT =
  'Au moins 8 caractères ; ni vos noms ou votre commune, même mis ensemble, ni une date ou un numéro, ni un mot de passe courant. Trois mots sans rapport entre eux et un nombre conviennent bien.';

/** The passwords that attackers try first, without the digits and signs around them. The server has longer lists. */
const COMMON: ReadonlySet<string> = new Set(
  `password passwort passer motdepasse mdp motdepass azerty azertyuiop qwerty qwertyuiop qazwsx zaqwsx admin
  administrateur administrator superadmin root welcome bienvenue bonjour bonsoir soleil doudou chouchou loulou iloveyou
  jetaime amour dragon football monkey letmein sunshine princess princesse superman batman pokemon changeme changezmoi
  secret test teste user utilisateur agent trustno master demo demonstration login connexion internet ordinateur
  telephone famille maman papa allah mohamed mohammed fatima aicha ibrahim moussa niger afrique africa france mairie
  commune ville tresor recette impots taxes finances caisse octroi nouveau temporaire provisoire defaut default`.split(
    /\s+/,
  ),
);
/** Keyboard rows, the alphabet and the digits: sequences that are easy to guess. */
const ROWS = [
  'abcdefghijklmnopqrstuvwxyz',
  'azertyuiopqsdfghjklmwxcvbn',
  'qwertyuiopasdfghjklzxcvbnm',
  '01234567890123456789',
].flatMap((row) => [row, row.split('').toReversed().join('')]);
/** Signs commonly used in place of letters. */
const SIGNS: Readonly<Record<string, string>> = {
  0: 'o',
  1: 'i',
  3: 'e',
  4: 'a',
  5: 's',
  7: 't',
  '@': 'a',
  $: 's',
  '!': 'i',
};
/** Letters that must be added to a name for it to count as another password. */
const APART = 4;
const SHORTEST_NAME = 3;
const FEW_SIGNS = 5;

/** The person that the password is for. */
export interface PasswordOwner {
  username?: string | undefined;
  email?: string | undefined;
  nom?: string | undefined;
  prenom?: string | undefined;
  /** Names of the person's collectivités. */
  lieux?: readonly string[] | undefined;
}

/** Whether a password, or the word it is made of, is in a list of common ones. */
type IsCommon = (text: string) => boolean;

const lettersOf = (text: string): string => text.replaceAll(/\P{L}/gu, '');
const decoded = (text: string): string => text.replaceAll(/[\d@$!]/g, (sign) => SIGNS[sign] ?? sign);
/** Decodes signs that replace letters, but only single ones and pairs: longer runs are numbers. */
const decodedButNumbers = (text: string): string =>
  text.replaceAll(/(?<![\d@$!])[\d@$!]{1,2}(?![\d@$!])/g, decoded);

/** The word that a password is made of: as typed, and with its signs decoded to letters. */
function wordsOf(password: string): string[] {
  const plain = folded(password);
  const end = plain.replace(/\P{L}+$/u, '');
  return [plain, decoded(plain), decoded(end), decoded(end.replace(/^\P{L}+/u, ''))].map(lettersOf);
}

const isWalk = (text: string): boolean => ROWS.some((row) => row.includes(text));
const isRepeated = (text: string): boolean => /^(.{1,4})\1+$/.test(text);

const isObviousWord = (word: string, isCommon: IsCommon): boolean =>
  word.length >= SHORTEST_NAME && (COMMON.has(word) || isCommon(word) || isWalk(word) || isRepeated(word));

function isObvious(password: string, isCommon: IsCommon): boolean {
  const plain = folded(password);
  if (password.length < LONG_NUMBER && !/\p{L}/u.test(password)) return true;
  if (new Set(plain).size < FEW_SIGNS || isCommon(plain)) return true;
  const digits = plain.replaceAll(/\D/g, '');
  return wordsOf(password).some((word) =>
    word.length < SHORTEST_NAME ? isWalk(digits) || isRepeated(digits) : isObviousWord(word, isCommon),
  );
}

/** The words of a name that passwords are often made of: each word, and all of them joined. */
function namesIn(text: string | undefined): string[] {
  const parts = folded(text ?? '').split(/\P{L}+/u);
  return [...parts, parts.join('')].filter((part) => part.length >= SHORTEST_NAME);
}

const isNear = (password: string, name: string): boolean =>
  wordsOf(password).some((word) => word.includes(name) && word.replaceAll(name, '').length < APART);

/** Words that appear in the name of every collectivité, so they identify none. */
const KINDS_OF_TOWN = new Set([
  'commune',
  'ville',
  'urbaine',
  'rurale',
  'departement',
  'arrondissement',
  'des',
]);

/** Common additions to a name: common passwords, the country, the trade, months. */
const ADDED = [
  ...COMMON,
  ...KINDS_OF_TOWN,
  ...'benin burkina togo mali senegal cote ivoire taxe janvier fevrier mars avril juin juillet aout septembre octobre novembre decembre'.split(
    ' ',
  ),
];
/** A word this short occurs inside many others: it counts only if nothing but such words surrounds it. */
const SHORT_WORD = 4;
const SHORT_WORDS = new RegExp(
  `(?<!\\p{L})(?:${ADDED.filter((word) => word.length <= SHORT_WORD).join('|')})+(?!\\p{L})`,
  'gu',
);
const LONG_WORDS = ADDED.filter((word) => word.length > SHORT_WORD);
const YEARS = /(?<!\d)(?:19|20)\d{2}(?!\d)/g;
/** Signs, letters among them, that a password must have once all known words are removed. */
const MIN_UNKNOWN_SIGNS = 8;
const MIN_UNKNOWN_LETTERS = 4;

/**
 * Whether a password is made only of known words: the person's names and places, years, months and common passwords, in
 * any order. What remains without them must itself be a substantial part of a password.
 * @param knownWords words of the person, from `namesIn`
 */
function isMadeOfKnownWords(password: string, knownWords: readonly string[], isCommon: IsCommon): boolean {
  const words = [...new Set([...knownWords, ...LONG_WORDS])].toSorted((a, b) => b.length - a.length);
  const plain = folded(password);
  return [plain, decoded(plain), decodedButNumbers(plain)].some((text) => {
    const remainder = words
      .reduce((rest, word) => rest.replaceAll(word, ' '), text.replaceAll(YEARS, ' '))
      .replaceAll(SHORT_WORDS, ' ');
    const remainderSigns = lettersAndDigits(remainder);
    // no known word was found: other rules judge this password
    if (remainderSigns === lettersAndDigits(text)) return false;
    return (
      remainderSigns.length < MIN_UNKNOWN_SIGNS ||
      lettersOf(remainderSigns).length < MIN_UNKNOWN_LETTERS ||
      wordsOf(remainder).some((word) => isObviousWord(word, isCommon))
    );
  });
}
const lettersAndDigits = (text: string): string => text.replaceAll(/[^\p{L}\p{N}]/gu, '');

/**
 * Why a password is refused, as a sentence for the person; undefined if it is accepted.
 * @param isCommon looks up a longer list of common passwords than the one in this file
 */
export function passwordFault(
  password: string,
  { username, email = '', nom, prenom, lieux = [] }: PasswordOwner = {},
  isCommon: IsCommon = () => false,
): string | undefined {
  if (password.length < MIN) return `Le mot de passe doit compter au moins ${MIN} caractères`;
  if (password.length > MAX) return `Le mot de passe doit compter au plus ${MAX} caractères`;
  const [local, domain = ''] = email.split('@');
  const near = (...texts: (string | undefined)[]): boolean =>
    texts.flatMap(namesIn).some((name) => !KINDS_OF_TOWN.has(name) && isNear(password, name));
  if (near(username)) return 'Le mot de passe ne doit pas être le pseudo, ni presque';
  if (near(local, lettersOf(folded(email))))
    return "Le mot de passe ne doit pas être l'adresse email, ni presque";
  if (near(nom, prenom)) return 'Le mot de passe ne doit pas être fait de vos noms';
  if (near('octroi', ...lieux))
    return 'Le mot de passe ne doit pas être fait du nom du produit, ni de celui de la commune';
  if (isObvious(password, isCommon))
    return 'Ce mot de passe est trop courant : choisissez-en un autre, par exemple trois mots sans rapport entre eux et un nombre';
  // the ending of a domain, « com » or « ne », occurs inside many words
  const provider = domain.split('.').slice(0, -1);
  const knownWords = [username, local, ...provider, nom, prenom, ...lieux]
    .flatMap(namesIn)
    .filter((name) => !KINDS_OF_TOWN.has(name));
  if (isMadeOfKnownWords(password, knownWords, isCommon))
    return 'Le mot de passe ne doit pas être fait de vos noms, de votre commune, du produit, d’une année ou d’un mot de passe courant : ajoutez-y des mots qui n’ont rien à voir';
  return undefined;
}

interface PasswordFault {
  field: 'password' | 'passwordConfirm';
  message: string;
}

/** The errors of a password and its confirmation as typed. */
export function passwordFaults(
  { password, passwordConfirm }: { password: string; passwordConfirm?: string | undefined },
  owner?: PasswordOwner,
  isCommon?: IsCommon,
): PasswordFault[] {
  const message = passwordFault(password, owner, isCommon);
  return [
    ...(message ? [{ field: 'password' as const, message }] : []),
    ...(passwordConfirm === password
      ? []
      : [{ field: 'passwordConfirm' as const, message: 'Veuillez repeter le mot de passe' }]),
  ];
}

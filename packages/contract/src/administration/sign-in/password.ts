/** What a password must be, said once for the API and the screens that ask for one. */
import { folded } from '../../platform/values/text.ts';

const MIN = 8;
const MAX = 200;
/** Signs below which what has no letter is a date, a telephone or another number: few enough to be tried all. */
const LONG_NUMBER = 16;

export const PASSWORD_HINT =
  'Au moins 8 caractères ; ni vos noms ou votre commune, même mis ensemble, ni une date ou un numéro, ni un mot de passe courant. Trois mots sans rapport entre eux et un nombre conviennent bien.';

/** What is tried first, without the digits and signs around it. The server knows longer lists. */
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
/** Rows of keyboards, the alphabet and the digits: what lies side by side is typed without a thought. */
const ROWS = [
  'abcdefghijklmnopqrstuvwxyz',
  'azertyuiopqsdfghjklmwxcvbn',
  'qwertyuiopasdfghjklzxcvbnm',
  '01234567890123456789',
].flatMap((row) => [row, row.split('').toReversed().join('')]);
/** Signs that stand for letters. */
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
/** Letters beside a name that make another password of it. */
const APART = 4;
const SHORTEST_NAME = 3;
const FEW_SIGNS = 5;

/** Whose password it is to be. */
export interface PasswordOwner {
  username?: string | undefined;
  email?: string | undefined;
  nom?: string | undefined;
  prenom?: string | undefined;
  /** Names of the person's collectivités. */
  lieux?: readonly string[] | undefined;
}

/** Whether a password, or the word that it is made of, stands in a list of common ones. */
type IsCommon = (text: string) => boolean;

const lettersOf = (text: string): string => text.replaceAll(/\P{L}/gu, '');
const decoded = (text: string): string => text.replaceAll(/[\d@$!]/g, (sign) => SIGNS[sign] ?? sign);
/** Signs in ones and twos alone read as letters: more of them are a number. */
const decodedButNumbers = (text: string): string =>
  text.replaceAll(/(?<![\d@$!])[\d@$!]{1,2}(?![\d@$!])/g, decoded);

/** The word that a password is made of: as it stands, and with its signs read as letters. */
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

/** Words of a name, as passwords are made of them: each, and all of them together. */
function namesIn(text: string | undefined): string[] {
  const parts = folded(text ?? '').split(/\P{L}+/u);
  return [...parts, parts.join('')].filter((part) => part.length >= SHORTEST_NAME);
}

const isNear = (password: string, name: string): boolean =>
  wordsOf(password).some((word) => word.includes(name) && word.replaceAll(name, '').length < APART);

/** Words that every collectivité's name has: they name none. */
const KINDS_OF_TOWN = new Set([
  'commune',
  'ville',
  'urbaine',
  'rurale',
  'departement',
  'arrondissement',
  'des',
]);

/** What anybody adds to a name: a common password, the country, the product's trade, months. */
const ADDED = [
  ...COMMON,
  ...KINDS_OF_TOWN,
  ...'benin burkina togo mali senegal cote ivoire taxe janvier fevrier mars avril juin juillet aout septembre octobre novembre decembre'.split(
    ' ',
  ),
];
/** A word of so few letters stands in many others: it counts only where nothing but such words stands around it. */
const SHORT_WORD = 4;
const SHORT_WORDS = new RegExp(
  `(?<!\\p{L})(?:${ADDED.filter((word) => word.length <= SHORT_WORD).join('|')})+(?!\\p{L})`,
  'gu',
);
const LONG_WORDS = ADDED.filter((word) => word.length > SHORT_WORD);
const YEARS = /(?<!\d)(?:19|20)\d{2}(?!\d)/g;
/** Signs that a password must have beside everything that is known of its person, and letters among them. */
const OWN_SIGNS = 8;
const OWN_LETTERS = 4;

/**
 * Whether a password is put together of what is known of its person and of what anybody adds to it: names, places,
 * years, months and common passwords, in any order. What is left beside them must be a good part of a password itself.
 * @param known words of the person, as `namesIn` gives them
 */
function isPutTogether(password: string, known: readonly string[], isCommon: IsCommon): boolean {
  const words = [...new Set([...known, ...LONG_WORDS])].toSorted((a, b) => b.length - a.length);
  const plain = folded(password);
  return [plain, decoded(plain), decodedButNumbers(plain)].some((text) => {
    const left = words
      .reduce((rest, word) => rest.replaceAll(word, ' '), text.replaceAll(YEARS, ' '))
      .replaceAll(SHORT_WORDS, ' ');
    const own = ownSigns(left);
    // what has none of it is judged by what it is made of
    if (own === ownSigns(text)) return false;
    return (
      own.length < OWN_SIGNS ||
      lettersOf(own).length < OWN_LETTERS ||
      wordsOf(left).some((word) => isObviousWord(word, isCommon))
    );
  });
}
const ownSigns = (text: string): string => text.replaceAll(/[^\p{L}\p{N}]/gu, '');

/**
 * Why a password is refused, in the person's words; undefined where it will do.
 * @param isCommon a longer list of common passwords than this file's own
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
  // the end of an address, « com » or « ne », is in many words
  const provider = domain.split('.').slice(0, -1);
  const known = [username, local, ...provider, nom, prenom, ...lieux]
    .flatMap(namesIn)
    .filter((name) => !KINDS_OF_TOWN.has(name));
  if (isPutTogether(password, known, isCommon))
    return 'Le mot de passe ne doit pas être fait de vos noms, de votre commune, du produit, d’une année ou d’un mot de passe courant : ajoutez-y des mots qui n’ont rien à voir';
  return undefined;
}

interface PasswordFault {
  field: 'password' | 'passwordConfirm';
  message: string;
}

/** What is wrong with a password and its confirmation, as the person typed them. */
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

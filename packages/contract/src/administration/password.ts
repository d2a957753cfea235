/** What a password must be, said once for the API and the screens that ask for one. */

const MIN = 8;
const MAX = 200;

export const PASSWORD_HINT =
  'Au moins 8 caractères, dont une lettre et un chiffre ; ni le pseudo, ni l’adresse email, ni un mot de passe courant.';

/** Those that are tried first; shorter ones, and those without a letter or a digit, are refused already. */
const COMMON: ReadonlySet<string> = new Set(
  `password1 password12 password123 password1234 passw0rd p@ssw0rd p@ssword1 motdepasse1 motdepasse123 motdepasse12
  azerty12 azerty123 azerty1234 azerty12345 azertyuiop1 qwerty12 qwerty123 qwerty1234 qwertyuiop1 1q2w3e4r 1q2w3e4r5t
  1qaz2wsx q1w2e3r4 zaq12wsx a1b2c3d4 abc12345 abcd1234 abcdef123 123456789a a123456789 a1234567 aa123456 aa12345678
  12345678a 1234567a 123456abc 123abc456 admin123 admin1234 administrateur1 superadmin1 root1234 welcome1 welcome123
  bonjour1 bonjour123 bonjour2024 soleil123 doudou123 chouchou1 loulou123 iloveyou1 jetaime1 jetaime123 dragon123
  football1 football123 monkey123 letmein1 letmein123 sunshine1 princess1 princesse1 superman1 batman123 pokemon1
  changeme1 changeme123 secret123 test1234 user1234 niger123 niger2024 niger2025 niger2026 niamey123 niamey2024
  niamey2025 niamey2026 octroi123 octroi2024 octroi2025 octroi2026 trustno1 master123 welcome2024 demo1234`.split(
    /\s+/,
  ),
);

/** Whose password it is to be. */
export interface PasswordOwner {
  username?: string | undefined;
  email?: string | undefined;
}

/** Why a password is refused, in the person's words; undefined where it will do. */
export function passwordFault(
  password: string,
  { username = '', email = '' }: PasswordOwner = {},
): string | undefined {
  if (password.length < MIN) return `Le mot de passe doit compter au moins ${MIN} caractères`;
  if (password.length > MAX) return `Le mot de passe doit compter au plus ${MAX} caractères`;
  if (!/\p{L}/u.test(password) || !/\d/.test(password))
    return 'Le mot de passe doit contenir une lettre et un chiffre';
  const plain = password.toLowerCase();
  const [local = ''] = email.split('@');
  if (plain === username.toLowerCase()) return 'Le mot de passe ne doit pas être le pseudo';
  if (plain === email.toLowerCase() || plain === local.toLowerCase())
    return "Le mot de passe ne doit pas être l'adresse email";
  if (COMMON.has(plain)) return 'Ce mot de passe est trop courant : choisissez-en un autre';
  return undefined;
}

export interface PasswordFault {
  field: 'password' | 'passwordConfirm';
  message: string;
}

/** What is wrong with a password and its confirmation, as the person typed them. */
export function passwordFaults(
  { password, passwordConfirm }: { password: string; passwordConfirm?: string | undefined },
  owner?: PasswordOwner,
): PasswordFault[] {
  const message = passwordFault(password, owner);
  return [
    ...(message ? [{ field: 'password' as const, message }] : []),
    ...(passwordConfirm === password
      ? []
      : [{ field: 'passwordConfirm' as const, message: 'Veuillez repeter le mot de passe' }]),
  ];
}
